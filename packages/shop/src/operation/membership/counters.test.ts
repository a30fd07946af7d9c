import { orders } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { promotion, promotion_code, promotion_use } from '@kushi/db/schema/promotion'
import { shop } from '@kushi/db/schema/shop'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { MemberContext } from '../../context.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { changeOrder } from '../../sales/fulfilment/admin/change-order.ts'
import { cancelOrder } from '../../sales/fulfilment/cancel-order.ts'
import { markParcelsDelivered } from '../../sales/fulfilment/receive-shipments.ts'
import { shipOrder } from '../../sales/fulfilment/ship-order.ts'
import { loadOrderItems, type OrderRow } from '../../sales/order/internal/order-row.ts'
import { unchangedOrderChange } from '../../sales/order/internal/plan-change.ts'
import { refundOrder } from '../../sales/refund/refund-order.ts'
import { ShopError } from '../../shop-error.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { findCounterDifferences } from '../../testing/counters.ts'
import { mergeWithIdentityChecks } from '../../testing/merge.ts'
import { operatorContext } from '../../testing/operator.ts'
import {
  asChosenItems,
  confirmedOrderInput,
  insertMembers,
  kamakuraAddress,
  testOrderDraft,
} from '../../testing/order.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { beginWithdrawal } from './internal/begin-withdrawal.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const clock = testClock()
const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
const desk = await operatorContext(db, 'manager', { clock })
const day = testContext(db, { clock, settings })

const [OIL, TEA] = [101, 133]
beforeEach(async () => {
  await db.update(shop).set({ point_flag: true, point_rate: 1 }).where(eq(shop.id, 2))
  for (const id of [OIL, TEA]) await db.update(product_sku).set({ stock: 10_000 }).where(eq(product_sku.id, id))
})
afterEach(() => db.update(promotion).set({ status: 'stopped' }))

const limited = { max_uses: 1000, budget_yen: 10_000_000 }
const giving = () =>
  insertRunningPromotion(db, {
    ...limited,
    trigger: 'automatic',
    min_amount: 5000,
    effect: { kind: 'gift', product_sku_id: TEA, pieces: 1 },
  })
async function coupon() {
  const { id } = await insertRunningPromotion(db, { ...limited, effect: { kind: 'percent', percent: 10 } })
  const [code] = await db
    .update(promotion_code)
    .set({ max_uses: 500 })
    .where(eq(promotion_code.promotion_id, id))
    .returning()
  return { id, code: code!.code }
}
const member = async (): Promise<MemberContext> => {
  const [customer_id] = await insertMembers(db, 1)
  return testContext(db, { clock, settings, customer_id: customer_id! }) as MemberContext
}
async function buy(ctx: MemberContext, quantity: number, codes: string[]): Promise<OrderRow> {
  const [sku] = await db.select().from(product_sku).where(eq(product_sku.id, OIL))
  const items = [{ product_sku_id: OIL, quantity, revision: sku!.revision }]
  const { order_no } = await placeOrder(
    ctx,
    await confirmedOrderInput(ctx, testOrderDraft({ items, coupon_codes: codes, shipping_address: kamakuraAddress })),
  )
  return (await db.select().from(orders).where(eq(orders.order_no, order_no)))[0]!
}
const nowOf = async ({ id }: OrderRow) => (await db.select().from(orders).where(eq(orders.id, id)))[0]!
async function correct(order: OrderRow, quantity: number): Promise<void> {
  const now = await nowOf(order)
  const change = unchangedOrderChange(now, await loadOrderItems(db, now))
  const items = asChosenItems([{ product_sku_id: OIL, quantity }])
  await changeOrder(desk, { ...change, id: now.id, items, decision_reason: 'お電話', notify: false })
}

test('a budget follows the order: 10 pieces made 1 and cancelled, and the other way round', async () => {
  const { id, code } = await coupon()
  const gift = await giving()
  const counters = async (of: number) => {
    const [row] = await db.select().from(promotion).where(eq(promotion.id, of))
    return [row!.used, row!.spent_yen]
  }
  const ctx = await member()
  const [other, order, more] = [await buy(ctx, 1, [code]), await buy(ctx, 10, [code]), await buy(ctx, 1, [code])]
  const [, before] = await counters(id)
  await correct(order, 1)
  expect((await counters(id))[1]).toBeLessThan(before!)
  expect(await counters(gift.id)).toEqual([1, 0])
  await correct(order, 10)
  expect(await counters(id)).toEqual([3, before])
  expect((await counters(gift.id))[1]).toBeGreaterThan(0)
  await correct(more, 10)
  for (const { order_no } of [order, more])
    await cancelOrder(day, { order_no, keep_subscription: false, notify: false })
  const [use] = await db.select().from(promotion_use).where(eq(promotion_use.order_id, other.id))
  expect(await counters(id)).toEqual([1, use!.yen])
  expect(await findCounterDifferences(db)).toEqual([])
})

type Step = {
  kind: 'buy' | 'correct' | 'cancel' | 'ship' | 'return' | 'merge' | 'leave'
  which: number
  pieces: number
  has_code: boolean
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('buy', 'buy', 'correct', 'correct', 'cancel', 'ship', 'return', 'merge', 'leave'),
  which: fc.nat({ max: 20 }),
  pieces: fc.integer({ min: 1, max: 12 }),
  has_code: fc.boolean(),
})

test('whatever happens, counters are what their rows add up to', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14 }), async (steps) => {
      await db.update(promotion).set({ status: 'stopped' })
      const { code } = await coupon()
      await giving()
      await insertRunningPromotion(db, { ...limited, trigger: 'automatic', effect: { kind: 'free_delivery' } })
      const members = [await member(), await member()]
      const placed: OrderRow[] = []
      for (const { kind, which, pieces, has_code } of steps) {
        const ctx = members[which % members.length]!
        const order = placed[which % Math.max(1, placed.length)]
        try {
          if (kind === 'buy') placed.push(await buy(ctx, pieces, has_code ? [code] : []))
          else if (kind === 'merge') {
            const [one, other] = [ctx, await member()]
            placed.push(await buy(other, pieces, has_code ? [code] : []))
            await mergeWithIdentityChecks(desk, one.customer_id, other.customer_id)
          } else if (kind === 'leave') {
            const gone = await member()
            placed.push(await buy(gone, pieces, has_code ? [code] : []))
            await db.transaction((tx) => beginWithdrawal(tx, gone, gone))
          } else if (order && kind === 'correct') await correct(order, pieces)
          else if (order && kind === 'cancel')
            await cancelOrder(day, { order_no: order.order_no, keep_subscription: false, notify: false })
          else if (order && kind === 'ship') {
            await shipOrder(day, { order_no: order.order_no, carrier: 'yamato', tracking_no: '123456789012' })
            await markParcelsDelivered(day, { order_no: order.order_no })
          } else if (order && kind === 'return')
            await refundOrder(day, { order_no: order.order_no, refund: { kind: 'return' } })
        } catch (error) {
          // What the state of an order or of a member forbids.
          if (!(error instanceof ShopError)) throw error
        }
      }
      expect(await findCounterDifferences(db)).toEqual([])
    }),
    { numRuns: 4 },
  )
})
