import { expect } from 'vitest'
import { ordersOf, sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { logIn } from './lib/login.ts'
import { inCartOf, logInDevice, memberWith, newMember } from './lib/member.ts'
import { completed, order, payCash, toConfirmation } from './lib/purchase.ts'
import { checkOut, field, moveTo, section } from './lib/shopping.ts'

journey('a session that ends while a form is filled in: login, back to the form, no input lost', async (visitor) => {
  const { page, device, expectProblem } = visitor
  expectProblem(/^401: /)
  const member = await newMember()
  await logInDevice(device, member)
  const end = () =>
    sql(
      'update access_token set revoked_at = now() where customer_id = (select id from customer where email = $1)',
      member.email,
    )
  const main = page.getByRole('main')
  await page.goto('mypage/customer')
  await field(main, '建物名・部屋番号').fill('椿ハイツ 201')
  await end()
  await page.getByRole('button', { name: '変更を保存する' }).click()
  await page.waitForURL('**/login?next=%2Fmypage%2Fcustomer')
  expect((await device.cookies()).filter(({ name }) => name === 'access_token')).toEqual([])
  await logIn(page, member.email)
  await page.waitForURL('**/mypage/customer')
  await expect.poll(() => field(main, '建物名・部屋番号').inputValue()).toBe('椿ハイツ 201')
  await page.getByRole('button', { name: '変更を保存する' }).click()
  await page.getByText('会員情報を変更しました').waitFor()
})

journey(
  'broken connection, code that does not load, a message of the server: in place, and input is kept',
  async (visitor) => {
    const { page, device, expectProblem } = visitor
    // The browser reports that it blocked the script in the message.
    expectProblem(/ERR_FAILED/, /^(console|script): TypeError: Failed to fetch dynamically imported module/)
    expectProblem(/^409: PUT /, /^console: Executing inline event handler/)
    const member = await memberWith(device)
    await sql(
      `insert into customer_address (shop_id, customer_id, name01, name02, kana01, kana02, postal_code01, postal_code02,
       pref_id, addr01, addr02, phone_number)
     select 2, id, '白石', '渚', 'しらいし', 'なぎさ', '150', '0001', 13, '渋谷区神宮前', '1', '0300000000'
       from customer where email = $1`,
      member.email,
    )
    const main = page.getByRole('main')
    await page.goto('sitemaps')
    for (const [path, call] of [
      ['mypage', '/v1/customer/mypage-top'],
      ['mypage/history', '/v1/order/public/list'],
    ] as const) {
      await page.getByRole('heading', { level: 1, name: 'サイトマップ' }).waitFor()
      await page.route(`**${call}*`, (route) => route.abort('failed'))
      await main.locator(`a[href="/sh/${path}"]`).first().click()
      const retry = main.getByRole('button', { name: 'もう一度試す' })
      await retry.waitFor()
      if (path === 'mypage') await inspect(page, 'line-cut')
      await page.unrouteAll()
      await retry.click()
      await retry.waitFor({ state: 'detached' })
      if (path === 'mypage') await page.goBack()
    }

    await moveTo(page, 'mypage/addresses/new')
    await field(main, '番地').fill('9-9-9')
    // From here on every request fails: the files of the previous version are gone.
    await page.route(/\/sh\/assets\/.*\.js/, (route) => route.abort('failed'))
    await page.getByRole('link', { name: '戻る' }).click()
    const notice = page.getByRole('alert').filter({ hasText: '画面を読み込めませんでした' })
    await notice.waitFor()
    expect(await field(main, '番地').inputValue()).toBe('9-9-9')
    await page.unrouteAll()
    // The reload continues to the target page.
    await notice.getByRole('button', { name: '再読み込みする' }).click()
    await page.waitForURL('**/mypage/addresses')

    const message =
      '<b>混み合っています。</b><a href="javascript:alert(1)">詳しく</a><img src=x onerror="document.title=1"><script>1</script>'
    await page.route('**/v1/common/address/update/*', (route) =>
      route.fulfill({ status: 409, json: { meta: { code: 409, error: 'ERROR_BUSY', message } } }),
    )
    await page.getByRole('button', { name: /さまをいつものお届け先にする$/ }).click()
    const toast = page.getByRole('region', { name: 'お知らせ' })
    await toast.getByText('混み合っています。').waitFor()
    // Checked in one step, because it disappears after five seconds.
    expect(await toast.evaluate((region) => region.querySelector('.pointer-events-auto > div')?.innerHTML)).toBe(
      '<b>混み合っています。</b><a>詳しく</a>',
    )
    await page.getByRole('link', { name: 'お届け先を追加する' }).click()
    await expect.poll(() => field(main, '番地').inputValue()).toBe('9-9-9')
  },
)

journey('another member logs in in another tab: the open form becomes theirs, not mixed', async ({ page, device }) => {
  const first = await memberWith(device, { sku: 117 })
  await page.goto('cart')
  await checkOut(page)
  await payCash(page)
  const second = await newMember({ name01: '別所', name02: '怜', houseNumber: '9-9-9' })
  await inCartOf(second, { sku: 117 })
  await logInDevice(device, second)
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: '入力内容を確認する' }).click()
  await reloaded
  await toConfirmation(page)
  const to = section(page, 'お届け先とお届けの時期')
  await to.getByText('別所 怜 さま').waitFor()
  expect(await to.textContent()).toContain('9-9-9')
  await order(page)
  await completed(page)
  expect(await ordersOf(first.email)).toEqual([])
  expect(await ordersOf(second.email)).toHaveLength(1)
})

journey(
  'a browser that blocks cookies and storage is told so, with the phone number',
  async ({ page, device, expectProblem }) => {
    // The router's own script can't keep the place of the page.
    expectProblem(/SecurityError: denied/)
    await device.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'] as const)
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('denied', 'SecurityError')
          },
        })
      Object.defineProperty(navigator, 'cookieEnabled', { get: () => false })
    })
    await page.goto('products/detail/15')
    await page.getByText('Cookieまたはデータの保存が止められています').waitFor()
    await page.getByText('(0120-000-000)').first().waitFor()
    await inspect(page, 'storage-blocked')
    await page.getByRole('button', { name: 'カートに入れる' }).click()
    await page.getByRole('link', { name: 'カート(1点)' }).waitFor()
  },
)
