import type { Queryable, Tx } from '@kushi/db/connect'
import { experiment, experiment_order, experiment_visitor } from '@kushi/db/schema/experiment'
import { ORDER_AFTER_VISIT_DAYS } from '@kushi/values/experiment'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { unitHash } from './internal/assignment.ts'
import { findLatestExperimentOfSlug } from './internal/page-experiment.ts'

type Seen = Omit<typeof experiment_order.$inferInsert, 'shop_id' | 'order_id'>

const DAY = 86_400_000

/**
 * Finds what this browser was shown of the page on which it orders; null: nothing that counts. An operator's order has
 * no browser of its own, and 代理ログイン is not the member's.
 */
export async function findSeenArm(
  ctx: Pick<Context, 'shop_id' | 'clock' | 'visitorSign' | 'acting'> & { db: Queryable },
  slug: string | undefined,
): Promise<Seen | null> {
  const { db, shop_id, clock, acting } = ctx
  if (acting || slug === undefined) return null
  const sign = ctx.visitorSign?.()
  if (!sign) return null
  const latest = await findLatestExperimentOfSlug(db, shop_id, slug)
  if (!latest) return null
  const [seen] = await db
    .select({ arm: experiment_visitor.arm, seen_at: experiment_visitor.seen_at })
    .from(experiment_visitor)
    .where(
      and(
        eq(experiment_visitor.shop_id, shop_id),
        eq(experiment_visitor.experiment_id, latest.id),
        eq(experiment_visitor.visitor_hash, unitHash(latest.salt, sign)),
      ),
    )
  if (!seen || clock.now().getTime() - seen.seen_at.getTime() > ORDER_AFTER_VISIT_DAYS * DAY) return null
  return { experiment_id: latest.id, ...seen }
}

/** Records with an order which arm its buyer had seen. If its page was deleted meanwhile, the order is placed all the same. */
export const recordSeenArm = (tx: Tx, { shop_id, id }: { shop_id: number; id: number }, seen: Seen) =>
  tx.execute(sql`
    insert into ${experiment_order} (shop_id, experiment_id, order_id, arm, seen_at)
    select e.shop_id, e.id, ${id}::bigint, ${seen.arm}::smallint, ${seen.seen_at}::timestamptz from ${experiment} e
    where e.shop_id = ${shop_id} and e.id = ${seen.experiment_id}`)
