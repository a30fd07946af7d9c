import type { Tx } from '@kushi/db/connect'
import { experiment, experiment_order, experiment_visitor } from '@kushi/db/schema/experiment'
import { landing_page } from '@kushi/db/schema/landing-page'
import { refersToCondition } from '@kushi/db/shop-scope'
import { VISIT_ATTRIBUTION_DAYS } from '@kushi/values/experiment'
import { and, desc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import type { QueryContext } from '../../context.ts'
import { hashUnit } from './internal/assignment.ts'

type Seen = Pick<typeof experiment_visitor.$inferSelect, 'experiment_id' | 'arm' | 'seen_at'>

const DAY = 86_400_000
/** Comparisons of one shop that an order can be judged in: more than its pages and offers can have at a time. */
const MOST = 100

/**
 * Finds what this browser was shown within the last 28 days of the page on which it orders, and of the offers of order
 * forms. An operator's order has no browser of its own, and 代理ログイン is not the member's.
 */
export async function findSeenArms(
  ctx: Pick<QueryContext, 'db' | 'shop_id' | 'clock' | 'visitorSign' | 'acting'>,
  slug: string | undefined,
): Promise<Seen[]> {
  const { db, shop_id, clock, acting } = ctx
  const sign = acting ? null : ctx.visitorSign?.()
  if (!sign) return []
  const since = new Date(clock.now().getTime() - VISIT_ATTRIBUTION_DAYS * DAY)
  const compared = await db
    .select({ id: experiment.id, salt: experiment.salt })
    .from(experiment)
    .leftJoin(landing_page, refersToCondition(experiment.landing_page_id, landing_page))
    .where(
      and(
        eq(experiment.shop_id, shop_id),
        or(isNull(experiment.ended_at), gte(experiment.ended_at, since)),
        or(eq(experiment.subject, 'form_offer'), slug === undefined ? undefined : eq(landing_page.slug, slug)),
      ),
    )
    .orderBy(desc(experiment.id))
    .limit(MOST)
  if (compared.length === 0) return []
  const { experiment_id, visitor_hash, arm, seen_at } = experiment_visitor
  return db
    .select({ experiment_id, arm, seen_at })
    .from(experiment_visitor)
    .where(
      and(
        eq(experiment_visitor.shop_id, shop_id),
        inArray(
          experiment_id,
          compared.map(({ id }) => id),
        ),
        inArray(
          visitor_hash,
          compared.map(({ salt }) => hashUnit(salt, sign)),
        ),
        gte(seen_at, since),
      ),
    )
}

/** Records with an order which arms its buyer had seen. If a page or offer was deleted meanwhile, the order is placed all the same. */
export const recordSeenArms = (tx: Tx, { shop_id, id }: { shop_id: number; id: number }, seen: readonly Seen[]) =>
  tx.execute(sql`
    insert into ${experiment_order} (shop_id, experiment_id, order_id, arm, seen_at)
    select e.shop_id, e.id, ${id}::bigint, s.arm, s.seen_at
    from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) s(experiment_id bigint, arm smallint, seen_at timestamptz)
    join ${experiment} e on e.shop_id = ${shop_id} and e.id = s.experiment_id`)
