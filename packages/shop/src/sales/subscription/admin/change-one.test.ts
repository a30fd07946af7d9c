import { AdminSubscription } from '@kushi/contract/admin/subscription'
import { customer } from '@kushi/db/schema/customer'
import { shop_payment } from '@kushi/db/schema/delivery'
import { line_friend } from '@kushi/db/schema/line'
import { audit_event } from '@kushi/db/schema/operator'
import { orders } from '@kushi/db/schema/order'
import { payment, payment_hold } from '@kushi/db/schema/payment'
import { shop } from '@kushi/db/schema/shop'
import { billing_attempt, subscription_event } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { unrefundedAmount } from '@kushi/values/paid-amounts'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type PaymentPort, PaymentRefused, PaymentUnavailable } from '../../../ports/payment-port.ts'
import { testClock, testContext, throwingPort } from '../../../testing/context.ts'
import { fakeCardProvider } from '../../../testing/fake-card-provider.ts'
import { operatorContext } from '../../../testing/operator.ts'
import { writeExternalRefund } from '../../../testing/refunded-elsewhere.ts'
import { addressColumnsOf, insertOrderRow } from '../../../testing/rows.ts'
import { insertSubscribedMember, loadSubscriptionRow } from '../../../testing/subscription.ts'
import { cancelOrder } from '../../fulfilment/cancel-order.ts'
import { creditItemsOfRequest, loadOrderWithCredits, lockOrder, writeOrderCredit } from '../../order/index.ts'
import { refundPayment } from '../../payment/internal/capture-payment.ts'
import { refundOneOrder } from '../../refund/index.ts'
import { adminCalls } from '../calls.ts'
import { previewSubscriptionChange, reopenForMember, showSubscriptionOptions } from './change-one.ts'
import { addSubscriptionNote, changePaymentForMember, endSubscriptionForMember, retryPaymentNow } from './settle-one.ts'
import { showSubscriptionToOperator } from './show-one.ts'

const {
  'POST /admin/v1/subscriptions/{id}/cancel': cancelOne,
  'PUT /admin/v1/subscriptions/{id}': changeOne,
  'POST /admin/v1/subscriptions/{id}/pause': pauseOne,
  'POST /admin/v1/subscriptions/{id}/skip': skipOne,
  'POST /admin/v1/subscriptions/{id}/undo-skip': undoSkipOfOne,
} = adminCalls

const database = await testDatabase()
const { db } = database
afterAll(database.close)

let ledger = fakeCardProvider()
const given = () => ({ clock: testClock('2026-11-21'), ports: ledger.ports() })
let ctx = await operatorContext(db, 'manager', given())
beforeEach(async () => {
  ledger = fakeCardProvider()
  ctx = await operatorContext(db, 'manager', given())
})
const anew = (...more: Parameters<typeof insertSubscribedMember> extends [unknown, unknown, ...infer R] ? R : never) =>
  insertSubscribedMember(db, testContext(db, given()), ...more)
const lastEvent = async (id: number) => {
  const of = eq(subscription_event.subscription_id, id)
  const [event] = await db.select().from(subscription_event).where(of).orderBy(desc(subscription_event.id)).limit(1)
  return event!
}
const trailOf = (id: number) =>
  db
    .select()
    .from(audit_event)
    .where(and(eq(audit_event.subject, 'subscription'), eq(audit_event.subject_id, String(id))))
    .orderBy(audit_event.id)
const mailsOf = (id: number) => db.select().from(outbox).where(eq(outbox.subscription_id, id))

test('an operator’s change matches its preview; event, audit log and mail state who and what', async () => {
  const { id } = await anew()
  const update = { next_delivery_date: '2026-12-20', items: [{ product_sku_id: 101, quantity: 2, is_one_time: false }] }
  const { payment_total, changes } = await previewSubscriptionChange(ctx, { id, ...update })
  const asked = { id, ...update, version: 1, shown_payment_total: payment_total, notify: true }
  const page = AdminSubscription.parse(await changeOne(ctx, asked))
  expect(page).toMatchObject({ version: 2, next_delivery_date: '2026-12-20', payment_total, pieces: 2 })
  expect(await lastEvent(id)).toMatchObject({ event: 'updated', actor_kind: 'operator', actor_id: ctx.operator.id })
  const [entry] = await trailOf(id)
  expect(entry!.fields).toEqual(expect.arrayContaining(changes.map(({ name }) => name)))
  expect(await mailsOf(id)).toHaveLength(1)
  expect(page.timeline.find(({ kind }) => kind === 'subscription')).toMatchObject({ actor: '店長' })
})

