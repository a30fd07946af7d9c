import { customer } from '@kushi/db/schema/customer'
import { shop_payment } from '@kushi/db/schema/delivery'
import { payment } from '@kushi/db/schema/payment'
import { subscription_order_item } from '@kushi/db/schema/subscription'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  type Authorisation,
  type PaymentPort,
  PaymentRefused,
  PaymentUnavailable,
  type ProviderPaymentRecord,
} from '../../ports/payment-port.ts'
import { testClock, testContext, throwingPort } from '../../testing/context.ts'
import { insertSubscriptionRow } from '../../testing/rows.ts'
import { insertSubscribedMember, loadSubscriptionOrders, loadSubscriptionRow } from '../../testing/subscription.ts'
import { repairPayments } from '../checkout/repair-payments.ts'
import { cancelOrder } from '../fulfilment/cancel-order.ts'
import { cashOnDeliveryPort } from '../payment/cash-payments.ts'
import { recordPaymentAnswer } from '../payment/internal/charge.ts'
import { changePayment } from './change-payment.ts'
import { getSubscription } from './get-subscription.ts'
import { deliveryPaymentSubject } from './internal/charge-delivery.ts'
import { retryDelivery } from './retry-one.ts'
import { runDailyDeliveries } from './run-day.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const reference = { np_transaction_id: '1' }
let answer: Authorisation | Error = { kind: 'authorised', reference }
let verdict: ProviderPaymentRecord['state'] = 'held'
let voids = 0
const np: PaymentPort = {
  ...throwingPort<PaymentPort>('np'),
  authorise: async () => (answer instanceof Error ? Promise.reject(answer) : answer),
  find: async ({ amount }) => ({ state: verdict, amount, refunded_amount: 0, reference }),
  async void() {
    voids += 1
    return reference
  },
}
const ports = {
  payment: new Map([
    [4, np],
    [null, cashOnDeliveryPort],
  ]),
}
/** The day whose run arranges the deliveries of 10 December. */
const ctx = testContext(db, { clock: testClock('2026-12-01'), ports })
const limit = (cumulative_limit: number) =>
  db.update(shop_payment).set({ cumulative_limit, visible: true }).where(eq(shop_payment.payment_method_id, 4))
beforeEach(async () => {
  await emptyTables(db.$client, 'subscription, orders, outbox', { restart: true })
  answer = { kind: 'authorised', reference }
  verdict = 'held'
  await limit(200_000)
})

test('subscriptions of one member, arranged at once, do not exceed the member’s limit', async () => {
  const { id, member } = await insertSubscribedMember(db, ctx, { payment_method_id: 4, card_seq: null })
  const [row] = await db.select().from(customer).where(eq(customer.id, member.customer_id))
  for (let n = 0; n < 3; n++) {
    const other = await insertSubscriptionRow(db, row!, { payment_method_id: 4 })
    await db
      .insert(subscription_order_item)
      .values({ shop_id: 2, subscription_id: other, product_sku_id: 101, quantity: 1, following_price: 2178 })
  }
  await limit((await getSubscription(member, { id })).payment_total)
  expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 1, failed: 3, broken: 0 })
})

test('a delivery under review is cancelled by the shop, and its subscription continues', async () => {
  const { id, member } = await insertSubscribedMember(db, ctx, { payment_method_id: 4, card_seq: null })
  answer = { kind: 'held', reasons: ['RE014'], reference }
  expect(await runDailyDeliveries(ctx)).toMatchObject({ open: 1 })
  expect(await getSubscription(member, { id })).toMatchObject({ lock: 'in_progress' })
  const [order] = await loadSubscriptionOrders(db, id)
  await cancelOrder(ctx, order!)
  await repairPayments(ctx)
  expect(await runDailyDeliveries(ctx)).toMatchObject({ open: 0, arranged: 0, broken: 0 })
  expect(await loadSubscriptionRow(db, id)).toMatchObject({ cycle: 3, summary_status: 1 })
  expect(voids).toBe(1)
  expect(await db.select().from(payment)).toMatchObject([{ state: 'voided' }])
})

test('a delivery whose payment gets no response is cancelled by the shop, also at the provider', async () => {
  const { id } = await insertSubscribedMember(db, ctx, { payment_method_id: 4, card_seq: null })
  answer = new PaymentUnavailable('E01390002')
  expect(await runDailyDeliveries(ctx)).toMatchObject({ open: 1 })
  const [order] = await loadSubscriptionOrders(db, id)
  await db.update(payment).set({ claimed_until: new Date(Date.now() + 60_000) })
  await expect(cancelOrder(ctx, order!)).rejects.toMatchObject({ status: 409 })
  await db.update(payment).set({ claimed_until: null })
  expect(await cancelOrder(ctx, order!)).toMatchObject({ status: 'cancelled' })
  verdict = 'authorised'
  const before = voids
  expect(await runDailyDeliveries(ctx)).toMatchObject({ open: 0, arranged: 0, broken: 0 })
  await repairPayments(ctx)
  expect(voids).toBe(before + 1)
  expect(await loadSubscriptionRow(db, id)).toMatchObject({ cycle: 3, summary_status: 1 })
})

test('a late authorisation of an earlier attempt is voided, and the newer attempt continues', async () => {
  const { id } = await insertSubscribedMember(db, ctx, { payment_method_id: 4, card_seq: null })
  answer = new PaymentRefused('limit', 'NG')
  expect(await runDailyDeliveries(ctx)).toMatchObject({ failed: 1 })
  const [earlier] = await db.select().from(payment)
  answer = new PaymentUnavailable('no answer')
  await retryDelivery(ctx, id)
  const late = { kind: 'authorised' as const, reference }
  expect(await recordPaymentAnswer(ctx, deliveryPaymentSubject, earlier!, false, late)).toEqual({ kind: 'moved' })
  expect(await db.select().from(payment).orderBy(payment.id)).toMatchObject([
    { state: 'void_pending' },
    { state: 'intent' },
  ])
})

test('cash on delivery is rejected for parcels left at the door', async () => {
  const left = { delivery_notes: '宅配ボックスへ', payment_method_id: 4, card_seq: null }
  const { id, member } = await insertSubscribedMember(db, ctx, { ...left, next_delivery_date: '2026-12-20' })
  const { version } = await loadSubscriptionRow(db, id)
  await expect(
    changePayment(member, { id, version, payment_method_id: null, card_seq: null, third_party_consent: false }),
  ).rejects.toMatchObject({
    fields: [{ path: 'payment_method_id', message: expect.stringContaining('宅配ボックス') }],
  })
  const cash = await insertSubscribedMember(db, ctx, { ...left, payment_method_id: null })
  expect(await runDailyDeliveries(ctx)).toMatchObject({ failed: 1, arranged: 0 })
  expect(await loadSubscriptionRow(db, cash.id)).toMatchObject({ failure: 'payment_method' })
})
