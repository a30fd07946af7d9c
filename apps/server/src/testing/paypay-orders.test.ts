import { paypayClient } from '@kushi/adapters/testing/paypay'
import { shop_payment } from '@kushi/db/schema/delivery'
import { ledger_entry } from '@kushi/db/schema/ledger'
import { payment } from '@kushi/db/schema/payment'
import { testDatabase } from '@kushi/db/testing'
import { cancelOrder } from '@kushi/shop/sales/fulfilment/cancel-order'
import { shipOrder } from '@kushi/shop/sales/fulfilment/ship-order'
import { changeOrderTotal } from '@kushi/shop/sales/order/change-total'
import { reconcilePayments } from '@kushi/shop/sales/payment/reconcile-payments'
import { refundOrder } from '@kushi/shop/sales/refund/refund-order'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { orderInspector } from './order-inspector.ts'
import { environment, newMember, sandboxOf, startServer } from './server.ts'
import { confirm, monthly } from './shopper.ts'

const sandbox = await sandboxOf()
const database = await testDatabase()
const { db } = database
const server = await startServer(environment(database.url, sandbox))
const paypay = paypayClient(sandbox)
const { call, url } = server
afterAll(async () => {
  await server.stop()
  await database.close()
  await sandbox.stop()
})
afterEach(() => paypay.clearFaults())
const isShown = (visible: boolean) =>
  db
    .update(shop_payment)
    .set({ visible })
    .where(and(eq(shop_payment.shop_id, 2), eq(shop_payment.payment_method_id, PAYMENT_METHOD.paypay)))
beforeAll(() => isShown(true))

const { ctx, repair, orderOf, paymentOf, stock } = await orderInspector(server)

/** An order up to PayPay's page. */
async function toPayPay(quantity = 1) {
  const member = await newMember(call)
  const items = [{ product_sku_id: 101, quantity, revision: 1 }]
  const body = await confirm(call, member, null, { payment_method_id: PAYMENT_METHOD.paypay, items })
  const placed = await call('POST /v1/order/public/new', { body, token: member.token })
  if (!placed.data?.redirect_url) throw new Error(JSON.stringify(placed))
  return { member, body, order_no: placed.data.order_no, redirect_url: placed.data.redirect_url }
}
/** The browser's way back, on the address that PayPay was given. */
async function comeBack(address: string | null) {
  const { search } = new URL(address!)
  const res = await fetch(`${url}/v1/payment/paypay/return${search}`, { redirect: 'manual' })
  return res.headers.get('location')
}
async function paid(quantity = 1) {
  const sent = await toPayPay(quantity)
  const back = await paypay.press(sent.redirect_url, 'pay')
  await comeBack(back)
  return { ...sent, back }
}
const parcel = { carrier: 'yamato', tracking_no: '123456789012' } as const

describe('a purchase', () => {
  test('is paid once on PayPay’s page, however often it is pressed and the browser comes back', async () => {
    const { member, body, order_no, redirect_url } = await toPayPay()
    const pressed = await call('POST /v1/order/public/new', { body, token: member.token })
    expect(pressed.data).toMatchObject({ order_no, redirect_url })
    const back = await paypay.press(redirect_url, 'pay')
    for (let n = 0; n < 2; n++) expect(await comeBack(back)).toBe(`/sh/normal-purchase/complete?order_no=${order_no}`)
    const { status, payment_total } = await orderOf(order_no)
    expect(status).toBe('received')
    expect(await paypay.payment(order_no)).toMatchObject({ status: 'AUTHORIZED', amount: payment_total, captured: 0 })
    expect(await reconcilePayments(ctx)).toEqual([])
  })

  test('やめる: not paid, the stock is back, and the page can’t be paid later', async () => {
    const before = await stock()
    const { order_no, redirect_url } = await toPayPay()
    expect(await stock()).toBe(before - 1)
    await comeBack(await paypay.press(redirect_url, 'cancel'))
    expect(await orderOf(order_no)).toMatchObject({ status: 'payment_error' })
    expect(await stock()).toBe(before)
    await paypay.press(redirect_url, 'pay')
    expect(await paypay.payment(order_no)).toMatchObject({ status: 'CANCELED' })
  })

  test('pressed again after the page’s minutes: settled at once, paid or not', async () => {
    const press = async ({ body, member }: Awaited<ReturnType<typeof toPayPay>>) =>
      (await call('POST /v1/order/public/new', { body, token: member.token })).data
    const [open, left] = [await toPayPay(), await toPayPay()]
    await paypay.press(left.redirect_url, 'leave')
    expect(await press(open)).toMatchObject({ status: 'payment_pending', redirect_url: open.redirect_url })
    await db
      .update(payment)
      .set({ updated_at: sql`now() - interval '6 minutes'` })
      .where(eq(payment.state, 'redirected'))
    expect(await press(open)).toMatchObject({ status: 'payment_error' })
    expect(await press(left)).toMatchObject({ status: 'received' })
    expect(await paypay.payment(open.order_no)).toMatchObject({ status: 'CANCELED' })
  })

  test('paid, and the browser never comes back: the repair receives it; never paid: its page is closed', async () => {
    const [left, gone] = [await toPayPay(), await toPayPay()]
    await paypay.press(left.redirect_url, 'leave')
    await repair()
    expect(await orderOf(left.order_no)).toMatchObject({ status: 'received' })
    expect(await orderOf(gone.order_no)).toMatchObject({ status: 'payment_error' })
    expect(await paypay.payment(gone.order_no)).toMatchObject({ status: 'CANCELED' })
  })

  test('a notice settles it before the browser comes back; twice, late or forged it changes nothing', async () => {
    const { order_no, redirect_url } = await toPayPay()
    const notice = () => paypay.notice(order_no, `${url}/v1/payment/paypay/notification`)
    // Nothing is paid yet: a notice is no reason to give the order up.
    await notice()
    expect(await paymentOf(order_no)).toMatchObject({ state: 'redirected' })
    const back = await paypay.press(redirect_url, 'leave')
    expect(back).toBeNull()
    await paypay.fault('getCodePayment', '500')
    expect(await notice()).toBe(503)
    expect(await notice()).toBe(200)
    expect(await notice()).toBe(200)
    expect(await orderOf(order_no)).toMatchObject({ status: 'received' })
    const forged = { merchant_id: '100000000000000001', merchant_order_id: order_no, state: 'CANCELED' }
    const res = await fetch(`${url}/v1/payment/paypay/notification`, { method: 'POST', body: JSON.stringify(forged) })
    expect(res.status).toBe(200)
    expect(await paymentOf(order_no)).toMatchObject({ state: 'authorised' })
  })

  test.each(['drop-before', 'drop-after', '500'])(
    'the answer to the first call is lost (%s): pressed again, it is one payment or a clear refusal',
    async (kind) => {
      const member = await newMember(call)
      const body = await confirm(call, member, null, { payment_method_id: PAYMENT_METHOD.paypay })
      await paypay.fault('createCode', kind)
      const press = () => call('POST /v1/order/public/new', { body, token: member.token })
      expect((await press()).status).toBe(503)
      const { data } = await press()
      if (kind === 'drop-after') expect(data).toMatchObject({ status: 'payment_error' })
      else expect(data).toMatchObject({ status: 'payment_pending', redirect_url: expect.any(String) })
    },
  )
})

