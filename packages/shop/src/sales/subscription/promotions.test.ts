import { order_item, orders } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { promotion, promotion_use } from '@kushi/db/schema/promotion'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { addDays, daysBetween } from '@kushi/values/calendar-date'
import { formatYen } from '@kushi/values/yen'
import { and, asc, eq, like, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { withMemberActor } from '../../actor.ts'
import type { MemberContext } from '../../context.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import {
  contextOnDayWithCards,
  deliverCurrentCycle,
  loadSubscriptionOrders,
  loadSubscriptionRow,
} from '../../testing/subscription.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { validateOrder } from '../checkout/validate-order.ts'
import { markParcelsDelivered } from '../fulfilment/receive-shipments.ts'
import { shipOrder } from '../fulfilment/ship-order.ts'
import { getSubscription } from './get-subscription.ts'
import { previewUpdate } from './preview-update.ts'
import { runDailyDeliveries } from './run-day.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const monthly = { subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const
const wanted = (coupon_codes: string[]) =>
  testOrderDraft({ is_subscription: true, delivery_pattern: monthly, coupon_codes })

/** A contract that began with these codes, by cash on delivery, its first parcel received. */
async function begun(ctx: MemberContext, coupon_codes: string[]): Promise<number> {
  const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, wanted(coupon_codes)))
  await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
  await markParcelsDelivered(ctx, { order_no })
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  return order!.subscription_id!
}

async function someone() {
  const { clock, ctx } = contextOnDayWithCards(db, '2026-11-21')
  const [customer_id] = await insertMembers(db, 1)
  return { clock, ctx: withMemberActor({ ...ctx, customer_id: customer_id! }, customer_id!) }
}

test('a contract lives two years through a promotion that ends: mozilla/fxa #11574, woocommerce-subscriptions-core #675', async () => {
  await db.update(product_sku).set({ stock: 1000 }).where(eq(product_sku.id, 101))
  const { id: promotion_id, code } = await insertRunningPromotion(db, {
    promotion_name: '一年割',
    effect: { kind: 'percent', percent: 15 },
    to_cycle: 12,
    max_uses: 1,
  })
  const { clock, ctx } = await someone()
  const { summary } = await validateOrder(ctx, wanted([code]))
  const promised = (cycle: number) =>
    summary.later.find(({ to_cycle }) => to_cycle === null || to_cycle >= cycle)!.payment_total
  expect(summary.promotions).toMatchObject([{ message: '定期便では、1〜12回目のお届けに適用されます。' }])
  expect(summary.later.map(({ from_cycle, to_cycle }) => [from_cycle, to_cycle])).toEqual([
    [2, 12],
    [13, null],
  ])
  const id = await begun(ctx, [code])
  const [received] = await db.select().from(outbox).where(sql`${outbox.payload} ->> 'text' like '%一年割%'`).limit(1)
  expect((received!.payload as { text: string }).text).toContain(
    '一年割: 定期便では、1〜12回目のお届けに適用されます。',
  )
  const lastPrice = `13回目からの毎回のお支払い: ${formatYen(promised(13))}`
  expect((received!.payload as { text: string }).text).toContain(lastPrice)
  // The shop ends the promotion, changes what it gave, and raises the price.
  await db
    .update(promotion)
    .set({ status: 'stopped', effect: { kind: 'percent', percent: 1 }, promotion_name: '別の名前' })
    .where(eq(promotion.id, promotion_id))
  await db
    .update(product_sku)
    .set({ subscription_price: sql`${product_sku.subscription_price} + 500` })
    .where(eq(product_sku.id, 101))
  for (let cycle = 2; cycle <= 24; cycle++) {
    const { next_delivery_date } = await loadSubscriptionRow(db, id)
    const shown = await getSubscription(ctx, { id })
    expect([shown.cycle, shown.payment_total]).toEqual([cycle, promised(cycle)])
    clock.move(Math.max(0, daysBetween(clock.today(), addDays(next_delivery_date, -14))))
    await runDailyDeliveries(ctx)
    const key = `subscription-notice:${id}:${cycle}:%`
    const [notice] = await db.select().from(outbox).where(like(outbox.dedupe_key, key))
    const text = (notice!.payload as { text: string }).text
    expect(text).toContain(formatYen(promised(cycle)))
    if (cycle <= 12) expect(text).toContain('特典: 一年割')
    else expect(text).not.toContain('一年割')
    // The notice of the last discounted delivery says what comes then.
    expect(text.includes('その次(13回目)のお支払い金額')).toBe(cycle === 12)
    while ((await loadSubscriptionOrders(db, id)).length < cycle) {
      clock.move(1)
      await runDailyDeliveries(ctx)
    }
    await deliverCurrentCycle(ctx, id)
  }
  const all = await loadSubscriptionOrders(db, id)
  expect(all.map(({ cycle, payment_total }) => [cycle, payment_total])).toEqual([
    [1, summary.payment_total],
    ...Array.from({ length: 23 }, (_, n) => [n + 2, promised(n + 2)]),
  ])
  const items = await db
    .select()
    .from(order_item)
    .where(sql`${order_item.order_id} in (select id from orders where subscription_id = ${id})`)
    .orderBy(asc(order_item.order_id))
  expect(items.map(({ promotions }) => promotions.map(({ promotion_name }) => promotion_name))).toEqual([
    ...Array.from({ length: 12 }, () => ['一年割']),
    ...Array.from({ length: 12 }, () => []),
  ])
  // Its cost is that of all deliveries; its limit counts the contract once.
  const uses = await db.select().from(promotion_use).where(eq(promotion_use.promotion_id, promotion_id))
  expect([uses.length, uses.filter(({ is_counted }) => is_counted).length]).toEqual([12, 1])
  expect(uses.reduce((sum, { yen }) => sum + yen, 0)).toBe(all.reduce((sum, order) => sum + order.discount_amount, 0))
  await db
    .update(product_sku)
    .set({ subscription_price: sql`${product_sku.subscription_price} - 500` })
    .where(eq(product_sku.id, 101))
})

