import { shop_payment } from '@kushi/db/schema/delivery'
import { payment } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type PaymentPort, PaymentRefused, type ProviderPaymentRecord } from '../../ports/payment-port.ts'
import { testClock, testContext, throwingPort } from '../../testing/context.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { repairPayments } from '../checkout/repair-payments.ts'
import { cancelOrder } from '../fulfilment/cancel-order.ts'
import { markParcelsDelivered } from '../fulfilment/receive-shipments.ts'
import { shipOrder } from '../fulfilment/ship-order.ts'
import { getOrder } from '../order/orders.ts'
import { listPaymentMethods } from './list-payment-methods.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

/** NP with a slow review: `verdict` is its current state. */
let verdict: ProviderPaymentRecord['state'] = 'held'
const reference = { np_transaction_id: '1' }
const np: PaymentPort = {
  ...throwingPort<PaymentPort>('np'),
  authorise: async () => ({ kind: 'held', reasons: ['RE014'], reference }),
  find: async ({ amount }) => ({ state: verdict, amount, refunded_amount: 0, reference }),
}
const paypay: PaymentPort = {
  ...throwingPort<PaymentPort>('paypay'),
  authorise: async () => ({ kind: 'authorised', reference }),
  find: np.find,
}
const card: PaymentPort = {
  ...throwingPort<PaymentPort>('card'),
  authorise: async () => Promise.reject(new PaymentRefused('unusable', '42G120000')),
}

const clock = testClock()
beforeEach(async () => {
  verdict = 'held'
  await emptyTables(db.$client, 'orders, outbox, card_decline, rate_limit', { restart: true })
  await db
    .update(shop_payment)
    .set({ visible: true })
    .where(inArray(shop_payment.payment_method_id, [4, 5]))
})
async function member(ip = '192.0.2.1') {
  const [customer_id] = await insertMembers(db, 1)
  const { payment: cash } = testContext(db).ports
  const ports = { payment: new Map([...cash, [1, card], [4, np], [5, paypay]]) }
  return testContext(db, { customer_id: customer_id!, ports, clock, ip })
}
const stock = async () => (await db.select().from(product_sku).where(eq(product_sku.id, 101)))[0]!.stock
const now = { started: 0, redirected: 0, held: 0 }

test('審査中: the order keeps its stock and its member is notified; OK makes it received', async () => {
  const ctx = await member()
  const before = await stock()
  const request = await confirmedOrderInput(ctx, testOrderDraft({ payment_method_id: 4 }))
  const placed = await placeOrder(ctx, request)
  expect(placed).toMatchObject({ status: 'payment_pending', is_held: true, redirect_url: null })
  expect(placed.payment_message).toContain('審査中')
  expect(await placeOrder(ctx, request)).toEqual(placed)
  expect(await getOrder(ctx, placed)).toMatchObject({ is_held: true, payment_message: placed.payment_message })
  await repairPayments(ctx, now)
  expect(await stock()).toBe(before - 1)
  expect((await loadQueuedMails(db)).map((mail) => mail.subject)).toEqual([
    expect.stringContaining('お支払いの審査中です'),
  ])
  verdict = 'authorised'
  await repairPayments(ctx, now)
  expect(await getOrder(ctx, placed)).toMatchObject({ status: 'received', is_held: false, payment_message: null })
  expect(await loadQueuedMails(db)).toHaveLength(2)
  expect(await stock()).toBe(before - 1)
})

test('審査NG: the stock is returned, and the mail explains how to order by another method', async () => {
  const ctx = await member()
  const before = await stock()
  const placed = await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft({ payment_method_id: 4 })))
  verdict = 'refused'
  await repairPayments(ctx, now)
  expect(await getOrder(ctx, placed)).toMatchObject({
    status: 'payment_error',
    payment_message: '審査の結果、このお支払い方法はご利用いただけませんでした。別のお支払い方法をお選びください。',
  })
  expect(await stock()).toBe(before)
  const mail = (await loadQueuedMails(db)).at(-1)!
  expect(mail.subject).toContain('ご注文は確定していません')
  expect(mail.text).toMatch(/別のお支払い方法[\s\S]*\/sh\/cart/)
  await repairPayments(ctx, now)
  expect(await loadQueuedMails(db)).toHaveLength(2)
})

