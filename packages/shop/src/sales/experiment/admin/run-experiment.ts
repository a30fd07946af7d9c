import { randomBytes } from 'node:crypto'
import { experiment } from '@kushi/db/schema/experiment'
import { lockedPromotion, promotionSubject, promotionTermsOf } from '../../../catalogue/promotion/index.ts'
import type { AdminVerb } from '../../../foundation/admin/index.ts'
import { record } from '../../../foundation/audit/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { comparedSoon } from '../compared-soon.ts'
import { isRunning } from '../expose.ts'

const refused = (message: string) => new ShopError(409, 'ERROR_EXPERIMENT_STATE', message)

/** From now on the offer is withheld from a share of contracts. What is compared does not change any more. */
export const startExperiment: AdminVerb<'POST /admin/v1/promotions/{id}/experiment'> = (
  ctx,
  { id, holdout_percent, window_days },
) =>
  ctx.db.transaction(async (tx) => {
    const row = await lockedPromotion(tx, ctx, id)
    if (row.trigger !== 'cancel_offer' || row.status !== 'active')
      throw refused('比べられるのは、公開中の「定期便の解約のときのご案内」だけです。')
    const { shop_id, clock } = ctx
    if ((await tx.$count(experiment, isRunning(shop_id, id))) > 0) throw refused('比較は、もう始まっています。')
    const [made] = await tx
      .insert(experiment)
      .values({
        shop_id,
        promotion_id: id,
        salt: randomBytes(24).toString('base64url'),
        terms: promotionTermsOf(row),
        holdout_percent,
        window_days,
        expected: Math.max(100, await comparedSoon({ ...ctx, db: tx }, id)),
        started_at: clock.now(),
      })
      .returning({ id: experiment.id })
    await record(tx, ctx, { ...promotionSubject(row), before: {}, after: { holdout_percent, window_days } })
    return made!
  })

/** The offer is for everybody again; contracts that were exposed go on being judged. */
export const endExperiment: AdminVerb<'POST /admin/v1/promotions/{id}/experiment/end'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    const row = await lockedPromotion(tx, ctx, id)
    const [ended] = await tx
      .update(experiment)
      .set({ ended_at: ctx.clock.now() })
      .where(isRunning(ctx.shop_id, id))
      .returning({ holdout_percent: experiment.holdout_percent })
    if (!ended) throw refused('比較は、おこなわれていません。')
    await record(tx, ctx, { ...promotionSubject(row), before: ended, after: { holdout_percent: 0 } })
    return {}
  })
