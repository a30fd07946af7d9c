import { cardSheetOf, PAYMENT_METHODS } from '@kushi/values/payment-method'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ordersOf, sql, stockOf } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth } from './lib/journey.ts'
import { memberWith } from './lib/member.ts'
import { shipParcel } from './lib/morning.ts'
import { signIn } from './lib/operator.ts'
import { newPerson } from './lib/people.ts'
import { agreeToTerms, completed, order, toConfirmation } from './lib/purchase.ts'
import { mailTo } from './lib/sandbox.ts'
import { checkOut, checkOutAsNew, field, guestCart, section } from './lib/shopping.ts'

const sku = 133
const own = PAYMENT_METHODS.flatMap(({ id }) => (cardSheetOf(id) ? [id] : []))
const isShown = (visible: boolean) =>
  sql('update shop_payment set visible = $1 where shop_id = 2 and payment_method_id = any($2)', visible, own)
const way = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name })
const choose = (page: Page, name: string, button: string) =>
  sheet(page, name).getByRole('button', { name: button }).click()
const picture = async (page: Page, name: string) => {
  const folder = process.env.JOURNEY_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}-${page.viewportSize()!.width}.png` })
}

interface Charged {
  orderId: string
  walletType: string
  status: string
  amount: number
}
async function at(order_no: string): Promise<Charged | undefined> {
  const answer = await fetch(`${process.env.SHOP_URL}/sandbox/gmo-openapi/transactions.json`)
  return ((await answer.json()) as { orders: Charged[] }).orders.find(({ orderId }) => orderId === order_no)
}

journeyInBoth('Apple Pay: closed, refused, then paid by its sheet and shipped', async ({ page, device, step }) => {
  await isShown(true)
  try {
    const member = await memberWith(device, { sku })
    const before = await stockOf(sku)
    step('chosen on the form, and the confirmation says what follows')
    await page.goto('cart')
    await checkOut(page, 'normal')
    await way(page, 'Google Pay').waitFor()
    await way(page, 'Apple Pay').check()
    await inspect(page, 'sheet-form')
    await toConfirmation(page)
    expect(await section(page, 'お支払い方法と時期').innerText()).toContain('Apple Payの画面が開きます')
    await inspect(page, 'sheet-confirm')

    step('the sheet is closed: nothing is ordered, and the page says so')
    await order(page)
    await sheet(page, 'Apple Pay').waitFor()
    await picture(page, 'sheet-apple')
    await choose(page, 'Apple Pay', 'やめる')
    await page.getByRole('alert').getByText('お支払いは承認されていません').waitFor()
    await inspect(page, 'sheet-closed')
    expect(await ordersOf(member.email)).toEqual([])
    expect(await stockOf(sku)).toBe(before)

    step('a card that is refused: back at the form with the reason, and the stock is back')
    await order(page)
    await choose(page, 'Apple Pay', '断られるカード')
    await page.getByText('決済会社で、お支払いを受け付けられませんでした').waitFor()
    await inspect(page, 'sheet-refused')
    expect(await ordersOf(member.email)).toMatchObject([{ status: 'payment_error', payment_method_id: 12 }])
    expect(await stockOf(sku)).toBe(before)

    step('another card: bought, and the mail names it')
    await way(page, 'Apple Pay').check()
    await toConfirmation(page)
    await order(page)
    await choose(page, 'Apple Pay', 'JCB 0007')
    const order_no = await completed(page)
    await inspect(page, 'sheet-complete')
    const placed = (await ordersOf(member.email)).at(-1)!
    expect(placed).toMatchObject({ order_no, status: 'received', payment_method_id: 12 })
    expect(await at(order_no)).toMatchObject({ walletType: 'APPLE_PAY', status: 'AUTH', amount: placed.payment_total })
    await expect
      .poll(async () => (await mailTo(member.email)).find(({ text }) => text.includes(order_no))?.text)
      .toContain('Apple Pay')

    step('shipped: captured')
    await signIn(page, 'manager')
    await shipParcel(page.request, order_no)
    await expect.poll(async () => (await at(order_no))?.status).toBe('SALES')
  } finally {
    await isShown(false)
  }
})

journeyInBoth('Google Pay: closed, refused, then paid by 3-D Secure', async ({ page, device, step }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const isLoaded = () => asked.some((path) => path.endsWith('/google-pay.js'))
  const member = await memberWith(device, { sku })
  step('a shop that does not offer it loads nothing of it')
  await page.goto('cart')
  await checkOut(page, 'normal')
  await way(page, '代金引換').waitFor()
  expect([await way(page, 'Google Pay').count(), isLoaded()]).toEqual([0, false])
  await isShown(true)
  try {
    step('one that does loads it with the ways to pay, and not before')
    await page.goto('cart')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(isLoaded()).toBe(false)
    await checkOut(page, 'normal')
    await way(page, 'Google Pay').check()
    expect(isLoaded()).toBe(true)
    await toConfirmation(page)

    step('closed, and refused')
    await order(page)
    await sheet(page, 'Google Pay').waitFor()
    await picture(page, 'sheet-google')
    await choose(page, 'Google Pay', 'やめる')
    await page.getByRole('alert').getByText('お支払いは承認されていません').waitFor()
    await order(page)
    await choose(page, 'Google Pay', '断られるカード')
    await page.getByText('決済会社で、お支払いを受け付けられませんでした').waitFor()

    step('a card that is in no device: 本人認証, and then bought')
    await way(page, 'Google Pay').check()
    await toConfirmation(page)
    await order(page)
    await choose(page, 'Google Pay', '端末にないカード')
    await page.getByRole('heading', { name: '本人認証' }).waitFor()
    await page.getByRole('button', { name: '認証する' }).click()
    const order_no = await completed(page)
    await inspect(page, 'sheet-google-complete')
    const placed = (await ordersOf(member.email)).at(-1)!
    expect(placed).toMatchObject({ order_no, status: 'received', payment_method_id: 13 })
    expect(await at(order_no)).toMatchObject({ walletType: 'GOOGLE_PAY', status: 'AUTH', amount: placed.payment_total })
  } finally {
    await isShown(false)
  }
})

journeyInBoth('a guest’s name and address come from a sheet, and the order is paid by it', async ({ page, step }) => {
  await isShown(true)
  try {
    const person = newPerson()
    await guestCart(page, { sku })
    await page.goto('cart')
    await checkOutAsNew(page, person)
    const part = section(page, 'お客様情報')
    const ask = (name: string) => page.getByRole('button', { name: `${name}の情報を使う` }).click()
    step('closed: nothing is filled in')
    await ask('Google Pay')
    await choose(page, 'Google Pay', 'やめる')
    expect(await field(part, '姓').inputValue()).toBe('')
    await inspect(page, 'sheet-guest')

    step('Google knows no kana, Apple does; what was typed before stays')
    await ask('Google Pay')
    await choose(page, 'Google Pay', 'JCB 0007')
    await expect.poll(() => field(part, '姓').inputValue()).toBe('久志')
    expect(await field(part, 'せい').inputValue()).toBe('')
    expect(await way(page, 'Google Pay').isChecked()).toBe(true)
    await ask('Apple Pay')
    await choose(page, 'Apple Pay', 'JCB 0007')
    await expect.poll(() => field(part, 'せい').inputValue()).toBe('くし')
    const read = async (...names: string[]) => Promise.all(names.map((name) => field(part, name).inputValue()))
    expect(await read('めい', '郵便番号', '市区町村・町名', '番地', '建物名・部屋番号', '電話番号')).toEqual([
      'はなこ',
      expect.stringMatching(/^150-?0001$/),
      '渋谷区神宮前',
      '1-2-3',
      '櫛ビル4階',
      expect.stringMatching(/^090-?1234-?5678$/),
    ])
    expect(await field(part, 'メールアドレス').inputValue()).toBe(person.email)
    expect(await way(page, 'Apple Pay').isChecked()).toBe(true)
    await inspect(page, 'sheet-filled')

    step('the rest is typed; the confirmation is the same, and its press opens the sheet with the total')
    await field(part, 'メールアドレス(確認)').fill(person.email)
    await field(part, 'パスワード').fill(person.password)
    await field(part, 'パスワード(確認)').fill(person.password)
    await agreeToTerms(page)
    await toConfirmation(page)
    expect(await ordersOf(person.email)).toEqual([])
    await order(page)
    await sheet(page, 'Apple Pay')
      .getByText(/^椿野 [\d,]+円$/)
      .waitFor()
    await choose(page, 'Apple Pay', 'JCB 0007')
    const order_no = await completed(page)
    expect(await ordersOf(person.email)).toMatchObject([{ order_no, status: 'received', payment_method_id: 12 }])
  } finally {
    await isShown(false)
  }
})