test('what a member owes by invoice counts towards the limit, until it is given up', async () => {
  const ctx = await member()
  await db.update(shop_payment).set({ cumulative_limit: 5000 }).where(eq(shop_payment.payment_method_id, 4))
  const reason = async (amount: number) =>
    (await listPaymentMethods(ctx, { amount })).items.find((one) => one.payment_method_id === 4)!.reason
  expect(await reason(3000)).toBeNull()
  await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft({ payment_method_id: 4 })))
  expect(await reason(3000)).toContain('ご利用残高が¥5,000を超える')
  await expect(confirmedOrderInput(ctx, testOrderDraft({ payment_method_id: 4 }))).rejects.toMatchObject({
    error: 'ERROR_VALIDATION',
  })
  const other = await member()
  expect((await listPaymentMethods(other, { amount: 3000 })).items.every((one) => one.reason === null)).toBe(true)
  verdict = 'refused'
  await repairPayments(ctx, now)
  expect(await reason(3000)).toBeNull()
  await db.update(shop_payment).set({ cumulative_limit: 200_000 }).where(eq(shop_payment.payment_method_id, 4))
})

test('cash is authorised with its order, captured at the door, and voided when the order is cancelled', async () => {
  const ctx = await member()
  const state = async () => (await db.select().from(payment)).at(-1)
  const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft()))
  expect(await state()).toMatchObject({ state: 'authorised', payment_method_id: null, captured_amount: 0 })
  await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
  expect(await state()).toMatchObject({ state: 'authorised' })
  await markParcelsDelivered(ctx, { order_no })
  const { amount } = (await state())!
  expect(await state()).toMatchObject({ state: 'captured', captured_amount: amount })
  const other = await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft()))
  await cancelOrder(ctx, other)
  await repairPayments(ctx, now)
  expect(await state()).toMatchObject({ state: 'voided' })
})

test('a capture that was interrupted after the provider made it is recorded: shipping goes on, and nobody cancels as if it were not paid', async () => {
  const ctx = await member()
  const placed = async (payment_method_id: 4 | 5 = 5) => {
    verdict = 'authorised'
    const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft({ payment_method_id })))
    await repairPayments(ctx, now)
    return order_no
  }
  const stateOf = async (order_no: string) =>
    (await db.select().from(payment).where(eq(payment.provider_order_id, order_no)))[0]!
  const interrupted = (order_no: string) =>
    db
      .update(payment)
      .set({ claimed_until: sql`now() - interval '2 minutes'` })
      .where(eq(payment.provider_order_id, order_no))
  const [sent, cancelled, other, billed] = [await placed(), await placed(), await placed(), await placed(4)]
  await interrupted(sent)
  // Nothing was captured yet: it stays as it was, and is asked for once.
  await repairPayments(ctx, now)
  expect(await stateOf(sent)).toMatchObject({ state: 'authorised', claimed_until: null })
  await interrupted(sent)
  await interrupted(cancelled)
  await interrupted(billed)
  verdict = 'captured'
  await repairPayments(ctx, now)
  const { amount } = await stateOf(sent)
  for (const order_no of [sent, cancelled])
    expect(await stateOf(order_no)).toMatchObject({ state: 'captured', captured_amount: amount, claimed_until: null })
  expect(await stateOf(other)).toMatchObject({ state: 'authorised', captured_amount: 0 })
  // A bill's refund needs the parcel that was reported, which is recorded only by reporting it again.
  expect(await stateOf(billed)).toMatchObject({ state: 'authorised', captured_amount: 0 })
  // Its capture would throw.
  expect(await shipOrder(ctx, { order_no: sent, carrier: 'yamato', tracking_no: '123456789012' })).toMatchObject({
    status: 'shipped',
  })
  await expect(cancelOrder(ctx, { order_no: cancelled })).rejects.toMatchObject({
    message: expect.stringContaining('代金を受け取り済みです'),
  })
})

test('five refused cards lock only the entry of cards, for half an hour', async () => {
  const ctx = await member()
  const buy = async (by = ctx) =>
    placeOrder(
      by,
      await confirmedOrderInput(by, testOrderDraft({ payment_method_id: 1 }), {
        card: { token: 'tok', save_card: false },
      }),
    )
  for (let n = 0; n < 5; n++) expect(await buy()).toMatchObject({ status: 'payment_error' })
  await expect(buy()).rejects.toMatchObject({
    status: 429,
    error: 'ERROR_CARD_LOCKED',
    message: expect.stringContaining('12時30分以降'),
  })
  expect(await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft()))).toMatchObject({ status: 'received' })
  // Another account behind the same address is not locked yet; an address that tries many accounts is.
  expect(await buy(await member())).toMatchObject({ status: 'payment_error' })
  for (let n = 0; n < 14; n++) await buy(await member())
  await expect(buy(await member())).rejects.toMatchObject({ error: 'ERROR_CARD_LOCKED' })
  expect(await buy(await member('192.0.2.99'))).toMatchObject({ status: 'payment_error' })
  const later = { ...ctx, clock: { ...clock, now: () => new Date('2026-11-21T12:31:00+09:00') } }
  expect(await buy(later)).toMatchObject({ status: 'payment_error' })
})