test('the delivery method on the member’s behalf: fee and total first, then event, audit log and mail; rejected at its field', async () => {
  const { id } = await anew({}, [{ product_sku_id: 125 }])
  const { deliveries } = await showSubscriptionOptions(ctx, { id })
  expect(deliveries.map(({ delivery_name }) => delivery_name)).toEqual(['宅配便', 'メール便'])
  const { payment_total, delivery_fee, changes } = await previewSubscriptionChange(ctx, { id, delivery_id: 2 })
  expect({ payment_total, delivery_fee }).toEqual({ payment_total: 2354, delivery_fee: 275 })
  const asked = { id, delivery_id: 2, version: 1, shown_payment_total: payment_total, notify: true }
  expect(await changeOne(ctx, asked)).toMatchObject({ delivery_id: 2, delivery_name: 'メール便', payment_total })
  expect(await lastEvent(id)).toMatchObject({ event: 'updated', actor_kind: 'operator', actor_id: ctx.operator.id })
  const [entry] = await trailOf(id)
  expect(entry!.fields).toEqual(expect.arrayContaining(changes.map(({ name }) => name)))
  expect(await mailsOf(id)).toHaveLength(1)
  const oil = await anew()
  const heavy = changeOne(ctx, { ...asked, id: oil.id })
  await expect(heavy).rejects.toMatchObject({ status: 422, fields: [{ path: 'delivery_id' }] })
  expect(await trailOf(oil.id)).toEqual([])
})

test('a member on LINE is notified there too, with the changes; of another shop, or blocked, by mail only', async () => {
  const { id, member } = await anew()
  const line_user_id = `U${'7'.repeat(32)}`
  await db.update(customer).set({ line_id: line_user_id }).where(eq(customer.id, member.customer_id))
  await db.insert(line_friend).values({ shop_id: 2, line_user_id, friend_status_id: 3, updated_at: new Date() })
  const kinds = async () => (await mailsOf(id)).map(({ kind }) => kind)
  await skipOne(ctx, { id, version: 1, notify: true })
  expect(await kinds()).toEqual(['mail'])
  await db.update(shop).set({ line_channel_flag: true }).where(eq(shop.id, 2))
  await undoSkipOfOne(ctx, { id, version: 2, notify: false })
  expect(await kinds()).toEqual(['mail'])
  await pauseOne(ctx, { id, version: 3, notify: true })
  const [, , card] = await mailsOf(id)
  expect(card).toMatchObject({ kind: 'line', customer_id: member.customer_id })
  expect(JSON.stringify(card!.payload)).toMatch(/定期便: 休止しました.*契約番号/s)
  await endSubscriptionForMember(ctx, { id, notify: true, decision_reason: '転居', refund_amount: 0 })
  expect((await kinds()).filter((kind) => kind === 'line')).toHaveLength(2)
  await db.update(shop).set({ line_channel_flag: false }).where(eq(shop.id, 2))
})

test('without a notice no mail is written', async () => {
  const { id } = await anew()
  await skipOne(ctx, { id, version: 1, notify: false })
  expect(await mailsOf(id)).toEqual([])
  expect(await lastEvent(id)).toMatchObject({ event: 'skipped', actor_kind: 'operator' })
})

test('the audit log contains no part of an address', async () => {
  const { id, member } = await anew()
  const [row] = await db.select().from(customer).where(eq(customer.id, member.customer_id))
  const shipping_address = { ...addressColumnsOf(row!), addr02: '秘密町9-9', addr03: '' }
  const { payment_total } = await previewSubscriptionChange(ctx, { id, shipping_address })
  await changeOne(ctx, { id, version: 1, shipping_address, shown_payment_total: payment_total, notify: false })
  const [entry] = await trailOf(id)
  expect(JSON.stringify(entry)).not.toContain('秘密町')
  expect(entry!.fields).toContain('shipping_address')
})

