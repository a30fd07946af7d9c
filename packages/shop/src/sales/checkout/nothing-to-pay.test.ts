import { randomUUID } from 'node:crypto'
import { order_evidence, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { promotion } from '@kushi/db/schema/promotion'
import { subscription } from '@kushi/db/schema/subscription'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { withMemberActor } from '../../actor.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { fakeCardProvider } from '../../testing/fake-card-provider.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { cancelOrder } from '../fulfilment/cancel-order.ts'
import { markParcelsDelivered } from '../fulfilment/receive-shipments.ts'
import { shipOrder } from '../fulfilment/ship-order.ts'
import { listOwnOrders } from '../order/orders.ts'
import { listPaymentMethods } from '../payment/list-payment-methods.ts'
import { cancelSubscription } from '../subscription/cancel-subscription.ts'
import { runDailyDeliveries } from '../subscription/run-day.ts'
import { placeOrder } from './place-order.ts'
import { validateOrder } from './validate-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const clock = testClock('2026-11-21')
let ledger = fakeCardProvider()
const member = async () => {
  const [customer_id] = await insertMembers(db, 1, { gmo_id: `m-${randomUUID()}` })
  const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
  return withMemberActor(
    { ...testContext(db, { clock, ports: ledger.ports(), settings }), customer_id: customer_id! },
    customer_id!,
  )
}
/** Everything of the first delivery is free, and of all later ones if `to_cycle` is null. */
beforeEach(async () => {
  ledger = fakeCardProvider()
  await insertRunningPromotion(db, {
    trigger: 'automatic',
    effect: { kind: 'free_delivery' },
    from_cycle: 1,
    to_cycle: 1,
  })
  await insertRunningPromotion(db, {
    trigger: 'automatic',
    effect: { kind: 'percent', percent: 100 },
    from_cycle: 1,
    to_cycle: 1,
  })
})
afterEach(() => db.update(promotion).set({ status: 'stopped' }))

const orderOf = async (order_no: string) => (await db.select().from(orders).where(eq(orders.order_no, order_no)))[0]!
const paymentsOf = (order_id: number) => db.select().from(payment).where(eq(payment.order_id, order_id))
const letter = { delivery_id: 2, items: [{ product_sku_id: 125, quantity: 1, revision: 1 }] }

test.each([
  ['without a method', {}],
  ['a card that was chosen before it cost nothing', { payment_method_id: 1 as const }],
  ['NP後払い that was chosen before', { payment_method_id: 4 as const }],
  ['in a letter, which nobody receives', letter],
])('an order of ¥0 needs no method and names none: %s', async (_, more) => {
  const ctx = await member()
  const seen = await validateOrder(ctx, testOrderDraft(more))
  expect(seen).toMatchObject({ payment_texts: [], consent_text: null, summary: { payment_total: 0, payment_fee: 0 } })
  const { order_no, status } = await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft(more)))
  expect(status).toBe('received')
  const order = await orderOf(order_no)
  expect(order).toMatchObject({ payment_method_id: null, payment_total: 0 })
  expect(await paymentsOf(order.id)).toEqual([])
  const mail = (await loadQueuedMails(db)).find(({ subject }) => subject.includes(order_no))!
  expect(mail.text).toContain('お支払い方法: お支払いはありません')
  expect(mail.text).not.toMatch(/配達員|¥0\(代引|現金|代金引換|クレジット/)
  const [evidence] = await db.select().from(order_evidence).where(eq(order_evidence.order_id, order.id))
  expect(JSON.stringify(evidence!.shown)).not.toMatch(/配達員|代金引換/)
  const { items } = await listOwnOrders(ctx, { order_no, page: 1, per_page: 10 })
  expect(items[0]).toMatchObject({ payment_texts: [], receipt_reason: expect.stringContaining('お支払いのない') })
  await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
  await markParcelsDelivered(ctx, { order_no })
  expect(await orderOf(order_no)).toMatchObject({ status: 'delivered' })
  expect(ledger.trades.size).toBe(0)
})

