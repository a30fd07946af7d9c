import { expect } from 'vitest'
import { newDevice } from './lib/browser.ts'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey, journeyInBoth } from './lib/journey.ts'
import { tryToLogIn } from './lib/login.ts'
import { callAs, logInDevice, newMember } from './lib/member.ts'
import { signIn } from './lib/operator.ts'
import { putInCart } from './lib/shopping.ts'

journeyInBoth(
  'a change is planned, waits for its time, and is withdrawn',
  async ({ page, expectProblem }) => {
    await sql('delete from scheduled_change where shop_id = 2')
    await signIn(page, 'manager')
    await page.goto('/admin/schedule')
    await page.getByText('予定はありません。').waitFor()
    await page.getByRole('link', { name: '変更を予定する' }).click()
    await page.getByRole('link', { name: '送料無料の金額', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: '送料無料の金額の変更を予定する' }).waitFor()
    await inspect(page, 'admin-schedule-new')

    expectProblem(/^422: POST \/admin\/v1\/schedule/)
    await page.getByLabel(/送料が無料になる金額/).fill('5,500')
    await page.getByLabel(/始まり/).fill('2020-01-01T00:00')
    await page.getByRole('button', { name: '予定する' }).click()
    await page.getByText('始まりは、これからの日時にしてください。').waitFor()
    const nextYear = new Date().getFullYear() + 1
    await page.getByLabel(/始まり/).fill(`${nextYear}-01-01T00:00`)
    await page.getByRole('button', { name: '予定する' }).click()
    await page.getByRole('status').getByText('変更を予定しました').waitFor()
    await page.getByText('送料無料: ¥6,600 → ¥5,500').waitFor()
    await inspect(page, 'admin-schedule')
    const rows = await sql<{ starts_at: Date }>('select starts_at from scheduled_change where shop_id = 2')
    expect(rows.map(({ starts_at }) => new Date(starts_at).toISOString())).toEqual([
      `${nextYear - 1}-12-31T15:00:00.000Z`,
    ])

    await page.getByRole('button', { name: '取り消す' }).click()
    await page.getByRole('button', { name: '予定を取り消す' }).click()
    await page.getByText('予定はありません。').waitFor()
  },
  { on: ['desktop'] },
)

journey(
  'a text and a tax rate are planned; the calendar shows both',
  async ({ page }) => {
    await sql('delete from scheduled_change where shop_id = 2')
    await signIn(page, 'manager')
    const day = `${new Date().getFullYear() + 1}-01-05`
    await page.goto('/admin/schedule/new?kind=content&subject=banner/0')
    await page.getByRole('button', { name: 'HTMLで直す' }).click()
    await page.getByLabel('文章(HTML)').fill('<p>初売りを始めました</p>')
    await page.getByLabel(/始まり/).fill(`${day}T10:00`)
    await inspect(page, 'admin-schedule-text')
    await page.getByRole('button', { name: '予定する' }).click()
    await page.getByRole('heading', { level: 2, name: 'カレンダー' }).waitFor()
    await page.goto('/admin/schedule/new?kind=tax_rate&subject=13')
    await page.getByLabel('消費税率').selectOption('8%(軽減税率)')
    await page.getByLabel(/始まり/).fill(`${day}T10:00`)
    await page.getByRole('button', { name: '予定する' }).click()
    await page.getByText('消費税率: 10% → 8%').waitFor()
    await inspect(page, 'admin-schedule-grid')

    await sql('delete from scheduled_change where shop_id = 2')
  },
  { on: ['desktop'] },
)