test('an operator who may not see personal data sees that an address changed, but not the address', async () => {
  const { id, member } = await anew()
  const [row] = await db.select().from(customer).where(eq(customer.id, member.customer_id))
  const shipping_address = { ...addressColumnsOf(row!), name02: '匿子', addr02: '秘密町9-9', addr03: '' }
  const { payment_total } = await previewSubscriptionChange(ctx, { id, shipping_address })
  await changeOne(ctx, { id, version: 1, shipping_address, shown_payment_total: payment_total, notify: false })
  const permissions = ['subscription.read', 'subscription.write'] as const
  const key = { ...ctx, operator: { ...ctx.operator, permissions, api_key_id: 1 } }
  const stale = (by: typeof ctx) =>
    pauseOne(by, { id, version: 1, notify: false }).catch((error: Error) => JSON.stringify([error, error.message]))
  expect(await stale(ctx)).toMatch(/匿子.*秘密町/)
  const message = await stale(key)
  expect(message).toContain('お届け先: ＊＊ → 変更')
  expect(message).not.toMatch(/匿子|秘密町/)
  const elsewhere = { ...shipping_address, addr02: '別の町1-1' }
  const { changes } = await previewSubscriptionChange(key, { id, shipping_address: elsewhere })
  expect(changes.map(({ name }) => name)).toContain('shipping_address')
  expect(JSON.stringify(changes)).not.toMatch(/匿子|秘密町/)
})

test('the rules are those of the member: version, lock, pause', async () => {
  const { id } = await anew()
  await pauseOne(ctx, { id, version: 1, notify: true })
  await expect(skipOne(ctx, { id, version: 2, notify: true })).rejects.toMatchObject({
    error: 'ERROR_SUBSCRIPTION_PAUSED',
  })
  const { payment_total: shown_payment_total } = await previewSubscriptionChange(ctx, { id })
  const reopening = { id, version: 2, notify: true, shown_payment_total }
  await expect(reopenForMember(ctx, { ...reopening, version: 1 })).rejects.toMatchObject({
    error: 'ERROR_SUBSCRIPTION_CHANGED',
  })
  await expect(
    reopenForMember(ctx, { ...reopening, shown_payment_total: shown_payment_total - 1 }),
  ).rejects.toMatchObject({
    error: 'ERROR_AMOUNT_CHANGED',
  })
  expect((await reopenForMember(ctx, reopening)).summary_status).toBe(1)
  const late = await anew({ next_delivery_date: '2026-11-25' })
  await expect(skipOne(ctx, { id: late.id, version: 1, notify: true })).rejects.toMatchObject({
    error: 'ERROR_SUBSCRIPTION_ARRANGED',
  })
  expect(await trailOf(late.id)).toEqual([])
})

test('if 再開 would hand over a member’s data, only the member may agree: its preview and 再開 both reject it', async () => {
  const { id } = await anew({ payment_method_id: null, card_seq: null })
  await pauseOne(ctx, { id, version: 1, notify: false })
  const cash = and(eq(shop_payment.shop_id, 2), isNull(shop_payment.payment_method_id))
  const np = and(eq(shop_payment.shop_id, 2), eq(shop_payment.payment_method_id, 4))
  await db.update(shop_payment).set({ visible: false }).where(cash)
  await db.update(shop_payment).set({ visible: true }).where(np)
  const ports = { ...ctx.ports, payment: new Map([...ctx.ports.payment, [4, throwingPort<PaymentPort>('np')]]) }
  const refused = { status: 422, fields: [{ path: 'third_party_consent' }] }
  await expect(previewSubscriptionChange({ ...ctx, ports }, { id })).rejects.toMatchObject(refused)
  const reopening = { id, version: 2, notify: false, shown_payment_total: 0 }
  await expect(reopenForMember({ ...ctx, ports }, reopening)).rejects.toMatchObject(refused)
  await db.update(shop_payment).set({ visible: true }).where(cash)
  await db.update(shop_payment).set({ visible: false }).where(np)
})