describe('after it', () => {
  test('shipped: captured once, booked, refunded in part and then whole', async () => {
    const { order_no } = await paid(2)
    await shipOrder(ctx, { order_no, ...parcel })
    const { id, payment_total } = await orderOf(order_no)
    expect(await paypay.payment(order_no)).toMatchObject({ status: 'COMPLETED', captured: payment_total })
    const booked = await db.select().from(ledger_entry).where(eq(ledger_entry.order_id, id))
    expect(new Set(booked.map(({ payment_method_id }) => payment_method_id))).toEqual(new Set([5]))
    await refundOrder(ctx, { order_no, refund: { kind: 'reduction', total: 500 } })
    await refundOrder(ctx, { order_no, refund: { kind: 'return' } })
    const { refunds } = (await paypay.payment(order_no))!
    expect(refunds.map(({ amount }) => amount)).toEqual([500, payment_total - 500])
    expect(await paymentOf(order_no)).toMatchObject({ state: 'refunded', account: 'paypay 100000000000000001' })
    expect(await reconcilePayments(ctx)).toEqual([])
  })

  test('cancelled before it is shipped: the authorisation is given back', async () => {
    const { order_no } = await paid()
    await cancelOrder(ctx, { order_no })
    await repair()
    expect(await paypay.payment(order_no)).toMatchObject({ status: 'CANCELED', captured: 0 })
    expect(await paymentOf(order_no)).toMatchObject({ state: 'voided' })
  })

  test('cheaper: only that is captured; dearer is refused in words', async () => {
    const { order_no } = await paid(2)
    const { payment_total } = await orderOf(order_no)
    await changeOrderTotal(ctx, { order_no, amount: payment_total - 300 })
    await expect(changeOrderTotal(ctx, { order_no, amount: payment_total + 300 })).rejects.toThrow()
    await shipOrder(ctx, { order_no, ...parcel })
    expect(await paypay.payment(order_no)).toMatchObject({ captured: payment_total - 300 })
    expect(await reconcilePayments(ctx)).toEqual([])
  })
})

describe('where it is offered', () => {
  test('定期便 says why not, and the server refuses it too', async () => {
    const query = { is_subscription: true, amount: 3000, visible: true }
    const { items } = (await call('GET /v1/setting/shop/payment/', { query })).data
    const one = items.find(({ payment_method_id }) => payment_method_id === PAYMENT_METHOD.paypay)
    expect(one).toMatchObject({
      is_available: false,
      reason: expect.stringContaining('定期便ではご利用いただけません'),
    })
    const member = await newMember(call)
    const more = {
      payment_method_id: PAYMENT_METHOD.paypay,
      is_subscription: true,
      delivery_pattern: monthly,
    } as const
    await expect(confirm(call, member, null, more)).rejects.toThrow('定期便ではご利用いただけません')
  })

  test('a shop that does not show it offers nothing of it', async () => {
    await isShown(false)
    const { items } = (await call('GET /v1/setting/shop/payment/', { query: { visible: true } })).data
    expect(items.map(({ payment_method_id }) => payment_method_id)).not.toContain(PAYMENT_METHOD.paypay)
    await isShown(true)
  })
})