journeyInBoth(
  'the shop is previewed as of a day, from 予定 to the cart and back; other visitors do not see it, and nothing can be bought',
  async ({ page, device, size, expectProblem }) => {
    const today = new Date()
    const day = `${today.getFullYear() + 1}-03-01`
    const sku = { subscription_first_price: null, subscription_price: null, price: 7_654 }
    const [own] = await sql<{ id: number; product_id: number }>(
      'select id::int, product_id::int from product_sku where shop_id = 2 and product_id = 15 order by sort_no, id limit 1',
    )
    await sql('delete from scheduled_change where shop_id = 2')
    await signIn(page, 'manager')
    const changes = [
      { kind: 'price', subject_id: '15', after: { skus: [{ ...sku, id: own!.id }] } },
      { kind: 'tax_rate', subject_id: '15', after: { tax_rate: 8 } },
      { kind: 'visibility', subject_id: '13', after: { visible: false } },
    ]
    for (const change of changes) {
      const data = { ...change, starts_at: `${day}T00:00:00+09:00`, ends_at: null }
      const answer = await page.request.post('/admin/v1/schedule', { data, headers: { 'x-kushi-admin': '1' } })
      expect(answer.status(), await answer.text()).toBe(200)
    }
    const member = await newMember()
    await logInDevice(device, member)

    await page.goto('/admin/schedule')
    await page.getByRole('link', { name: 'その日のショップを見る' }).click()
    await page.getByLabel(/^日時/).fill(`${day}T00:00`)
    await page.getByRole('button', { name: 'この日時で見る' }).click()
    await page.getByRole('row', { name: /¥7,654.*8%/ }).waitFor()
    await inspect(page, 'admin-schedule-as-of')
    const other = await device.newPage()
    await other.goto('products')
    await other.getByRole('heading', { level: 1 }).waitFor()
    const opened = device.waitForEvent('page')
    await page.getByRole('link', { name: 'ショップを開く' }).click()
    const shop = await opened
    const band = shop.getByRole('complementary', { name: 'プレビュー' })
    await band.getByText(`${today.getFullYear() + 1}年3月1日 0:00 のショップを表示しています`).waitFor()
    expect(shop.url()).toMatch(/\/sh\/$/)
    await inspect(shop, 'as-of-home')

    await shop.goto('products')
    expect(await shop.locator('a[href$="/products/detail/13"]').count()).toBe(0)
    // Navigation inside the page: its API calls are as of that day too.
    await shop.locator('a[href$="/products/detail/15"]').first().click()
    await shop.getByText('7,654').first().waitFor()
    await band.waitFor()
    await inspect(shop, 'as-of-product')
    expect((await shop.goto('products/detail/13'))!.status()).toBe(404)
    expectProblem(/^404: GET \/sh\/products\/detail\/13/)
    await band.waitFor()
    await putInCart(shop, { product: 15 })
    await shop.getByRole('link', { name: 'カートを見る' }).click()
    // The cart stores details from the page, but its total comes from the shop.
    await shop.getByText('8%対象 ¥7,654').waitFor()
    await inspect(shop, 'as-of-cart')
    // The member of this browser is logged out there, and their pages are not shown as of that day.
    await shop.goto('mypage')
    await shop.getByRole('heading', { level: 1, name: 'ログイン' }).waitFor()
    expectProblem(/^403: POST \/v1\/common\/login/)
    await tryToLogIn(shop, member.email, member.password)
    await shop
      .getByText(/^プレビュー中は、/)
      .first()
      .waitFor()

    // A page that was already open changes to that day as a whole, and back.
    const bandThere = other.getByRole('complementary', { name: 'プレビュー' })
    expect(await bandThere.count()).toBe(0)
    await other.locator('a[href$="/products/detail/15"]').first().click()
    await bandThere.waitFor()

    const stranger = await newDevice(size)
    try {
      const theirs = await stranger.newPage()
      expect((await theirs.goto('products/detail/13'))!.status()).toBe(200)
      expect(await theirs.getByRole('complementary', { name: 'プレビュー' }).count()).toBe(0)
    } finally {
      await stranger.close()
    }

    await band.getByRole('button', { name: '終了' }).click()
    await shop.waitForURL(/\/sh\/$/)
    await shop.getByRole('heading', { level: 1 }).waitFor()
    expect(await band.count()).toBe(0)
    await other.getByRole('link', { name: '特定商取引法に基づく表記' }).first().click()
    await other.getByRole('heading', { level: 1, name: '特定商取引法に基づく表記' }).waitFor()
    expect(await bandThere.count()).toBe(0)
    // The member is still logged in, with the same cart.
    await shop.goto('mypage')
    await shop.getByRole('heading', { level: 1, name: 'マイページ' }).waitFor()
    expect(await callAs(member, 'GET', '/v1/cart/items')).toMatchObject({ items: [] })
    await sql('delete from scheduled_change where shop_id = 2')
  },
)
