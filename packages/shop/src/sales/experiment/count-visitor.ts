import { experiment, experiment_visitor } from '@kushi/db/schema/experiment'
import { MAX_EXPERIMENT_VISITORS } from '@kushi/values/experiment'
import { sql } from 'drizzle-orm'
import type { Handler } from '../../context.ts'
import { tryLimit } from '../../foundation/limit/index.ts'
import { armOf, unitHash } from './internal/assignment.ts'
import { findLatestExperimentOfSlug } from './internal/page-experiment.ts'

/**
 * Counts that this browser was shown a パターン of a 申し込みページ, once for each comparison. Not counted: a browser that keeps no
 * cookie, one that says another arm than its own, networks that send too many, and visitors beyond the most of a
 * comparison.
 */
export const countVisitor: Handler<'POST /v1/landing-page/{slug}/visitor'> = async (
  ctx,
  { slug, experiment_id, arm },
) => {
  const { db, shop_id, clock } = ctx
  const sign = ctx.visitorSign?.()
  if (!sign || ctx.acting || !/^[\w-]+$/.test(slug)) return {}
  const latest = await findLatestExperimentOfSlug(db, shop_id, slug)
  if (latest?.id !== experiment_id || latest.ended_at !== null) return {}
  if (armOf(latest.salt, sign, latest.arms!) !== arm) return {}
  if (!(await tryLimit(ctx, 'page_visitor', { address: ctx.ip, user_agent: ctx.user_agent }))) return {}
  const row = sql`${shop_id}::bigint, ${experiment_id}::bigint, ${unitHash(latest.salt, sign)}, ${arm}::smallint, ${clock.now()}::timestamptz`
  await db.execute(sql`
    with counted as (
      insert into ${experiment_visitor} (shop_id, experiment_id, visitor_hash, arm, seen_at)
      select ${row} from ${experiment} e
      where e.shop_id = ${shop_id} and e.id = ${experiment_id} and e.visitors < ${MAX_EXPERIMENT_VISITORS}
      on conflict do nothing returning shop_id)
    update ${experiment} set visitors = visitors + 1
    where shop_id = ${shop_id} and id = ${experiment_id} and exists (select from counted)`)
  return {}
}
