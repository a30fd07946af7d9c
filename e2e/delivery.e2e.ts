import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { inCartOf, memberWith } from './lib/member.ts'
import { payCash, toConfirmation } from './lib/purchase.ts'
import { checkOut, field, section } from './lib/shopping.ts'

/** A date this many days from today in Japan, in the shop's format: 12月3日(木). */
function inDays(days: number): string {
  const date = new Date(Date.now() + days * 86_400_000)
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('ja-JP', { timeZone: 'Asia/Tokyo', ...options }).format(date)
  return `${part({ month: 'numeric', day: 'numeric' }).replace('/', '月')}日(${part({ weekday: 'short' })})`
}

/** The days that can be chosen, without the name of a 祝日 behind them. */
async function dates(page: Page): Promise<string[]> {
  const options = field(section(page, 'お届け方法'), 'お届け希望日').locator('option')
  return (await options.allTextContents()).map((label) => label.split(' ')[0]!)
}

const FEE_CHANGED = 'お届け先の変更により送料が変わりました。金額をご確認ください。'
/** Beside the fee of before any address was known. */
const FEE_BY_PLACE = 'お届け先により送料が決まりました。金額をご確認ください。'

journey('メール便 for light goods only; days and fee follow the address, to an island', async ({ page, device }) => {
  const member = await memberWith(device, { sku: 125 })
  await page.goto('cart')
  await checkOut(page)
  const delivery = section(page, 'お届け方法')
  const day = field(delivery, 'お届け希望日')
  const cash = page.getByRole('radio', { name: /^代金引換/ })
  // The cheaper method is preselected; it has no date, time, 置き配 or cash on delivery.
  const letter = delivery.getByRole('radio', { name: /^メール便/ })
  await expect.poll(() => letter.isChecked()).toBe(true)
  await delivery.getByText('メール便は、最短の日程でポストへお届けします。').waitFor()
  expect(await day.count()).toBe(0)
  await expect.poll(() => cash.isDisabled()).toBe(true)
  await inspect(page, 'purchase-mail-delivery')

  // Together with heavy goods there is no choice.
  await inCartOf(member, { sku: 133 })
  await page.reload()
  await day.waitFor()
  await expect.poll(() => cash.isEnabled()).toBe(true)
  expect(await letter.count()).toBe(0)
  const own = section(page, 'お届け先')
  await own.getByRole('radio', { name: /^椿野 咲 さま/, checked: true }).waitFor()
  await expect.poll(async () => (await dates(page)).length).toBe(59)
  expect((await dates(page))[1]).toBe(inDays(5))
  expect(await page.getByText(FEE_CHANGED).or(page.getByText(FEE_BY_PLACE)).count()).toBe(0)
  await day.selectOption({ index: 1 })

  await own.getByRole('radio', { name: /^新しいお届け先/ }).check()
  for (const [label, text] of [
    ['姓', '宮良'],
    ['名', '凪'],
    ['せい', 'みやら'],
    ['めい', 'なぎさ'],
    ['郵便番号', '9070004'],
    ['番地', '1-2'],
    ['電話番号', '0980000000'],
  ] as const)
    await field(own, label).fill(text)
  // The selected day is too early for an island: it is reset, and the page says so, as it does of the fee.
  await page.getByText(FEE_CHANGED).waitFor()
  await page.getByText('離島へのお届けのため、通常より日数がかかります。').waitFor()
  await page.getByText('お届け先・お届け方法・お支払い方法に合わせると、').waitFor()
  await expect.poll(async () => (await dates(page))[1]).toBe(inDays(10))
  await day.selectOption({ index: 1 })
  await payCash(page)
  await toConfirmation(page)
  expect(await section(page, 'お届け先とお届けの時期').textContent()).toMatch(/石垣市登野城.*離島へのお届け/)
  const amounts = section(page, 'お支払い金額')
  await amounts.getByText(FEE_BY_PLACE).waitFor()
  const fee = (await amounts.innerText()).match(/送料\s*¥([\d,]+)/)![1]
  await amounts.getByText(`送料: ¥660 → ¥${fee}`).waitFor()
})
