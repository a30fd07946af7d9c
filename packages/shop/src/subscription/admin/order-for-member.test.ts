import { randomUUID } from 'node:crypto'
import { customer } from '@kushi/db/schema/customer'
import { audit_event } from '@kushi/db/schema/operator'
import { order_evidence, order_request, order_status_event, orders } from '@kushi/db/schema/order'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { memberActor } from '../../actor.ts'
import { cardLedger } from '../../testing/card-ledger.ts'
import { card } from '../../testing/card-vault.ts'
import { testClock } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { newMembers } from '../../testing/order.ts'
import { addOrder, addressOf } from '../../testing/rows.ts'
import { forgetOrderRequests, payOrderRequest, showOrderRequest } from '../order-request.ts'
import { placePhoneOrder, previewPhoneOrder, showPhoneOrderOptions } from './order-for-member.ts'
import { listOrderRequests, sendOrderRequest, withdrawOrderRequest } from './request-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const given = { clock: testClock('2026-11-21'), ports: cardLedger().ports() }
const ctx = await operatorContext(db, 'orders', given)

async function asked(payment_method_id: 1 | null = null) {
  const [id] = await newMembers(db, 1)
  const [row] = await db.select().from(customer).where(eq(customer.id, id!))
  const { deliveries } = await showPhoneOrderOptions(ctx, { id: id! })
  const order = {
    ...{ items: [{ product_sku_id: 101, quantity: 1 }], shipping_address: addressOf(row!), delivery_notes: '' },
    ...{ delivery_id: deliveries[0]!.id, delivery_time_id: null, delivery_date: null, payment_method_id },
  }
  const { summary, first_delivery_date } = await previewPhoneOrder(ctx, { id: id!, ...order })
  const shown = { shown_payment_total: summary.payment_total, shown_delivery_date: first_delivery_date }
  return { id: id!, ...order, ...shown, idempotency_key: randomUUID(), third_party_consent: false }
}

test('an order by phone is the member’s, at the price that was read out, and says who took it; once', async () => {
  const input = await asked()
  const placed = await placePhoneOrder(ctx, input)
  expect(placed).toMatchObject({ status: 'received', payment_message: null })
  expect((await placePhoneOrder(ctx, input)).order_id).toBe(placed.order_id)
  const mine = await db.select().from(orders).where(eq(orders.customer_id, input.id))
  expect(mine).toMatchObject([{ order_no: placed.order_no, payment_total: input.shown_payment_total }])
  const events = await db.select().from(order_status_event).where(eq(order_status_event.order_id, placed.order_id))
  expect(events).toMatchObject([{ actor_kind: 'operator', actor_name: '受注' }])
  const [evidence] = await db.select().from(order_evidence).where(eq(order_evidence.order_id, placed.order_id))
  expect((evidence!.shown as { text: string }).text).toContain('お電話でのご注文(担当者: 受注)')
  const trail = and(eq(audit_event.subject, 'order'), eq(audit_event.subject_id, String(placed.order_id)))
  const [entry] = await db.select().from(audit_event).where(trail)
  expect(entry!.after).toMatchObject({ by_phone: true, payment_total: input.shown_payment_total })
  expect(await db.$count(outbox, eq(outbox.order_id, placed.order_id))).toBe(1)
})

test('the member’s own rules hold: another total, a card, a blocked member and another shop are refused', async () => {
  const input = await asked()
  await expect(placePhoneOrder(ctx, { ...input, shown_payment_total: 1 })).rejects.toMatchObject({
    error: 'ERROR_AMOUNT_CHANGED',
  })
  await expect(placePhoneOrder(ctx, { ...input, payment_method_id: 1 })).rejects.toMatchObject({
    error: 'ERROR_PAYMENT_NOT_OFFERED',
  })
  await expect(placePhoneOrder({ ...ctx, shop_id: 3 }, input)).rejects.toMatchObject({ status: 404 })
  await db.update(customer).set({ blocked_at: ctx.clock.now() }).where(eq(customer.id, input.id))
  await expect(placePhoneOrder(ctx, input)).rejects.toMatchObject({ error: 'ERROR_MEMBER_BLOCKED' })
  expect(await db.$count(orders, eq(orders.customer_id, input.id))).toBe(0)
})