test('mozilla/fxa #13727: of a discount for the first delivery, the confirmation and the first notice say the price after it', async () => {
  const { code } = await insertRunningPromotion(db, { promotion_name: '初回割', to_cycle: 1 })
  const { ctx } = await someone()
  const { summary } = await validateOrder(ctx, wanted([code]))
  expect(summary.promotions).toMatchObject([{ message: '定期便では、初回のお届けだけに適用されます。' }])
  expect(summary.discount_amount).toBe(500)
  expect(summary.following).toMatchObject({ discount_amount: 0 })
  const id = await begun(ctx, [code])
  expect((await getSubscription(ctx, { id })).payment_total).toBe(summary.following!.payment_total)
})

test('woocommerce-subscribe-all-the-things #350: a code takes nothing from the price of the subscription', async () => {
  const { code } = await insertRunningPromotion(db, { to_cycle: null })
  const { ctx } = await someone()
  const plain = await validateOrder(ctx, wanted([]))
  const { summary } = await validateOrder(ctx, wanted([code]))
  expect(summary.subtotal).toBe(plain.summary.subtotal)
  expect(summary.payment_total).toBe(plain.summary.payment_total - 500)
  expect(summary.following!.payment_total).toBe(plain.summary.following!.payment_total - 500)
})

test('a change of goods that loses the promotion says so before it is confirmed', async () => {
  const { code } = await insertRunningPromotion(db, { promotion_name: '椿油の割引', product_ids: [1], to_cycle: null })
  const { ctx } = await someone()
  const id = await begun(ctx, [code])
  const shampoo = [{ product_sku_id: 105, quantity: 1, is_one_time: false }]
  const { warnings, after } = await previewUpdate(ctx, { id, items: shampoo })
  expect(warnings.join()).toContain('この変更で、「椿油の割引」の割引(次回のお届けで¥500)がなくなります。')
  expect(after.discount_amount).toBe(0)
  const more = [{ product_sku_id: 101, quantity: 2, is_one_time: false }]
  expect((await previewUpdate(ctx, { id, items: more })).warnings).toEqual([])
})

test('a promotion from the second delivery on costs nothing now, and is part of what is confirmed', async () => {
  const { id: promotion_id, code } = await insertRunningPromotion(db, { from_cycle: 2, to_cycle: 3 })
  const { ctx } = await someone()
  const request = await confirmedOrderInput(ctx, wanted([code]))
  const { summary } = await validateOrder(ctx, wanted([code]))
  const shown = { ...request.shown, later_payment_totals: summary.later.map(({ payment_total }) => payment_total) }
  await db
    .update(promotion)
    .set({ effect: { kind: 'yen', yen: 300 } })
    .where(eq(promotion.id, promotion_id))
  await expect(placeOrder(ctx, { ...request, shown })).rejects.toMatchObject({ error: 'ERROR_AMOUNT_CHANGED' })
  await db
    .update(promotion)
    .set({ effect: { kind: 'yen', yen: 500 } })
    .where(eq(promotion.id, promotion_id))
  await placeOrder(ctx, { ...request, shown })
  const mine = and(eq(promotion_use.promotion_id, promotion_id), eq(promotion_use.is_counted, true))
  expect(await db.select({ yen: promotion_use.yen }).from(promotion_use).where(mine)).toEqual([{ yen: 0 }])
})
