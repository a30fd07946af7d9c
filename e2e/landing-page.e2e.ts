import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey, journeyInBoth } from './lib/journey.ts'
import { insideLine, openInLine, setLineRequirement } from './lib/line.ts'
import { tryToLogIn } from './lib/login.ts'
import { logInDevice, newMember } from './lib/member.ts'
import { signIn } from './lib/operator.ts'
import { newPerson } from './lib/people.ts'
import {
  agreeToTerms,
  cards,
  completed,
  fillMemberForm,
  order,
  payWithCard,
  toConfirmation,
  typeCard,
} from './lib/purchase.ts'
import { field, section } from './lib/shopping.ts'

const assets = join(import.meta.dirname, '../apps/storefront/build/client/assets')
const sizeOf = async (name: string) =>
  (await readFile(join(assets, `${name}.br`)).catch(() => readFile(join(assets, name)))).length + 330

afterEach(() => setLineRequirement('none'))

const submit = (page: Page) => page.getByRole('button', { name: /^(会員登録して確認へ進む|入力内容を確認する)$/ })

/**
 * How much moves under the reader's eyes, from the top of the page to its end. `isComing`: the form's code is asked for,
 * which takes no longer than it takes a reader to come to it, however slow this machine is.
 */
async function layoutShiftsWhileReading(page: Page, isComing: () => boolean): Promise<number> {
  await page.evaluate(() => {
    const counted = window as unknown as { shifted: number }
    counted.shifted = 0
    new PerformanceObserver((list) => {
      for (const one of list.getEntries() as (PerformanceEntry & { value: number })[]) counted.shifted += one.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (let n = 0; n < 30; n++) {
    await page.mouse.wheel(0, 400)
    await page.waitForTimeout(50)
    if (isComing()) await submit(page).waitFor()
  }
  await submit(page).waitFor()
  return page.evaluate(() => (window as unknown as { shifted: number }).shifted)
}

journeyInBoth('an advert leads to a page, and its goods are ordered on it', async ({ page, step }) => {
  step('the page is as light as the others, and no search result')
  const code: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/sh\/assets\/(.+\.js)$/.exec(request.url()) ?? []
    if (name) code.push(name)
  })
  const html = (await (await page.goto('lp/shizuku?adcd=summer'))?.text()) ?? ''
  expect(html).toContain('noindex')
  const names = [...html.matchAll(/<link rel="modulepreload" href="[^"]*\/([^/"]+\.js)"/g)].map(([, name]) => name!)
  const sizes = await Promise.all(names.map(async (name) => [name, await sizeOf(name)] as const))
  const total = sizes.reduce((sum, [, size]) => sum + size, 0)
  expect(total, JSON.stringify(sizes)).toBeLessThan(120 * 1024)
  await page.getByRole('heading', { level: 1, name: /毎朝の一滴が/ }).waitFor()
  expect(code.filter((name) => name.startsWith('page-form'))).toEqual([])

  step('the form comes before it is reached, and nothing moves')
  const isComing = () => code.some((name) => name.startsWith('page-form'))
  expect(await layoutShiftsWhileReading(page, isComing)).toBeLessThan(0.05)
  expect(code.filter((name) => name.startsWith('page-form'))).toHaveLength(1)
  await inspect(page, 'landing-page')

  step('its first block leads to the order')
  await page.getByRole('link', { name: 'お申し込みの内容を見る' }).click()
  await expect.poll(() => new URL(page.url()).hash).toBe('#order')

  step('it has the intervals of the page only')
  const months = section(page, 'お届け周期').getByLabel('間隔')
  expect(await months.locator('option').allTextContents()).toEqual(['毎月', '2か月ごと'])
  await months.selectOption('2か月ごと')

  step('what is missing is said beside the fields, on the page')
  await submit(page).click()
  await page.getByText('メールアドレスを入力してください。').waitFor()
  expect(new URL(page.url()).pathname).toBe('/sh/lp/shizuku')
  expect(await page.evaluate(() => localStorage.getItem('kushi.cart'))).toBeNull()

  step('a reload keeps what was typed')
  const person = newPerson()
  await fillMemberForm(page, person)
  await page.reload()
  await expect.poll(() => field(section(page, 'お客様情報'), '姓').inputValue()).toBe(person.name01)
  expect(await section(page, 'お届け周期').getByLabel('間隔').inputValue()).toBe('2')
  await field(page, 'パスワード').fill(person.password)
  await field(page, 'パスワード(確認)').fill(person.password)
  await payWithCard(page, cards.good)
  await agreeToTerms(page)
  await inspect(page, 'landing-form')
  await toConfirmation(page)
  await page.getByText('2か月ごと').first().waitFor()
  await inspect(page, 'landing-confirmation')

  step('what is to be changed is changed on the page')
  await section(page, 'お届け先とお届けの時期').getByRole('link', { name: /変更/ }).click()
  await page.waitForURL('**/lp/shizuku#order')
  await page
    .getByRole('radio', { name: /^会員情報のご住所|さま/ })
    .first()
    .waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'ご注文内容の確認' }).waitFor()
  await payWithCardAgain(page)

  step('the completion page has the words of the page')
  await order(page)
  const order_no = await completed(page)
  await page.getByText('はじめのひと瓶を、ていねいにお包みします。').waitFor()
  await inspect(page, 'landing-completed')
  await page.reload()
  await page.getByText('はじめのひと瓶を、ていねいにお包みします。').waitFor()
  expect(await sql('select landing_slug from orders where order_no = $1', order_no)).toEqual([
    { landing_slug: 'shizuku' },
  ])
})

journeyInBoth('a member orders on a page by one button, and one who came as a guest logs in there', async (visitor) => {
  const { page, device, step } = visitor
  step('a member reads a few lines and presses one button')
  const member = await newMember()
  await logInDevice(device, member)
  await page.goto('mypage/payments/new')
  await typeCard(page, cards.good)
  await page.getByRole('button', { name: 'このカードを登録する' }).click()
  await page.getByText('カードを登録しました。').waitFor()
  await page.goto('lp/shizuku#order')
  const known = page.getByRole('region', { name: 'お届けとお支払い' })
  await known.getByText(/1111/).waitFor()
  await known.getByText(new RegExp(member.name01)).waitFor()
  await known.getByText(/^毎月\d+日$/).waitFor()
  await inspect(page, 'landing-member')
  await toConfirmation(page)
  await page.goBack()
  await known.getByRole('button', { name: 'お届けやお支払いを変える' }).click()
  await page.getByRole('radio', { name: '新しいお届け先' }).waitFor()
  expect(await known.count()).toBe(0)

  step('a member who comes as a guest logs in in the middle, and is back at the order')
  await device.clearCookies()
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.reload()
  await field(section(page, 'お客様情報'), 'メールアドレス').fill(member.email)
  await field(section(page, 'お客様情報'), '姓').focus()
  await page.getByRole('status').getByRole('link', { name: 'ログインする' }).click()
  await page.getByRole('heading', { level: 1, name: 'ログイン' }).waitFor()
  await tryToLogIn(page, member.email, member.password)
  await page.waitForURL('**/lp/shizuku#order')
  await known.getByText(/1111/).waitFor()
  await toConfirmation(page)
})

/** A card typed on the form is gone from a confirmation that was left and entered again, if it asks for one. */
async function payWithCardAgain(page: Page) {
  const number = field(page, 'カード番号')
  if (await number.isVisible().catch(() => false)) await payWithCard(page, cards.good)
}

journey(
  'in LINE, friendship required: the page asks for it where the form would be',
  async ({ page, expectProblem }) => {
    await setLineRequirement('required')
    expectProblem(/^403: POST \/v1\/common\/line-account\/verify/)
    await openInLine(page, 'stranger', '/lp/shizuku')
    await page.getByRole('link', { name: 'お申し込みの内容を見る' }).click()
    const ask = page.getByRole('link', { name: 'LINEの友だちに追加して進む' })
    await ask.waitFor()
    await inspect(page, 'landing-line')
    await ask.click()
    await page.getByRole('button', { name: '友だちに追加する' }).click()
    await page.getByRole('button', { name: '友だち追加', exact: true }).click()
    await page.getByText('友だち追加がお済みです').waitFor()
    await page.getByRole('link', { name: 'ご購入のお手続きを続ける' }).click()
    await page.waitForURL('**/lp/shizuku#order')
    const person = newPerson()
    await fillMemberForm(page, person)
    await payWithCard(page, cards.good)
    await agreeToTerms(page)
    await toConfirmation(page)
  },
  { userAgent: insideLine },
)

journeyInBoth(
  'an operator edits a page, previews it, and reads in 今日 that adverts still come to a closed one',
  async ({ page, device, step, expectProblem }) => {
    expectProblem(/^422: POST \/admin\/v1\/landing-pages/)
    step('what is wrong is said beside its field')
    await signIn(page, 'manager')
    await page.goto(`${process.env.SHOP_URL}/admin/content/landing-pages/new`)
    await field(page, '題名').fill('椿油のお試し')
    await field(page, 'URL用の名前').fill('shizuku')
    await inspect(page, 'admin-landing-page-new')
    await page.getByRole('button', { name: '保存する' }).click()
    await page.getByText('商品を選んでください。').waitFor()
    await inspect(page, 'admin-landing-page-wrong')
    await page.getByLabel('商品').first().selectOption({ index: 1 })
    await page.getByRole('button', { name: '保存する' }).click()
    await page.getByText(/で使われています。ほかのものにしてください。/).waitFor()

    step('it is saved with two ways to pay')
    await field(page, 'URL用の名前').fill('trial')
    await page.getByRole('checkbox', { name: 'クレジットカード' }).check()
    await page.getByRole('checkbox', { name: '代金引換' }).check()
    await page.getByRole('button', { name: '保存する' }).click()
    await page.waitForURL(/landing-pages\/\d+$/)
    await inspect(page, 'admin-landing-page')

    step('its preview shows it while nobody else sees it')
    const opened = device.waitForEvent('page')
    await page.getByRole('button', { name: '保存した内容を下見する' }).click()
    const preview = await opened
    await preview.getByText('下見です。').waitFor()
    await preview.getByRole('radio', { name: /^クレジットカード/ }).waitFor()
    expect(await preview.getByRole('radio', { name: /^(NP後払い|Amazon Pay|PayPay)/ }).count()).toBe(0)
    await inspect(preview, 'landing-preview')
    await preview.close()

    step('its own promotion is chosen, and counts on the page alone')
    await sql(
      `insert into promotion (shop_id, promotion_name, status, trigger, audience, starts_at, effect, created_at, updated_at)
        values (2, 'このページの500円引き', 'active', 'landing_page', 'everybody', now() - interval '1 day',
          '{"kind": "yen", "yen": 500}', now(), now())`,
    )
    await page.reload()
    await page.getByLabel('このページの特典').selectOption('このページの500円引き')
    await page.getByRole('checkbox', { name: '公開する' }).check()
    await page.getByRole('button', { name: '保存する' }).click()
    await page.getByText('申し込みページを保存しました').waitFor()
    await inspect(page, 'admin-landing-page-promotion')
    const visitor = await device.newPage()
    await visitor.goto(`${process.env.SHOP_URL}/sh/lp/trial`)
    await visitor.getByText('このページの500円引き').first().waitFor()
    await inspect(visitor, 'landing-promotion')
    await visitor.close()
    await sql(`update landing_page set visible = false where shop_id = 2 and slug = 'trial'`)

    step('adverts that still come to it are a task of the day')
    await sql(
      `insert into landing_day (shop_id, day, landing_path, adcd, visits)
        select 2, max(day), '/lp/trial', 'x', 12 from (select current_date as day) d`,
    )
    await page.goto(`${process.env.SHOP_URL}/admin/`)
    await page.getByText(/広告から、公開していない申し込みページ「椿油のお試し」に来ています/).waitFor()
    await page.goto(`${process.env.SHOP_URL}/admin/content/landing-pages`)
    await inspect(page, 'admin-landing-pages')
  },
)

journeyInBoth(
  'the shop reads where visitors leave the form of a page, and never what they typed',
  async ({ page, step }) => {
    await sql('delete from form_part_day where shop_id = 2')
    const counted = () =>
      sql(
        `select form_part, reached, entered, refused, left_here from form_part_day
        where shop_id = 2 and form_part in ('', 'name', 'phone', 'consent') order by form_part`,
      )
    const row = (form_part: string, reached: number, entered: number, refused: number, left_here: number) => ({
      ...{ form_part, reached, entered, refused, left_here },
    })
    step('one leaves at the telephone number')
    await page.goto('lp/shizuku#order')
    const customer = section(page, 'お客様情報')
    await field(customer, '姓').fill('去りゆく')
    await field(customer, '電話番号').fill('12')
    await field(customer, '姓').focus()
    await expect.poll(() => field(customer, '電話番号').getAttribute('aria-invalid')).toBe('true')
    await field(customer, '電話番号').focus()
    await page.goto('about:blank')
    await expect.poll(counted).toEqual([row('', 1, 1, 1, 1), row('name', 1, 1, 0, 0), row('phone', 1, 1, 1, 1)])

    step('another one comes to the confirmation')
    await page.goto('lp/shizuku#order')
    await fillMemberForm(page, newPerson())
    await payWithCard(page, cards.good)
    await agreeToTerms(page)
    await toConfirmation(page)
    await expect
      .poll(counted)
      .toEqual([row('', 2, 2, 1, 1), row('consent', 1, 1, 0, 0), row('name', 2, 2, 0, 0), row('phone', 2, 2, 1, 1)])
    const all = JSON.stringify(await sql('select * from form_part_day where shop_id = 2'))
    expect(all).not.toContain('去りゆく')

    step('the shop reads it')
    await signIn(page, 'manager')
    await page.goto(`${process.env.SHOP_URL}/admin/content/landing-pages`)
    await page.getByRole('listitem').filter({ hasText: '/lp/shizuku' }).getByRole('link').click()
    await page.getByRole('link', { name: 'フォームの集計' }).click()
    await page.getByRole('row', { name: /^電話番号 2 .*1.* 1/ }).waitFor()
    await inspect(page, 'admin-form-figures')
  },
)
