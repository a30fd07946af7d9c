import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { inCartOf, memberWith } from './lib/member.ts'
import { somebody } from './lib/people.ts'
import { cards, completed, fillAddress, order, payCash, payWithCard, toConfirmation } from './lib/purchase.ts'
import { checkOut, field, section } from './lib/shopping.ts'

/** A date this many days from today in Japan, in the shop's format: 12月3日(木). */
function inDays(days: number): string {
  const date = new Date(Date.now() + days * 86_400_000)
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('ja-JP', { timeZone: 'Asia/Tokyo', ...options }).format(date)
  return `${part({ month: 'numeric', day: 'numeric' }).replace('/', '月')}日(${part({ weekday: 'short' })})`
}

const dates = (page: Page) => field(section(page, 'お届け方法'), 'お届け希望日').locator('option').allTextContents()

journey('the selectable days depend on the address: Okinawa and islands take longer', async ({ page, device }) => {
  await memberWith(device, { sku: 133 })
  await page.goto('cart')
  await checkOut(page)
  const own = section(page, 'お届け先')
  await own.getByRole('radio', { name: /^椿野 咲 さま/, checked: true }).waitFor()
  await expect.poll(async () => (await dates(page)).length).toBe(59)
  expect((await dates(page))[1]).toBe(inDays(5))
  const chosen = field(section(page, 'お届け方法'), 'お届け希望日')
  await chosen.selectOption({ index: 1 })

  await own.getByRole('radio', { name: /^新しいお届け先/ }).check()
  const person = somebody({ postcode: '9000001', name01: '新垣', name02: '凪', kana01: 'あらかき', kana02: 'なぎ' })
  for (const [label, text] of [
    ['姓', person.name01],
    ['名', person.name02],
    ['せい', person.kana01],
    ['めい', person.kana02],
  ] as const)
    await field(own, label).fill(text)
  await fillAddress(page, person, own)
  // The selected day is too early for that address: it is reset, and the page says so.
  await page.getByText('お届け先に合わせて、お届け希望日を選び直してください。').waitFor()
  await inspect(page, 'purchase-date-taken-back')
  expect((await dates(page))[1]).toBe(inDays(7))
  expect(await page.getByText('離島へのお届けのため').count()).toBe(0)

  await field(own, '市区町村・町名').fill('')
  await field(own, '郵便番号').fill('9070004')
  await page.getByText('離島へのお届けのため、通常より日数がかかります。').waitFor()
  await expect.poll(async () => (await dates(page))[1]).toBe(inDays(10))
  await inspect(page, 'purchase-island')
  await chosen.selectOption({ index: 1 })
  await payCash(page)
  await toConfirmation(page)
  expect(await section(page, 'お届け先とお届けの時期').textContent()).toMatch(/石垣市登野城.*離島へのお届け/)
  await inspect(page, 'confirm-island')
})

journey('メール便 is only for light goods, without date, time and cash on delivery', async ({ page, device }) => {
  const member = await memberWith(device, { sku: 125 })
  await page.goto('cart')
  await checkOut(page)
  const delivery = section(page, 'お届け方法')
  // The cheaper method is preselected.
  const letter = delivery.getByRole('radio', { name: /^メール便/ })
  await expect.poll(() => letter.isChecked()).toBe(true)
  await delivery.getByRole('radio', { name: /^宅配便/ }).check()
  await field(delivery, '置き配').selectOption({ index: 1 })
  const place = await field(delivery, '置き配').locator('option:checked').textContent()
  await letter.check()
  await delivery.getByText('メール便は、最短の日程でポストへお届けします。').waitFor()
  expect(await field(delivery, 'お届け希望日').count()).toBe(0)
  await expect.poll(() => page.getByRole('radio', { name: /^代金引換/ }).isDisabled()).toBe(true)
  await inspect(page, 'purchase-mail-delivery')
  await payWithCard(page, cards.good)
  await toConfirmation(page)
  const terms = section(page, 'お届け先とお届けの時期')
  expect(await terms.textContent()).not.toContain(place)
  const promised = /\d+年\d+月\d+日\(.\)/.exec((await terms.textContent()) ?? '')![0]
  await order(page)
  const order_no = await completed(page)
  // The stored day is the one that was promised.
  expect(await page.getByRole('main').textContent()).toContain(promised)
  await page.goto(`mypage/history?order_no=${order_no}`)
  await page.getByText(`${promised}(最短の日程)`).waitFor()

  await inCartOf(member, { sku: 125 })
  await inCartOf(member, { sku: 133 })
  await page.goto('normal-purchase?loggedIn=true')
  await field(delivery, 'お届け希望日').waitFor()
  await expect.poll(() => page.getByRole('radio', { name: /^代金引換/ }).isEnabled()).toBe(true)
  expect(await delivery.getByRole('radio', { name: /^メール便/ }).count()).toBe(0)
})

const FEE_CHANGED = 'お届け先の変更により送料が変わりました。金額をご確認ください。'

journey(
  'another address changes the fee, which is shown on the form and at the confirmation',
  async ({ page, device }) => {
    await memberWith(device, { sku: 133 })
    // The shop's fee only for Iwate, whose postcodes no other journey uses.
    await sql(
      `insert into delivery_prefecture_fee (shop_id, delivery_id, pref_id, fee)
       select shop_id, id, 3, 1320 from delivery where shop_id = 2 and not mail_delivery_flag
       on conflict do nothing`,
    )
    await page.goto('cart')
    await checkOut(page)
    const own = section(page, 'お届け先')
    await own.getByRole('radio', { name: /^椿野 咲 さま/, checked: true }).waitFor()
    await field(section(page, 'お届け方法'), 'お届け希望日').waitFor()
    expect(await page.getByText(FEE_CHANGED).count()).toBe(0)

    await own.getByRole('radio', { name: /^新しいお届け先/ }).check()
    for (const [label, text] of [
      ['姓', '及川'],
      ['名', '凪'],
      ['せい', 'おいかわ'],
      ['めい', 'なぎ'],
      ['郵便番号', '0200001'],
      ['市区町村・町名', '盛岡市'],
      ['番地', '1-2'],
      ['電話番号', '0190000000'],
    ] as const)
      await field(own, label).fill(text)
    await field(own, '都道府県').selectOption('岩手県')
    await page.getByText(FEE_CHANGED).waitFor()
    await page.getByText('送料: ¥660 → ¥1,320').waitFor()
    await inspect(page, 'purchase-fee-changed')
    await payCash(page)
    await toConfirmation(page)
    const amounts = section(page, 'お支払い金額')
    await amounts.getByText(FEE_CHANGED).waitFor()
    expect(await amounts.textContent()).toContain('送料¥1,320')
    await inspect(page, 'confirm-fee-changed')
    // Stored with the purchase: a reload shows it too.
    await page.reload()
    await amounts.getByText('送料: ¥660 → ¥1,320').waitFor()
  },
)