test('a skip can be undone, and a subscription cancelled with the member’s reason', async () => {
  const { id } = await anew()
  await skipOne(ctx, { id, version: 1, notify: true })
  const back = await undoSkipOfOne(ctx, { id, version: 2, notify: true })
  expect(back.next_delivery_date).toBe('2026-12-10')
  const { cancel_reasons } = await showSubscriptionOptions(ctx, { id })
  const reason = cancel_reasons[0]!.id
  const over = await cancelOne(ctx, { id, version: 3, notify: true, reason, detail: 'お電話で伺いました' })
  expect(over.summary_status).toBe(6)
  expect((await lastEvent(id)).detail).toMatchObject({ reason, detail: 'お電話で伺いました' })
})

test('a failed charge is retried now, with an audit entry', async () => {
  const { id } = await anew({ summary_status: 2, next_delivery_date: '2026-11-30' })
  await expect(retryPaymentNow(ctx, { id })).rejects.toMatchObject({ error: 'ERROR_NOT_FAILED' })
  await db.insert(billing_attempt).values({
    shop_id: 2,
    subscription_id: id,
    cycle: 2,
    attempt: 1,
    outcome: 'failed',
    failure: 'limit',
    payment_method_id: 1,
    card_seq: 0,
    tried_on: '2026-11-20',
    retry_on: null,
  })
  const page = await retryPaymentNow({ ...ctx, action: 'POST /admin/v1/subscriptions/{id}/retry' }, { id })
  expect(page.summary_status).toBe(1)
  expect(page.cycles[0]!.attempts.map(({ outcome }) => outcome)).toEqual(['failed', 'arranged'])
  expect(await trailOf(id)).toHaveLength(1)
  expect(page.timeline.some(({ kind }) => kind === 'staff')).toBe(true)
})

test('another saved card is charged at once for a refused payment', async () => {
  const { id } = await anew({ summary_status: 2, next_delivery_date: '2026-11-30' })
  await db.insert(billing_attempt).values({
    shop_id: 2,
    subscription_id: id,
    cycle: 2,
    attempt: 1,
    outcome: 'failed',
    failure: 'unusable',
    payment_method_id: 1,
    card_seq: 0,
    tried_on: '2026-11-20',
    retry_on: null,
  })
  const page = await changePaymentForMember(ctx, { id, version: 1, notify: true, card_seq: 0 })
  expect(page.summary_status).toBe(1)
  expect(await loadSubscriptionRow(db, id)).toMatchObject({ failure: null })
})

const yearly = async (state: 'captured' | 'authorised' = 'captured') => {
  const lump = { lump_sum_payment_flag: true, lump_sum_payment_num: 12 }
  const { id, member } = await anew({ cycle: 4 }, [{ product_sku_id: 101, ...lump }])
  const [row] = await db.select().from(customer).where(eq(customer.id, member.customer_id))
  const first = await insertOrderRow(db, row!, [{ product_sku_id: 101, price: 2000, subtotal: 24_000, ...lump }], {
    subscription_id: id,
    cycle: 1,
    status: state === 'captured' ? 'delivered' : 'received',
  })
  await db.insert(payment).values({
    shop_id: 2,
    order_id: first.id,
    payment_method_id: 1,
    state,
    amount: 24_000,
    captured_amount: state === 'captured' ? 24_000 : 0,
    provider_order_id: `Y${id}`,
    reference: { access_id: 'a', access_pass: 'p' },
  })
  const trade = {
    state,
    amount: 24_000,
    refunded_amount: 0,
    reference: {},
    executions: 1,
    refusals: 0,
    is_present: true,
  }
  ledger.trades.set(`Y${id}`, trade)
  return { id, first }
}

