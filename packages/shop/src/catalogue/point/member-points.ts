import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Queryable, Tx } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import { order_point, point_account, point_entry } from '@kushi/db/schema/point'
import { refersToCondition } from '@kushi/db/shop-scope'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { MAX_POINTS, pointTermsTexts } from '@kushi/values/points'
import { and, asc, desc, eq, gt, isNull, notInArray, sql } from 'drizzle-orm'
import type { Handler } from '../../context.ts'
import { loadCachedShop } from '../../foundation/setting/index.ts'
import { loadPointBalance } from './balance.ts'
import { awaitsPaidDeliveriesSql } from './internal/awaits-deliveries.ts'
import { hasExpiredPoints, type PointContext, pointAccountCondition, writePointEntry } from './internal/write-entry.ts'

interface Member {
  db: Queryable
  shop_id: number
  customer_id: number
}

/** Points that orders will give, the next first. */
const MAX_PENDING = 50

/** The job looks at a 年払い anew every day, which is no promise of that day. */
const dueOn = sql<CalendarDate | null>`case when not ${awaitsPaidDeliveriesSql} then ${order_point.due_on} end`

/**
 * The points of a member's open or received orders that are not granted yet, with their day. There is no day before the
 * delivery, for 年払い before the last one.
 */
export const loadPendingPoints = ({ db, shop_id, customer_id }: Member) =>
  db
    .select({ order_no: orders.order_no, points: order_point.points, due_on: dueOn })
    .from(order_point)
    .innerJoin(orders, and(eq(orders.shop_id, order_point.shop_id), eq(orders.id, order_point.order_id)))
    .where(
      and(
        eq(orders.shop_id, shop_id),
        eq(orders.customer_id, customer_id),
        notInArray(orders.status, ['payment_pending', 'payment_error', 'cancelled', 'returned']),
        isNull(order_point.settled_at),
        gt(order_point.points, 0),
      ),
    )
    .orderBy(sql`${dueOn} nulls last`, asc(orders.id))
    .limit(MAX_PENDING)

/** 理由 of the entry that a move writes; by it a move that is taken back knows its own. */
export const MOVED_POINTS_REASON = '前のシステムのポイント'

/** Points that a member had in the shop's former system; their term begins now. */
export const importPoints = (
  tx: Tx,
  ctx: PointContext,
  { customer_id, points }: { customer_id: number; points: number },
) => writePointEntry(tx, ctx, { customer_id, point_kind: 'adjust', points, reason: MOVED_POINTS_REASON })

/** ポイントの記録: the point entries of a member, the newest first. */
export const loadPointEntries = (
  { db, shop_id, customer_id }: Member,
  { page, per_page }: { page: number; per_page: number },
) =>
  db
    .select({
      id: point_entry.id,
      point_kind: point_entry.point_kind,
      points: point_entry.points,
      reason: point_entry.reason,
      order_id: point_entry.order_id,
      order_no: orders.order_no,
      created_at: point_entry.created_at,
    })
    .from(point_entry)
    .leftJoin(orders, refersToCondition(point_entry.order_id, orders))
    .where(and(eq(point_entry.shop_id, shop_id), eq(point_entry.customer_id, customer_id)))
    .orderBy(desc(point_entry.id))
    .limit(per_page)
    .offset((page - 1) * per_page)

/** マイページのポイント: the balance, the pending points, the entries, and the shop's rules. */
export const getPoints: Handler<'GET /v1/points'> = async (ctx, { page, per_page }) => {
  const shop = await loadCachedShop(ctx)
  const { db, shop_id, customer_id } = ctx
  const entries = await loadPointEntries(ctx, { page, per_page })
  return {
    is_used: shop.point_flag,
    ...(await loadPointBalance(ctx)),
    pending: await loadPendingPoints(ctx),
    point_terms: pointTermsTexts(shop),
    items: entries.map(({ reason: _, order_id: __, ...entry }) => ({
      ...entry,
      created_at: entry.created_at.toISOString(),
    })),
    total: await db.$count(
      point_entry,
      and(eq(point_entry.shop_id, shop_id), eq(point_entry.customer_id, customer_id)),
    ),
    page,
    per_page,
  }
}

/** 退会: a member loses all points. The caller has locked the member. */
export async function forfeitPoints(tx: Tx, ctx: PointContext, customer_id: number): Promise<void> {
  const [account] = await tx.select().from(point_account).where(pointAccountCondition(ctx.shop_id, customer_id))
  if (!account || account.balance === 0) return
  await writePointEntry(tx, ctx, { customer_id, point_kind: 'expire', points: -account.balance, reason: '退会' })
}

/**
 * 統合: moves the points of one member to another, with the longer term. One member can't have more than the maximum.
 * Points that have expired by then are lost before. The caller has locked both members and moves their entries.
 */
export async function mergePoints(
  tx: Tx,
  ctx: PointContext,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const { shop_id } = ctx
  const both = await tx
    .select()
    .from(point_account)
    .where(and(eq(point_account.shop_id, shop_id), isAnyOfCondition(point_account.customer_id, [from, to])))
    .orderBy(asc(point_account.customer_id))
    .for('update')
  const lose = (customer_id: number, points: number, reason: string) =>
    writePointEntry(tx, ctx, { customer_id, point_kind: 'expire', points: -points, reason })
  let good = 0
  for (const account of both) {
    const { customer_id, balance } = account
    if (!(await hasExpiredPoints(tx, ctx, account))) good += balance
    else if (balance > 0) await lose(customer_id, balance, '有効期限')
  }
  const own = both.find(({ customer_id }) => customer_id === from)
  if (own && good > MAX_POINTS) await lose(from, good - MAX_POINTS, '統合による上限')
  const [gone] = await tx.delete(point_account).where(pointAccountCondition(shop_id, from)).returning()
  if (!gone) return
  const { balance, unclaimed, points_until, pause_notice } = gone
  await tx
    .insert(point_account)
    .values({ shop_id, customer_id: to, balance, unclaimed, points_until, pause_notice })
    .onConflictDoUpdate({
      target: [point_account.shop_id, point_account.customer_id],
      set: {
        balance: sql`${point_account.balance} + ${balance}`,
        unclaimed: sql`${point_account.unclaimed} + ${unclaimed}`,
        points_until: sql`greatest(${point_account.points_until}, ${points_until}::date)`,
        pause_notice: sql`coalesce(${point_account.pause_notice}, ${pause_notice})`,
      },
    })
}