const requestOf = async (customer_id: number) =>
  (await db.select().from(order_request).where(eq(order_request.customer_id, customer_id)))[0]!
const paying = (shown: Awaited<ReturnType<typeof showOrderRequest>>, token: string) => ({
  request_no: shown.request_no,
  card: { token, save_card: false },
  shown: {
    ...{ payment_total: shown.assessed!.summary.payment_total, following_payment_total: null },
    ...{ first_delivery_date: shown.assessed!.first_delivery_date, terms_version: shown.assessed!.terms_version },
    ...{ next_delivery_date: null, next_next_delivery_date: null, shown_at: ctx.clock.now().toISOString() },
    text: `お支払い合計 ${shown.assessed!.summary.payment_total}円`,
  },
})

test('behind its link it is paid by its member alone, once, until it is withdrawn or its week is over', async () => {
  const input = await asked(1)
  for (let n = 0; n < 2; n++) await sendOrderRequest(ctx, input)
  expect(await db.$count(outbox, eq(outbox.customer_id, input.id))).toBe(1)
  expect(await db.$count(orders, eq(orders.customer_id, input.id))).toBe(0)
  const { id, request_no } = await requestOf(input.id)
  const member = { ...ctx, actor: memberActor(input.id), customer_id: input.id }
  const [stranger] = await newMembers(db, 1)
  await expect(showOrderRequest({ ...member, customer_id: stranger! }, { request_no })).rejects.toMatchObject({
    status: 404,
  })
  const shown = await showOrderRequest(member, { request_no })
  expect(shown).toMatchObject({ state: 'open', message: null })
  const late = { ...member, clock: testClock('2026-11-29') }
  expect((await showOrderRequest(late, { request_no })).state).toBe('expired')
  const press = paying(shown, card('1111'))
  await expect(payOrderRequest(late, press)).rejects.toMatchObject({ error: 'ERROR_ORDER_REQUEST_OVER' })
  const [placed, again] = await Promise.all([payOrderRequest(member, press), payOrderRequest(member, press)])
  expect(placed).toMatchObject({ status: 'received', order_no: again.order_no })
  expect(await db.$count(orders, eq(orders.customer_id, input.id))).toBe(1)
  expect(await showOrderRequest(member, { request_no })).toMatchObject({ state: 'ordered', order_no: placed.order_no })
  await expect(withdrawOrderRequest(ctx, { id })).rejects.toMatchObject({ error: 'ERROR_ORDER_REQUEST_OVER' })
  expect((await listOrderRequests(ctx, { id: input.id })).items).toMatchObject([{ state: 'ordered' }])
})

test('five links wait for a member at once; one that was paid waits no more', async () => {
  const input = await asked(1)
  const send = () => sendOrderRequest(ctx, { ...input, idempotency_key: randomUUID() })
  for (let n = 0; n < 5; n++) await send()
  await expect(send()).rejects.toMatchObject({ error: 'ERROR_TOO_MANY' })
  const { idempotency_key } = await requestOf(input.id)
  const [row] = await db.select().from(customer).where(eq(customer.id, input.id))
  await addOrder(db, row!, [{ product_sku_id: 101 }], { status: 'received', idempotency_key })
  await send()
  await expect(send()).rejects.toMatchObject({ error: 'ERROR_TOO_MANY' })
})

test('what is withdrawn is paid no more; a month later nothing of it is kept', async () => {
  const input = await asked(1)
  await sendOrderRequest(ctx, input)
  const { id, request_no } = await requestOf(input.id)
  await expect(withdrawOrderRequest({ ...ctx, shop_id: 3 }, { id })).rejects.toMatchObject({ status: 404 })
  await withdrawOrderRequest(ctx, { id })
  const member = { ...ctx, customer_id: input.id }
  expect((await showOrderRequest(member, { request_no })).state).toBe('withdrawn')
  await forgetOrderRequests({ db, clock: testClock('2026-12-27') })
  expect((await requestOf(input.id)).id).toBe(id)
  await forgetOrderRequests({ db, clock: testClock('2026-12-29') })
  expect(await requestOf(input.id)).toBeUndefined()
})
