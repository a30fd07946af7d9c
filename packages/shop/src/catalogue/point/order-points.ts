import { insertRows, isAnyOfCondition, updateRows } from '@kushi/db/bulk-rows'
import type { Queryable, Tx } from '@kushi/db/connect'
import { order_credit, order_credit_item, order_item, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { order_point } from '@kushi/db/schema/point'
import { refersToCondition } from '@kushi/db/shop-scope'
import { addDays } from '@kushi/values/calendar-date'
import { pointGrantDays, pointsEarned } from '@kushi/values/points'
import type { Yen } from '@kushi/values/yen'
import { and, asc, eq } from 'drizzle-orm'
import { loadCachedShop } from '../../foundation/setting/index.ts'
import { ShopError } from '../../shop-error.ts'
import { revokeIntroducerPoints } from './internal/referral-entries.ts'
import { lockPointHolder, type NewPointEntry, type PointContext, writePointEntry } from './internal/write-entry.ts'
import { computeOrderPoints, isPaidInFull, reversibleCredits } from './rules/order-points.ts'

interface PlacedOrder {
  shop_id: number
  id: number
  customer_id: number
  subtotal: Yen
  discount_amount: Yen
}

/**
 * Stores the points that orders will give, by today's rules, in the transaction that writes the orders. An order that
 * has a row already was written anew, and keeps it. Does nothing in a shop without points.
 */
export async function insertOrderPoints(
  tx: Tx,
  ctx: PointContext,
  all: readonly PlacedOrder[],
  used: number = 0,
): Promise<void> {
  if (all.length === 0) return
  const shop = await loadCachedShop({ ...ctx, db: tx })
  if (!shop.point_flag) return
  const { point_rate: rate } = shop
  const rows = all.map(({ shop_id, id: order_id, subtotal, discount_amount }) => ({
    shop_id,
    order_id,
    used,
    rate,
    days: pointGrantDays(shop),
    points: pointsEarned(subtotal - discount_amount, rate),
  }))
  await insertRows(tx, order_point, rows, [], { skipExisting: true })
}

/**
 * ポイントを使う: takes the points that an order uses, in the transaction that writes it, before its stock is taken. The
 * balance never goes below 0, however many orders arrive together.
 * @throws ShopError 409 when they have just been used or expired
 */
export async function spendPoints(
  tx: Tx,
  ctx: PointContext,
  order: PlacedOrder,
  items: readonly { point_discount: Yen }[],
): Promise<void> {
  const used = items.reduce((sum, { point_discount }) => sum + point_discount, 0)
  await insertOrderPoints(tx, ctx, [order], used)
  if (used === 0) return
  const { id: order_id, customer_id } = order
  if ((await writePointEntry(tx, ctx, { customer_id, order_id, point_kind: 'use', points: -used })) !== 0) return
  throw new ShopError(
    409,
    'ERROR_AMOUNT_CHANGED',
    'ポイントの残高が変わりました。金額をご確認のうえ、もう一度お手続きください。',
  )
}

/**
 * The points that an order still uses, for pricing it again. Neither the balance nor the rules of today count. Returns
 * null if there are none.
 */
export async function loadPointsOfOrder(db: Queryable, { shop_id, id }: Pick<PlacedOrder, 'shop_id' | 'id'>) {
  const [row] = await db
    .select()
    .from(order_point)
    .where(and(eq(order_point.shop_id, shop_id), eq(order_point.order_id, id)))
  const left = row ? row.used - row.returned : 0
  return left === 0 ? null : { asked: left, balance: left, least: 1, most_rate: 100 }
}

/** 年払い that ends early: returns the points that its first order used for the deliveries that will not come. */
export async function returnPrepaidPointShare(
  tx: Tx,
  ctx: PointContext,
  order_id: number,
  points: number,
): Promise<void> {
  const { shop_id } = ctx
  const mine = and(eq(order_point.shop_id, shop_id), eq(order_point.order_id, order_id))
  const [row] = await tx.select().from(order_point).where(mine).for('update')
  const given = row ? Math.min(points, row.used - row.returned) : 0
  if (given <= 0) return
  await tx
    .update(order_point)
    .set({ returned: row!.returned + given, returned_rest: row!.returned_rest + given })
    .where(mine)
  const [order] = await tx
    .select({ customer_id: orders.customer_id })
    .from(orders)
    .where(and(eq(orders.shop_id, shop_id), eq(orders.id, order_id)))
  const customer_id = await lockPointHolder(tx, shop_id, order!.customer_id)
  if (customer_id !== null)
    await writePointEntry(tx, ctx, { customer_id, order_id, point_kind: 'return', points: given })
}

/**
 * Brings the points of these orders in line with the orders, in the transaction that changes them. Points that were
 * used for goods that are gone are returned. Points that were granted for them are revoked, once. Revoked points that
 * the member has spent are claimed from the next ones.
 */
export async function reconcilePoints(tx: Tx, ctx: PointContext, order_ids: readonly number[]): Promise<void> {
  const { shop_id } = ctx
  const noted = await tx
    .select()
    .from(order_point)
    .where(and(eq(order_point.shop_id, shop_id), isAnyOfCondition(order_point.order_id, order_ids)))
    .orderBy(asc(order_point.order_id))
    .for('update')
  if (noted.length === 0) return
  const loaded = await loadOrdersForPoints(
    tx,
    shop_id,
    noted.map(({ order_id }) => order_id),
  )
  const today = ctx.clock.today()
  const settled = noted.map((row) => {
    const order = loaded(row.order_id)
    const { kept, earned, is_bought } = computeOrderPoints({ ...order, rate: row.rate })
    const due_on = row.due_on ?? (order.status === 'delivered' ? addDays(today, row.days) : null)
    const after = {
      ...row,
      due_on,
      // Points returned for deliveries that will not come were not used for the returned goods.
      returned: Math.max(row.returned, Math.min(row.used, row.returned_rest + row.used - kept)),
      points: row.settled_at ? Math.min(row.points, earned) : earned,
    }
    const isSame = due_on === row.due_on && after.returned === row.returned && after.points === row.points
    return { row, after, order, is_bought, isSame }
  })
  const changed = settled.filter(({ isSame }) => !isSame)
  await updateRows(
    tx,
    order_point,
    shop_id,
    changed.map(({ after }) => after),
    { key: ['order_id'], set: ['due_on', 'returned', 'points'] },
  )
  const entries = changed.flatMap(({ row, after, order }): NewPointEntry[] => {
    const entry = { customer_id: order.customer_id, order_id: row.order_id }
    const given = after.returned - row.returned
    const taken = row.settled_at ? row.points - after.points : 0
    return [
      ...(given > 0 ? [{ ...entry, point_kind: 'return' as const, points: given }] : []),
      ...(taken > 0 ? [{ ...entry, point_kind: 'revoke' as const, points: -taken }] : []),
    ]
  })
  const gone = settled.flatMap(({ row, is_bought }) => (row.settled_at && !is_bought ? [row.order_id] : []))
  entries.push(...(await revokeIntroducerPoints(tx, shop_id, gone)))
  for (const entry of entries.sort((a, b) => a.customer_id - b.customer_id)) {
    const customer_id = await lockPointHolder(tx, shop_id, entry.customer_id)
    if (customer_id !== null) await writePointEntry(tx, ctx, { ...entry, customer_id })
  }
}

/**
 * Loads orders with their items, their credits, and whether they are paid. Returns a function that finds an order by
 * its id.
 */
export async function loadOrdersForPoints(tx: Tx, shop_id: number, ids: readonly number[]) {
  const placed = await tx
    .select({ id: orders.id, status: orders.status, customer_id: orders.customer_id })
    .from(orders)
    .where(and(eq(orders.shop_id, shop_id), isAnyOfCondition(orders.id, ids)))
  const items = await tx
    .select()
    .from(order_item)
    .where(and(eq(order_item.shop_id, shop_id), isAnyOfCondition(order_item.order_id, ids)))
  const credited = await tx
    .select({
      order_id: order_credit.order_id,
      credit: { id: order_credit.id, kind: order_credit.kind, amount: order_credit.amount },
      kind: order_credit_item.kind,
      order_item_id: order_credit_item.order_item_id,
      quantity: order_credit_item.quantity,
      amount: order_credit_item.amount,
    })
    .from(order_credit)
    .innerJoin(order_credit_item, refersToCondition(order_credit_item.order_credit_id, order_credit))
    .where(and(eq(order_credit.shop_id, shop_id), isAnyOfCondition(order_credit.order_id, ids)))
    .orderBy(asc(order_credit.id))
  const paid = await tx
    .select()
    .from(payment)
    .where(and(eq(payment.shop_id, shop_id), isAnyOfCondition(payment.order_id, ids)))
    .orderBy(asc(payment.id))
  const orderOf = new Map(placed.map((order) => [order.id, order]))
  const itemsOf = Map.groupBy(items, ({ order_id }) => order_id)
  const creditedOf = Map.groupBy(credited, ({ order_id }) => order_id)
  const paidOf = new Map(paid.map((row) => [row.order_id, row]))
  return (id: number) => {
    const lines = creditedOf.get(id) ?? []
    const credits = [...new Map(lines.map(({ credit }) => [credit.id, credit])).values()]
    const paid = paidOf.get(id) ?? null
    const open = reversibleCredits(credits, paid)
    const credited = lines.map((line) => (open.has(line.credit.id) ? { ...line, quantity: null } : line))
    return { ...orderOf.get(id)!, items: itemsOf.get(id) ?? [], credited, is_paid: isPaidInFull(paid) }
  }
}
