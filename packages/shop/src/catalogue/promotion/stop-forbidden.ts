import { promotion } from '@kushi/db/schema/promotion'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { systemActor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { recordAuditBySystem } from '../../foundation/audit/index.ts'
import {
  findPromotionFault,
  findUnpublishablePromotions,
  isFaultOverridden,
  PROMOTION_CHECK_JOB_ACTION,
  promotionAuditSubject,
} from './admin/promotions.ts'

/**
 * Job at midnight: stops running promotions that could not be published today, unless an operator lets them run. 今日
 * announces a stop before and reports it afterwards. Orders and contracts keep their promised terms. Returns the number
 * of stopped promotions.
 */
export async function stopUnpublishablePromotions(ctx: Context): Promise<number> {
  const { shop_id, clock, db } = ctx
  const doer = { shop_id, clock, actor: systemActor('promotion-check'), action: PROMOTION_CHECK_JOB_ACTION }
  let stopped = 0
  for (const { row } of (await findUnpublishablePromotions(ctx)).filter((one) => !isFaultOverridden(one)))
    stopped += await db.transaction(async (tx) => {
      const [now] = await tx.select().from(promotion).where(sameRowCondition(promotion, row)).for('update')
      // Mended, decided or stopped by somebody meanwhile.
      if (now?.status !== 'active') return 0
      const why = await findPromotionFault({ ...ctx, db: tx }, now)
      if (why === null || isFaultOverridden({ row: now, why })) return 0
      await tx
        .update(promotion)
        .set({ status: 'stopped', fault_override: null, version: now.version + 1, updated_at: clock.now() })
        .where(sameRowCondition(promotion, now))
      const change = { before: { status: now.status }, after: { status: 'stopped', stopped_because: why } }
      await recordAuditBySystem(tx, doer, { ...promotionAuditSubject(now), ...change })
      return 1
    })
  return stopped
}