test('a yearly payment shows the value of its rest, and ends with that refunded once', async () => {
  const { id } = await yearly()
  const page = await showSubscriptionToOperator(ctx, { id })
  expect(page.yearly).toMatchObject({ total: 12, remaining: 9, paid_amount: 24_000, rest_amount: 18_000 })
  const end = { id, notify: true, decision_reason: 'お引っ越しのため', refund_amount: 24_000 }
  await expect(endSubscriptionForMember(ctx, end)).rejects.toMatchObject({ fields: [{ path: 'refund_amount' }] })
  const support = await operatorContext(db, 'support', given())
  await expect(endSubscriptionForMember(support, { ...end, refund_amount: 18_000 })).rejects.toMatchObject({
    status: 403,
  })
  expect((await loadSubscriptionRow(db, id)).summary_status).toBe(1)
  const free = await endSubscriptionForMember(
    { ...support, action: 'POST /admin/v1/subscriptions/{id}/end' },
    { ...end, refund_amount: 0 },
  )
  expect(free.summary_status).toBe(6)
  await expect(endSubscriptionForMember(ctx, { ...end, refund_amount: 18_000 })).rejects.toMatchObject({ status: 409 })
  expect(await trailOf(id)).toMatchObject([{ after: { ended: true, decision_reason: '＊＊(8文字)' } }])
  const { timeline } = await showSubscriptionToOperator(ctx, { id })
  expect(timeline.map(({ detail }) => detail).filter((detail) => detail?.includes('お引っ越し'))).toHaveLength(1)
  expect(timeline.map(({ detail }) => detail).join()).not.toContain('＊')
})

const ending = { notify: true, decision_reason: 'お引っ越しのため', refund_amount: 5_000 }
const refundMails = async (order_id: number) =>
  (await db.select().from(outbox).where(eq(outbox.order_id, order_id))).map(({ subject }) => subject)
const paidBack = async (order_id: number) =>
  (await db.select().from(payment).where(eq(payment.order_id, order_id)))[0]!.refunded_amount
const saying = (said: Error) => {
  const port = { ...ledger.port, refund: () => Promise.reject(said) }
  return { ...ctx, ports: { ...ctx.ports, payment: new Map([[1, port]]) } }
}

const owedOf = async (order_id: number) =>
  unrefundedAmount((await db.select().from(payment).where(eq(payment.order_id, order_id)))[0]!)
const trailOfOrder = async (order_id: number) =>
  (
    await db
      .select()
      .from(audit_event)
      .where(and(eq(audit_event.subject, 'order'), eq(audit_event.subject_id, String(order_id))))
      .orderBy(audit_event.id)
  ).map(({ before, after }) => ({ before, after }))

test.each([
  [new PaymentRefused('unusable', '42G'), 422],
  [new PaymentUnavailable('timeout'), 503],
])('ended while the provider says %s, it is owed at the order and given back there, once', async (said, status) => {
  const { id, first } = await yearly()
  await expect(endSubscriptionForMember(saying(said), { id, ...ending })).rejects.toMatchObject({
    status,
    message: expect.stringMatching(/終了しましたが、返金がまだ.*決済会社/),
  })
  expect((await loadSubscriptionRow(db, id)).summary_status).toBe(6)
  expect(await refundMails(first.id)).toEqual([])
  expect((await trailOf(id))[0]!.after).toMatchObject({ refund_asked: 5_000 })
  expect(await trailOfOrder(first.id)).toMatchObject([{ before: { owed_amount: 0 }, after: { owed_amount: 5_000 } }])
  await expect(endSubscriptionForMember(ctx, { id, ...ending })).rejects.toMatchObject({ status: 409 })
  expect(await owedOf(first.id)).toBe(5_000)
  const seen = { refunded_amount: 0, repaid_amount: 0, owed_amount: 5_000 }
  const owed = {
    id: first.id,
    refund: { kind: 'owed' },
    by_hand: false,
    seen,
    decision_reason: '',
    notify: true,
  } as const
  await refundOneOrder(ctx, owed)
  await expect(refundOneOrder(ctx, owed)).rejects.toMatchObject({ status: 409 })
  expect(ledger.trades.get(`Y${id}`)).toMatchObject({ refunded_amount: 5_000 })
  expect(await refundMails(first.id)).toEqual([expect.stringContaining('ご返金の手続き')])
  expect(await owedOf(first.id)).toBe(0)
})

test('what was owed before stays owed: exactly the sum that the operator was asked for goes back', async () => {
  const { id, first } = await yearly()
  await db.transaction(async (tx) => {
    const { order, paid } = await lockOrder(tx, first)
    const lines = creditItemsOfRequest(await loadOrderWithCredits(tx, order), { sum: 1_000 })
    await writeOrderCredit(tx, ctx, order, paid, { kind: 'missing', lines, note: '' })
  })
  await endSubscriptionForMember(ctx, { id, ...ending })
  expect(await paidBack(first.id)).toBe(5_000)
  expect(await owedOf(first.id)).toBe(1_000)
  expect(await refundMails(first.id)).toHaveLength(1)
})

