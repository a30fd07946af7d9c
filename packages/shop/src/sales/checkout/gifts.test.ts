import { order_item, orders } from '@kushi/db/schema/order'
import { product, product_sku } from '@kushi/db/schema/product'
import { promotion, promotion_use } from '@kushi/db/schema/promotion'
import { subscription_benefit } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { withMemberActor } from '../../actor.ts'
import type { MemberContext } from '../../context.ts'
import { testContext } from '../../testing/context.ts'
import { asChosenItems, confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import {
  contextOnDayWithCards,
  deliverCurrentCycle,
  loadSubscriptionOrders,
  loadSubscriptionRow,
} from '../../testing/subscription.ts'
import { invoiceAmounts } from '../document/rules/invoice.ts'
import { cancelOrder } from '../fulfilment/cancel-order.ts'
import { markParcelsDelivered } from '../fulfilment/receive-shipments.ts'
import { shipOrder } from '../fulfilment/ship-order.ts'
import { buyAgain } from '../order/buy-again.ts'
import { loadProviderBill } from '../order/internal/load-bill.ts'
import { loadOrderItems } from '../order/internal/order-row.ts'
import { repriceOrder } from '../order/internal/reprice-order.ts'
import { getSubscription } from '../subscription/get-subscription.ts'
import { runDailyDeliveries } from '../subscription/run-day.ts'
import { placeOrder } from './place-order.ts'
import { validateOrder } from './validate-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
// 133 is the gift: sold with 8 %, of a product that is not for sale by itself.
const GIFT = 133
const stockOf = async (id: number) =>
  (await db.select({ stock: product_sku.stock }).from(product_sku).where(eq(product_sku.id, id)))[0]!.stock
const setStock = (id: number, stock: number) => db.update(product_sku).set({ stock }).where(eq(product_sku.id, id))
const ofGift = sql`id = (select product_id from product_sku s where s.shop_id = 2 and s.id = ${GIFT})`
beforeEach(async () => {
  await setStock(101, 1000)
  await setStock(GIFT, 5)
  await db
    .update(product)
    .set({ visible: false })
    .where(and(eq(product.shop_id, 2), ofGift))
  await db.update(product_sku).set({ visible: false, price: 180 }).where(eq(product_sku.id, GIFT))
})
afterEach(() => db.update(promotion).set({ status: 'stopped' }))

const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
const members = async (count: number) =>
  (await insertMembers(db, count)).map((customer_id) => testContext(db, { customer_id, settings }) as MemberContext)
const member = async () => (await members(1))[0]!
const giving = (more: Partial<typeof promotion.$inferInsert> = {}) =>
  insertRunningPromotion(db, {
    promotion_name: '秋の贈りもの',
    trigger: 'automatic',
    effect: { kind: 'gift', product_sku_id: GIFT, pieces: 1 },
    ...more,
  })
const orderOf = async (order_no: string) => (await db.select().from(orders).where(eq(orders.order_no, order_no)))[0]!

test('shown before it is ordered; a row at 0 yen with its own tax rate, its stock taken, named in the mail and on the slip', async () => {
  const { id } = await giving()
  const ctx = await member()
  const { summary } = await validateOrder(ctx, testOrderDraft())
  expect(summary.gifts).toMatchObject([{ id: GIFT, quantity: 1, tax_rate: 8, gift_promotion_id: id }])
  expect(summary.payment_total).toBe(3410)
  const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft()))
  const order = await orderOf(order_no)
  const items = await loadOrderItems(db, order)
  expect(items.map((one) => [one.product_sku_id, one.subtotal, one.tax_rate, one.gift_promotion_id])).toEqual([
    [101, 2420, 10, null],
    [GIFT, 0, 8, id],
  ])
  expect(await stockOf(GIFT)).toBe(4)
  const { rows, payment_total } = invoiceAmounts({ ...order, replacement_kind: null }, items)
  expect(rows.find(({ amount }) => amount === 0)).toMatchObject({ detail: expect.stringContaining('プレゼント') })
  expect(payment_total).toBe(3410)
  const [mail] = await db
    .select()
    .from(outbox)
    .where(sql`${outbox.payload} ->> 'text' like ${`%${order_no}%`}`)
  expect((mail!.payload as { text: string }).text).toContain('プレゼント: ')
  // The provider is billed for what costs something.
  expect((await loadProviderBill(ctx, order)).order.rows.every(({ price }) => price !== 0)).toBe(true)
  // What it was worth counts for the budget.
  const uses = await db.select({ yen: promotion_use.yen }).from(promotion_use).where(eq(promotion_use.promotion_id, id))
  expect(uses).toEqual([{ yen: expect.any(Number) }])
  expect(uses[0]!.yen).toBeGreaterThan(0)
})

test('a cancelled order gives the gift back; buying again buys what was bought', async () => {
  await giving()
  const ctx = await member()
  const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft()))
  const { items } = await buyAgain(ctx, { order_no, idempotency_key: 'gift-again-0001' })
  expect(items.map(({ product_sku_id }) => product_sku_id)).toEqual([101])
  await cancelOrder(ctx, { order_no, keep_subscription: false, notify: false })
  expect(await stockOf(GIFT)).toBe(5)
})

