import { randomUUID } from 'node:crypto'
import { customer } from '@kushi/db/schema/customer'
import { audit_event } from '@kushi/db/schema/operator'
import { order_evidence, order_status_event, orders } from '@kushi/db/schema/order'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { cardLedger } from '../../testing/card-ledger.ts'
import { testClock } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { newMembers } from '../../testing/order.ts'
import { addressOf } from '../../testing/rows.ts'
import { placePhoneOrder, previewPhoneOrder, showPhoneOrderOptions } from './order-for-member.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const given = { clock: testClock('2026-11-21'), ports: cardLedger().ports() }
const ctx = await operatorContext(db, 'orders', given)

async function asked() {
  const [id] = await newMembers(db, 1)
  const [row] = await db.select().from(customer).where(eq(customer.id, id!))
  const { deliveries } = await showPhoneOrderOptions(ctx, { id: id! })
  const order = {
    ...{ items: [{ product_sku_id: 101, quantity: 1 }], shipping_address: addressOf(row!), delivery_notes: '' },
    ...{ delivery_id: deliveries[0]!.id, delivery_time_id: null, delivery_date: null, payment_method_id: null },
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