test('of 代引 nothing goes back by itself: it is owed, said in 操作履歴, and transferred', async () => {
  const { id, first } = await yearly()
  await db.update(payment).set({ payment_method_id: null }).where(eq(payment.order_id, first.id))
  await db.update(orders).set({ payment_method_id: null }).where(eq(orders.id, first.id))
  await endSubscriptionForMember(ctx, { id, ...ending })
  expect(await owedOf(first.id)).toBe(5_000)
  expect(await paidBack(first.id)).toBe(0)
  expect(await refundMails(first.id)).toEqual([])
  expect(await trailOfOrder(first.id)).toMatchObject([{ before: { owed_amount: 0 }, after: { owed_amount: 5_000 } }])
})

test('a refund based on an outdated refunded amount is rejected', async () => {
  const { id, first } = await yearly()
  // Another refund between the end and its own refund.
  const asked = eq(payment.order_id, first.id)
  const [seen] = await db.select().from(payment).where(asked)
  await writeExternalRefund(db, asked, 3_000)
  const late = refundPayment(ctx, seen!, 5_000, { given: 0 })
  await expect(late).rejects.toMatchObject({ error: 'ERROR_CHANGED_MEANWHILE' })
  expect(ledger.trades.get(`Y${id}`)).toMatchObject({ refunded_amount: 0 })
})

test('while payments are held, or another process works on the payment, it can’t be ended with a refund', async () => {
  const { id, first } = await yearly()
  await db.insert(payment_hold).values({ shop_id: 2, reason: '復元', held_at: ctx.clock.now() })
  await expect(endSubscriptionForMember(ctx, { id, ...ending })).rejects.toMatchObject({ error: 'ERROR_PAYMENTS_HELD' })
  await db.delete(payment_hold)
  const asked = eq(payment.order_id, first.id)
  await db
    .update(payment)
    .set({ claimed_until: new Date('2999-01-01') })
    .where(asked)
  await expect(endSubscriptionForMember(ctx, { id, ...ending })).rejects.toMatchObject({ error: 'ERROR_PAYMENT_BUSY' })
  await db.update(payment).set({ claimed_until: null }).where(asked)
  expect((await loadSubscriptionRow(db, id)).summary_status).toBe(1)
  expect(await trailOf(id)).toEqual([])
  expect((await endSubscriptionForMember(ctx, { id, ...ending })).summary_status).toBe(6)
  expect(await paidBack(first.id)).toBe(5_000)
})

test('a yearly one that is not captured yet is ended by cancelling its order', async () => {
  const { id, first } = await yearly('authorised')
  for (const refund_amount of [0, 5_000])
    await expect(endSubscriptionForMember(ctx, { id, ...ending, refund_amount })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining(`先にご注文 ${first.order_no} をキャンセル`),
    })
  expect((await loadSubscriptionRow(db, id)).summary_status).toBe(1)
  await cancelOrder(ctx, { order_no: first.order_no })
  expect((await loadSubscriptionRow(db, id)).summary_status).toBe(6)
})

test('a note, for operators with and without permission to see addresses', async () => {
  const { id } = await anew()
  await addSubscriptionNote(ctx, { id, body: '折り返しのお電話を希望' })
  const viewer = await operatorContext(db, 'viewer', given())
  const page = AdminSubscription.parse(await showSubscriptionToOperator(viewer, { id }))
  expect(page.shipping_address).toBeNull()
  expect(page.recipient.name).toBe('山＊＊')
  expect(page.notes).toMatchObject([{ body: '＊＊(11文字)' }])
  expect(JSON.stringify(page)).not.toContain('折り返し')
})

test('operators of another shop can’t see or change it', async () => {
  const { id } = await anew()
  const other = { ...ctx, shop_id: 3 }
  for (const ask of [
    () => showSubscriptionToOperator(other, { id }),
    () => pauseOne(other, { id, version: 1, notify: true }),
    () => retryPaymentNow(other, { id }),
    () => endSubscriptionForMember(other, { id, notify: true, decision_reason: 'x', refund_amount: 0 }),
  ])
    await expect(ask()).rejects.toMatchObject({ status: 404 })
})