test('it can be cancelled, and a second press returns it', async () => {
  const ctx = await member()
  const request = await confirmedOrderInput(ctx, testOrderDraft({ payment_method_id: 1 }))
  const { order_no } = await placeOrder(ctx, request)
  expect(await placeOrder(ctx, request)).toMatchObject({ order_no, status: 'received' })
  await cancelOrder(ctx, { order_no })
  expect(await orderOf(order_no)).toMatchObject({ status: 'cancelled' })
})

const monthly = { subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const
const regular = (payment_method_id: 1 | 2 | 4 | null) =>
  testOrderDraft({ is_subscription: true, delivery_pattern: monthly, payment_method_id })

test('a 定期便 that begins for nothing keeps a new card without a charge, and the second delivery is charged', async () => {
  const ctx = await member()
  const seen = await validateOrder(ctx, regular(1))
  expect(seen.summary).toMatchObject({ payment_total: 0 })
  expect(seen.summary.later[0]!.payment_total).toBeGreaterThan(0)
  expect(seen.payment_texts.join('')).toContain('今回、請求するものはありません')
  await expect(placeOrder(ctx, await confirmedOrderInput(ctx, regular(1)))).rejects.toMatchObject({ status: 422 })
  const card = { token: 'tok', save_card: false }
  const { order_no, status } = await placeOrder(ctx, await confirmedOrderInput(ctx, regular(1), { card }))
  expect(status).toBe('received')
  // The provider checks the card with 3-D Secure while its holder is present, and nothing is charged.
  expect([...ledger.trades.values()]).toMatchObject([{ amount: 0, is_present: true }])
  const order = await orderOf(order_no)
  expect(await paymentsOf(order.id)).toMatchObject([{ amount: 0, state: 'authorised', save_card: true }])
})

test('a saved card, or 代引, is kept for the later deliveries; nothing is asked of a provider', async () => {
  const ctx = await member()
  for (const [method, more] of [
    [1, { card: { card_seq: 0 } }],
    [null, {}],
  ] as const) {
    const { order_no, status } = await placeOrder(ctx, await confirmedOrderInput(ctx, regular(method), more))
    expect(status).toBe('received')
    const order = await orderOf(order_no)
    const [contract] = await db.select().from(subscription).where(eq(subscription.id, order.subscription_id!))
    expect(contract).toMatchObject({ payment_method_id: method, summary_status: 1, card_seq: method === 1 ? 0 : null })
    expect(await paymentsOf(order.id)).toEqual([])
    await cancelSubscription(ctx, { id: contract!.id, reason: 1, detail: '余る' })
  }
  expect(ledger.trades.size).toBe(0)
})

test('the wallet stays excluded at 0', async () => {
  const ctx = await member()
  await expect(validateOrder(ctx, regular(2))).rejects.toMatchObject({ status: 422 })
  const { items } = await listPaymentMethods(ctx, { amount: 0, following_amount: 3_000, is_subscription: true })
  expect(items.find(({ payment_method_id }) => payment_method_id === 2)?.is_available ?? false).toBe(false)
  expect(items.find(({ payment_method_id }) => payment_method_id === 1)).toMatchObject({ is_available: true, fee: 0 })
})

test('a later delivery that costs nothing says so', async () => {
  await db.update(promotion).set({ to_cycle: 3 })
  const ctx = await member()
  const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, regular(1), { card: { card_seq: 0 } }))
  const { subscription_id } = await orderOf(order_no)
  for (let day = 0; day < 40; day += 5) {
    clock.move(5)
    await runDailyDeliveries(ctx)
  }
  const mails = (await loadQueuedMails(db)).filter(({ text }) => text.includes('次回お届け予定日'))
  expect(mails.some(({ text }) => text.includes('お支払い: お支払いはありません'))).toBe(true)
  expect(mails.some(({ text }) => text.includes('お支払い済み'))).toBe(false)
  const [later] = (await db.select().from(orders).where(eq(orders.subscription_id, subscription_id!))).filter(
    ({ cycle }) => cycle === 2,
  )
  expect(later).toMatchObject({ status: 'arranged', payment_total: 0 })
  expect(await paymentsOf(later!.id)).toEqual([])
})
