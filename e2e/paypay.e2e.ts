import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ordersOf, sql, stockOf } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { inCartOf, memberWith } from './lib/member.ts'
import { completed, order, toConfirmation } from './lib/purchase.ts'
import { mailTo } from './lib/sandbox.ts'
import { checkOut, section } from './lib/shopping.ts'

const sku = 133
const paypay = (page: Page) => page.getByRole('radio', { name: /^PayPay/ })
const isShown = (visible: boolean) =>
  sql('update shop_payment set visible = $1 where shop_id = 2 and payment_method_id = 5', visible)

interface Payment {
  merchantPaymentId: string
  status: string
  amount: number
}
async function paymentAt(order_no: string): Promise<Payment | undefined> {
  const answer = await fetch(`${process.env.SHOP_URL}/sandbox/paypay/transactions.json`)
  const { payments } = (await answer.json()) as { payments: Payment[] }
  return payments.find(({ merchantPaymentId }) => merchantPaymentId === order_no)
}

journey('PayPay: stopped on its page, then paid there; 定期便 says why not', async ({ page, device, step }) => {
  await isShown(true)
  try {
    const member = await memberWith(device, { sku })
    const before = await stockOf(sku)
    step('chosen on the form, and the confirmation says what follows')
    await page.goto('cart')
    await checkOut(page, 'normal')
    await paypay(page).check()
    await inspect(page, 'paypay-form')
    await toConfirmation(page)
    const terms = section(page, 'お支払い方法と時期')
    expect(await terms.innerText()).toContain('PayPayの画面に移ります')
    await inspect(page, 'paypay-confirm')

    step('too little on the account, then やめる: nothing is charged, and the stock is back')
    await order(page)
    await page.getByRole('button', { name: '残高が足りない' }).click()
    await page.getByRole('alert').getByText('残高が足りません').waitFor()
    if (process.env.JOURNEY_PICTURES)
      await page.screenshot({ path: `${process.env.JOURNEY_PICTURES}/paypay-page.png`, fullPage: true })
    await page.getByRole('button', { name: 'やめる' }).click()
    await page.getByRole('heading', { level: 1, name: 'お支払いができませんでした' }).waitFor()
    await inspect(page, 'paypay-stopped')
    const [stopped] = await ordersOf(member.email)
    expect(stopped).toMatchObject({ status: 'payment_error', payment_method_id: 5 })
    expect(await paymentAt(stopped!.order_no)).toMatchObject({ status: 'CANCELED' })
    expect(await stockOf(sku)).toBe(before)

    step('chosen again and paid')
    await page.getByRole('link', { name: 'お支払い方法を変える' }).click()
    await paypay(page).check()
    await toConfirmation(page)
    await order(page)
    await page.getByRole('button', { name: '支払う', exact: true }).click()
    const order_no = await completed(page)
    await inspect(page, 'paypay-complete')
    const placed = (await ordersOf(member.email)).at(-1)!
    expect(placed).toMatchObject({ order_no, status: 'received', payment_method_id: 5 })
    expect(await paymentAt(order_no)).toMatchObject({ status: 'AUTHORIZED', amount: placed.payment_total })
    await expect
      .poll(async () => (await mailTo(member.email)).find(({ text }) => text.includes(order_no))?.text)
      .toContain('PayPay')

    step('a 定期便 says where it is chosen why not')
    await inCartOf(member, { sku, subscription: true })
    await page.goto('cart?tab=periodic')
    await checkOut(page, 'periodic')
    await page.getByText('PayPayは、定期便ではご利用いただけません。').waitFor()
    expect(await paypay(page).isDisabled()).toBe(true)
    await inspect(page, 'paypay-subscription')
  } finally {
    await isShown(false)
  }
})
