import type { Queryable, Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { point_account, point_entry } from '@kushi/db/schema/point'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { addMonths, type CalendarDate } from '@kushi/values/calendar-date'
import { MAX_POINTS } from '@kushi/values/points'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { loadCachedShop } from '../../../foundation/setting/index.ts'

/** The part of the context that writing points needs. */
export type PointContext = Pick<Context, 'clock' | 'shop_id' | 'cache'>

/**
 * Locks the member who now has the points of this member, against leaving and merging until the transaction ends.
 * Returns null if the member left and the points are lost.
 */
export async function lockPointHolder(tx: Tx, shop_id: number, id: number): Promise<number | null> {
  for (let customer_id = id; ; ) {
    const [row] = await tx
      .select({ withdrawn_at: customer.withdrawn_at, merged_into_id: customer.merged_into_id })
      .from(customer)
      .where(sameRowCondition(customer, { shop_id, id: customer_id }))
      .for('key share')
    if (!row?.withdrawn_at) return row ? customer_id : null
    if (row.merged_into_id === null) return null
    customer_id = row.merged_into_id
  }
}

/** SQL condition: the point account of a member. */
export const pointAccountCondition = (shop_id: number, customer_id: number) =>
  and(eq(point_account.shop_id, shop_id), eq(point_account.customer_id, customer_id))!

/** A point entry to be written. */
export type NewPointEntry = Omit<typeof point_entry.$inferInsert, 'shop_id' | 'created_at'>

/**
 * Writes a point entry and the new balance. The caller has locked the member. A debit takes no more than the balance,
 * and a `use` without enough points takes nothing. A credit adds no more than a member may have. Returns the points
 * that were written. Granting or using points renews their term. Revoked points that were already spent are claimed
 * from the next grant or return, unless all points have expired since.
 */
export async function writePointEntry(tx: Tx, ctx: PointContext, entry: NewPointEntry): Promise<number> {
  const { shop_id, clock } = ctx
  const { customer_id, point_kind } = entry
  const mine = pointAccountCondition(shop_id, customer_id)
  if (entry.points > 0)
    await tx
      .insert(point_account)
      .values(await freshAccount(tx, ctx, customer_id))
      .onConflictDoNothing()
  const [account] = await tx.select().from(point_account).where(mine).for('update')
  // Expired points are gone, even if the job has not run yet.
  const isOver = account !== undefined && (await hasExpiredPoints(tx, ctx, account))
  const balance = account?.balance ?? 0
  const good = isOver && point_kind !== 'expire' ? 0 : balance
  if (point_kind === 'use' && good < -entry.points) return 0
  const points = Math.min(Math.max(entry.points, -good), MAX_POINTS - good)
  const missing = point_kind === 'revoke' && account && !isOver ? points - entry.points : 0
  if (missing > 0 && !(await hasExpiredSince(tx, shop_id, entry)))
    await tx
      .update(point_account)
      .set({ unclaimed: sql`${point_account.unclaimed} + ${missing}` })
      .where(mine)
  if (points === 0) return 0
  const row = { shop_id, created_at: clock.now() }
  if (good < balance)
    await tx
      .insert(point_entry)
      .values({ ...row, customer_id, point_kind: 'expire', points: -balance, reason: '有効期限' })
  await tx.insert(point_entry).values({ ...entry, ...row, points })
  const isLoss = point_kind === 'expire' || point_kind === 'revoke' || point_kind === 'unrefer'
  const renewed = isLoss ? {} : { points_until: await termFrom(tx, ctx) }
  await tx
    .update(point_account)
    .set({ balance: sql`${good + points}`, ...renewed })
    .where(mine)
  const claimed = point_kind === 'grant' || point_kind === 'return' ? Math.min(account?.unclaimed ?? 0, points) : 0
  if (claimed === 0) return points
  await tx
    .insert(point_entry)
    .values({ ...row, customer_id, order_id: entry.order_id, point_kind: 'revoke', points: -claimed })
  await tx
    .update(point_account)
    .set({
      balance: sql`${point_account.balance} - ${claimed}`,
      unclaimed: sql`${point_account.unclaimed} - ${claimed}`,
    })
    .where(mine)
  return points
}

/**
 * Whether all points of the member have expired since this order granted its points. Then none of those points was
 * spent.
 */
async function hasExpiredSince(tx: Tx, shop_id: number, { customer_id, order_id }: NewPointEntry): Promise<boolean> {
  const own = and(eq(point_entry.shop_id, shop_id), eq(point_entry.customer_id, customer_id))
  const [granted] = await tx
    .select({ id: point_entry.id })
    .from(point_entry)
    .where(and(own, eq(point_entry.order_id, order_id!), eq(point_entry.point_kind, 'grant')))
  const since = and(own, eq(point_entry.point_kind, 'expire'), gt(point_entry.id, granted?.id ?? 0))
  return (await tx.$count(point_entry, since)) > 0
}

/**
 * Whether the points of an account have expired. Nothing expires while the shop takes no points, because nobody could
 * have used them.
 */
export async function hasExpiredPoints(
  db: Queryable,
  ctx: PointContext,
  { points_until }: { points_until: CalendarDate },
): Promise<boolean> {
  return points_until < ctx.clock.today() && (await loadCachedShop({ ...ctx, db })).point_flag
}

async function freshAccount(tx: Tx, ctx: PointContext, customer_id: number) {
  return { shop_id: ctx.shop_id, customer_id, balance: 0, points_until: await termFrom(tx, ctx) }
}

/** The last day on which points are good that change today. */
async function termFrom(tx: Tx, ctx: PointContext) {
  const { point_months } = await loadCachedShop({ ...ctx, db: tx })
  return addMonths(ctx.clock.today(), point_months)
}
