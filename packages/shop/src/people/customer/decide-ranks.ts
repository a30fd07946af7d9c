import type { Queryable } from '@kushi/db/connect'
import { onJapanDaysCondition } from '@kushi/db/japan-day'
import { customer, customer_rank_decision, customer_rank_event } from '@kushi/db/schema/customer'
import { customer_rank, shop } from '@kushi/db/schema/shop'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { COUNTED_ORDER_STATUSES } from '@kushi/values/order-status'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { isRankActive } from '../../foundation/setting/index.ts'
import {
  firstOfMonth,
  isPromotedRank,
  isRankDecisionDay,
  type RankThreshold,
  rankForSpending,
  rankPeriod,
} from './rules/decide-rank.ts'

/** A member whose rank the decision changes, with the amount they bought for in yen. */
export interface RankChange {
  customer_id: number
  name: string
  spent_amount: number
  from_rank_id: number | null
  to_rank_id: number | null
  is_rise: boolean
}

const PAGE = 2000

/**
 * Loads the ranks, the lowest first. Of two with the same threshold, such as a rank just added, the one with the
 * smaller discount comes first and applies.
 */
export const loadRanks = (db: Queryable, shop_id: number) =>
  db
    .select()
    .from(customer_rank)
    .where(eq(customer_rank.shop_id, shop_id))
    .orderBy(customer_rank.threshold_amount, customer_rank.discount_rate)

/**
 * The changes of a month's decision, page by page over all members, also those who registered before the shop had ranks. Counts goods after discounts, with
 * tax; neither fees nor orders that were cancelled, returned or never paid.
 */
export async function* findRankChanges(
  db: Queryable,
  shop_id: number,
  ranks: readonly RankThreshold[],
  { from, to }: { from: CalendarDate; to: CalendarDate },
): AsyncGenerator<RankChange[]> {
  for (let after = 0; ; ) {
    const { rows } = await db.execute<{ id: number; name: string; rank: number | null; spent: number }>(sql`
      with member as (
        select id, name01 || ' ' || name02 as name, customer_rank_id from customer
        where shop_id = ${shop_id} and id > ${after} and withdrawn_at is null order by id limit ${PAGE}
      )
      select m.id::float8 as id, m.name, m.customer_rank_id::float8 as rank,
        least(coalesce(sum(o.subtotal - o.discount_amount), 0), 2147483647)::float8 as spent
      from member m left join orders o on o.shop_id = ${shop_id} and o.customer_id = m.id
        and o.status in ${COUNTED_ORDER_STATUSES} and o.replaces_order_id is null
        and ${onJapanDaysCondition(sql`o.created_at`, { from, to })}
      group by m.id, m.name, m.customer_rank_id order by m.id`)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    yield rows
      .map(({ id, name, rank, spent }) => ({ id, name, rank, spent, next: rankForSpending(ranks, spent) }))
      .filter(({ rank, next }) => rank !== next)
      .map(({ id, name, rank, spent, next }) => ({
        customer_id: id,
        name,
        spent_amount: spent,
        from_rank_id: rank,
        to_rank_id: next,
        is_rise: isPromotedRank(ranks, rank, next),
      }))
    if (rows.length < PAGE) return
  }
}

/** 会員ランクの月次決定, a job: on the 1st, for a shop with ranks. A second run in the same month changes nothing. */
export async function decideRanks(ctx: Context): Promise<void> {
  const today = ctx.clock.today()
  if (!isRankDecisionDay(today)) return
  const [own] = await ctx.db.select().from(shop).where(eq(shop.id, ctx.shop_id))
  if (own && isRankActive(own, today)) await decideOf(ctx, own)
}

/** One transaction: a second run waits for the first, then finds the month already decided. */
async function decideOf(ctx: Context, { id: shop_id, customer_rank_months }: typeof shop.$inferSelect): Promise<void> {
  const month = firstOfMonth(ctx.clock.today())
  const created_at = ctx.clock.now()
  await ctx.db.transaction(async (tx) => {
    const [begun] = await tx
      .insert(customer_rank_decision)
      .values({ shop_id, month, risen: 0, fallen: 0, created_at })
      .onConflictDoNothing()
      .returning({ month: customer_rank_decision.month })
    if (!begun) return
    const ranks = await loadRanks(tx, shop_id)
    const count = { risen: 0, fallen: 0 }
    for await (const changes of findRankChanges(tx, shop_id, ranks, rankPeriod(month, customer_rank_months))) {
      for (const to of new Set(changes.map(({ to_rank_id }) => to_rank_id))) {
        const theirs = changes.filter(({ to_rank_id }) => to_rank_id === to).map(({ customer_id }) => customer_id)
        await tx
          .update(customer)
          .set({ customer_rank_id: to })
          .where(and(eq(customer.shop_id, shop_id), inArray(customer.id, theirs)))
      }
      const events = changes.map(({ customer_id, from_rank_id, to_rank_id, spent_amount }) => ({
        shop_id,
        customer_id,
        from_rank_id,
        to_rank_id,
        spent_amount,
        ...ctx.actor,
        created_at,
      }))
      if (events.length > 0) await tx.insert(customer_rank_event).values(events)
      for (const { is_rise } of changes) count[is_rise ? 'risen' : 'fallen']++
    }
    await tx
      .update(customer_rank_decision)
      .set(count)
      .where(and(eq(customer_rank_decision.shop_id, shop_id), eq(customer_rank_decision.month, month)))
    ctx.log.info({ shop_id, month, ...count }, 'ranks decided')
  })
}
