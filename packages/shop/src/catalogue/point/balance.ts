import type { Queryable } from '@kushi/db/connect'
import { point_account } from '@kushi/db/schema/point'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { and, count, eq, gt, gte, sql } from 'drizzle-orm'
import type { Context, QueryContext } from '../../context.ts'
import { loadShop } from '../../foundation/setting/index.ts'
import { hasExpiredPoints, pointAccountCondition } from './internal/write-entry.ts'

/** The points that a member can use today, and their last day. Without points there is no day. */
export async function loadPointBalance(
  ctx: Pick<Context, 'shop_id' | 'clock' | 'cache'> & { db: Queryable; customer_id: number },
): Promise<{ balance: number; points_until: CalendarDate | null }> {
  const [row] = await ctx.db.select().from(point_account).where(pointAccountCondition(ctx.shop_id, ctx.customer_id))
  if (!row || row.balance === 0 || (await hasExpiredPoints(ctx.db, ctx, row))) return { balance: 0, points_until: null }
  return { balance: row.balance, points_until: row.points_until }
}

/** Counts the members with points, and totals these points. While the shop takes no points, expired ones count, too. */
export async function countOutstandingPoints({ db, shop_id, clock }: Pick<QueryContext, 'db' | 'shop_id' | 'clock'>) {
  const { point_flag } = await loadShop({ db, shop_id })
  const [there] = await db
    .select({ outstanding: sql<number>`coalesce(sum(${point_account.balance}), 0)`.mapWith(Number), members: count() })
    .from(point_account)
    .where(
      and(
        eq(point_account.shop_id, shop_id),
        gt(point_account.balance, 0),
        point_flag ? gte(point_account.points_until, clock.today()) : undefined,
      ),
    )
  return there!
}