test('the same goods bought and given take their pieces together', async () => {
  await db
    .update(product)
    .set({ visible: true })
    .where(and(eq(product.shop_id, 2), ofGift))
  await db.update(product_sku).set({ visible: true }).where(eq(product_sku.id, GIFT))
  await giving()
  const ctx = await member()
  const items = [{ product_sku_id: GIFT, quantity: 4, revision: 1 }]
  await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft({ items })))
  expect(await stockOf(GIFT)).toBe(0)
  // The last ones are for whoever buys them.
  await setStock(GIFT, 4)
  const { summary } = await validateOrder(ctx, testOrderDraft({ items }))
  expect(summary.gifts).toEqual([])
})

test('50 checkouts together on the last 5 gifts: 5 get one, the others read why and can go on without', async () => {
  await giving()
  const buyers = await members(50)
  const requests = await Promise.all(buyers.map((ctx) => confirmedOrderInput(ctx, testOrderDraft())))
  const results = await Promise.allSettled(requests.map((request, n) => placeOrder(buyers[n]!, request)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  for (const one of results)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409, error: 'ERROR_PROMOTION_ENDED' })
  expect(await stockOf(GIFT)).toBe(0)
  const late = buyers[results.findIndex(({ status }) => status === 'rejected')]!
  const { summary } = await validateOrder(late, testOrderDraft())
  expect(summary.promotions).toMatchObject([
    { is_applied: false, message: '「秋の贈りもの」は、プレゼントの品切れのため終了しました。' },
  ])
  await placeOrder(late, await confirmedOrderInput(late, testOrderDraft()))
})

test('a gift that was shown and has gone is no silent loss', async () => {
  const { id } = await giving()
  const ctx = await member()
  const request = await confirmedOrderInput(ctx, testOrderDraft())
  expect(request.shown.gift_promotion_ids).toEqual([id])
  await setStock(GIFT, 0)
  await expect(placeOrder(ctx, request)).rejects.toMatchObject({ error: 'ERROR_PROMOTION_ENDED' })
})

test('an operator’s change keeps the gift while the order has its minimum, and loses it below', async () => {
  await giving({ min_amount: 4000 })
  const ctx = await member()
  const items = [{ product_sku_id: 101, quantity: 2, revision: 1 }]
  const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft({ items })))
  await setStock(GIFT, 0)
  const order = await orderOf(order_no)
  const held = await loadOrderItems(db, order)
  const changed = (quantity: number) =>
    repriceOrder(ctx, order, held, {
      ...order,
      shipping_address: order,
      items: asChosenItems([{ product_sku_id: 101, quantity }]),
    })
  expect((await changed(3)).gifts).toMatchObject([{ id: GIFT, quantity: 1 }])
  expect((await changed(1)).gifts).toEqual([])
  expect((await changed(2)).items).toBeNull()
})

test('a contract gets its gift with each delivery that has one, and without stock goes on and says so', async () => {
  const { id: promotion_id } = await giving({ cart_type: 1, to_cycle: 3 })
  const { clock, ctx: day } = contextOnDayWithCards(db, '2026-11-21')
  const [customer_id] = await insertMembers(db, 1)
  const ctx = withMemberActor({ ...day, customer_id: customer_id! }, customer_id!)
  const monthly = { subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const
  const wanted = testOrderDraft({ is_subscription: true, delivery_pattern: monthly })
  const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, wanted))
  await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
  await markParcelsDelivered(ctx, { order_no })
  const id = (await orderOf(order_no)).subscription_id!
  const next = async () => {
    const before = (await loadSubscriptionOrders(db, id)).length
    while ((await loadSubscriptionOrders(db, id)).length === before) {
      clock.move(1)
      await runDailyDeliveries(ctx)
    }
    await deliverCurrentCycle(ctx, id)
  }
  expect((await getSubscription(ctx, { id })).gifts).toMatchObject([{ gift_promotion_id: promotion_id }])
  // What was set aside with the order comes, whatever the stock is.
  await setStock(GIFT, 0)
  expect((await getSubscription(ctx, { id })).gifts).toMatchObject([{ gift_promotion_id: promotion_id }])
  // A contract of before gifts were set aside: sold out for the next delivery, and said.
  const setAsideNone = () => db.update(subscription_benefit).set({ set_aside: 0 })
  await setAsideNone()
  const without = await getSubscription(ctx, { id })
  expect(without.promotions).toMatchObject([
    {
      is_applied: false,
      message: 'プレゼントが品切れのため、今回はお付けできません。',
    },
  ])
  await setStock(GIFT, 5)
  await next()
  await setAsideNone()
  await setStock(GIFT, 0)
  const shown = await getSubscription(ctx, { id })
  expect(shown.gifts).toEqual([])
  expect(shown.promotions).toMatchObject([{ message: 'プレゼントが品切れのため、今回はお付けできません。' }])
  await next()
  await setStock(GIFT, 5)
  await next()
  const items = await db
    .select({ gift: order_item.gift_promotion_id })
    .from(order_item)
    .where(sql`${order_item.order_id} in (select id from orders where subscription_id = ${id})`)
    .orderBy(asc(order_item.id))
  expect(items.map(({ gift }) => gift)).toEqual([null, promotion_id, null, promotion_id, null, null])
  expect((await loadSubscriptionRow(db, id)).cycle).toBe(5)
  const live = await db
    .select({ yen: promotion_use.yen })
    .from(promotion_use)
    .where(and(eq(promotion_use.promotion_id, promotion_id), isNull(promotion_use.released_at)))
  expect(live).toHaveLength(2)
})
