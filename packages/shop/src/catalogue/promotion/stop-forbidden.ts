import { promotion } from '@kushi/db/schema/promotion'
import { isRow } from '@kushi/db/shop-scope'
import { systemActor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { recordAuditBySystem } from '../../foundation/audit/index.ts'
import { FORBIDDEN_STOPPED, forbiddenPromotions, isForbidden, promotionSubject } from './admin/promotions.ts'

/**
 * At midnight, a job: promotions that run and could not be published today are stopped, and 今日 says so; it said before that they would be.
 * Orders and contracts keep what they were promised. Returns how many.
 */
export async function stopForbidden(ctx: Context): Promise<number> {
  const { shop_id, clock, db } = ctx
  const doer = { shop_id, clock, actor: systemActor('promotion-check'), action: FORBIDDEN_STOPPED }
  let stopped = 0
  for (const { row, why } of await forbiddenPromotions(ctx))
    stopped += await db.transaction(async (tx) => {
      const [now] = await tx.select().from(promotion).where(isRow(promotion, row)).for('update')
      // Mended or stopped by somebody meanwhile.
      if (now?.status !== 'active' || !(await isForbidden({ ...ctx, db: tx }, now))) return 0
      await tx
        .update(promotion)
        .set({ status: 'stopped', version: now.version + 1, updated_at: clock.now() })
        .where(isRow(promotion, now))
      const change = { before: { status: now.status }, after: { status: 'stopped', stopped_because: why } }
      await recordAuditBySystem(tx, doer, { ...promotionSubject(now), ...change })
      return 1
    })
  return stopped
}
