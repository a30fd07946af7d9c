import { experiment, experiment_visitor } from '@kushi/db/schema/experiment'
import { MAX_EXPERIMENT_VISITORS } from '@kushi/values/experiment'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { tryLimit } from '../../../foundation/limit/index.ts'
import { hashUnit } from './assignment.ts'

/**
 * Counts that a browser was shown an arm, once for each comparison. Not counted: networks that send too many new ones, and
 * visitors beyond the most of a comparison.
 */
export async function recordVisitor(
  ctx: Context,
  { id, salt }: { id: number; salt: string },
  sign: string,
  arm: number,
): Promise<void> {
  const { db, shop_id, clock } = ctx
  const hash = hashUnit(salt, sign)
  const { shop_id: of_shop, experiment_id, visitor_hash } = experiment_visitor
  const isKnown = and(eq(of_shop, shop_id), eq(experiment_id, id), eq(visitor_hash, hash))
  if ((await db.$count(experiment_visitor, isKnown)) > 0) return
  if (!(await tryLimit(ctx, 'page_visitor', { address: ctx.ip, user_agent: ctx.user_agent }))) return
  const row = sql`${shop_id}::bigint, ${id}::bigint, ${hash}, ${arm}::smallint, ${clock.now()}::timestamptz`
  await db.execute(sql`
    with counted as (
      insert into ${experiment_visitor} (shop_id, experiment_id, visitor_hash, arm, seen_at)
      select ${row} from ${experiment} e
      where e.shop_id = ${shop_id} and e.id = ${id} and e.visitors < ${MAX_EXPERIMENT_VISITORS}
      on conflict do nothing returning shop_id)
    update ${experiment} set visitors = visitors + 1
    where shop_id = ${shop_id} and id = ${id} and exists (select from counted)`)
}
