import { randomBytes } from 'node:crypto'
import type { ExperimentStart } from '@kushi/contract/admin/experiment'
import type { Tx } from '@kushi/db/connect'
import { experiment } from '@kushi/db/schema/experiment'
import { EXPERIMENT_SUBJECT_NAME } from '@kushi/values/experiment'
import type { PromotionTerms } from '@kushi/values/promotion'
import { lockedPromotion, promotionSubject, promotionTermsOf } from '../../../catalogue/promotion/index.ts'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { type AuditChange, recordAudit } from '../../../foundation/audit/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { type ComparedSubject, isComparing } from '../expose.ts'
import { recentlyCompared } from '../recently-compared.ts'

const refused = (message: string) => new ShopError(409, 'ERROR_EXPERIMENT_STATE', message)

/** What the trail names. */
type About = Pick<AuditChange, 'subject' | 'subject_id' | 'subject_name'>
const PACE = { subject: 'pace' } as const
const aboutPace: About = { subject: 'experiment', subject_id: 'pace', subject_name: EXPERIMENT_SUBJECT_NAME.pace }

/** From now on the offer is withheld from a share of contracts. What is compared does not change any more. */
export const startExperiment: AdminHandler<'POST /admin/v1/promotions/{id}/experiment'> = (ctx, { id, ...started }) =>
  ctx.db.transaction(async (tx) => {
    const row = await lockedPromotion(tx, ctx, id)
    if (row.trigger !== 'cancel_offer' || row.status !== 'active')
      throw refused('比べられるのは、公開中の「定期便の解約のときのご案内」だけです。')
    const what = { subject: 'cancel_offer', promotion_id: id } as const
    return begin(tx, ctx, what, { ...started, about: promotionSubject(row), terms: promotionTermsOf(row) })
  })

/** The same of ペースのご提案: who is held out is asked and told of the delivery as ever, and nothing is proposed. */
export const startPaceExperiment: AdminHandler<'POST /admin/v1/pace/experiment'> = (ctx, started) =>
  ctx.db.transaction((tx) => begin(tx, ctx, PACE, { ...started, about: aboutPace, terms: null }))

async function begin(
  tx: Tx,
  ctx: OperatorContext,
  what: ComparedSubject,
  { holdout_percent, window_days, about, terms }: ExperimentStart & { about: About; terms: PromotionTerms | null },
) {
  const [made] = await tx
    .insert(experiment)
    .values({
      shop_id: ctx.shop_id,
      ...what,
      salt: randomBytes(24).toString('base64url'),
      terms,
      holdout_percent,
      window_days,
      expected: Math.max(100, await recentlyCompared({ ...ctx, db: tx }, what)),
      started_at: ctx.clock.now(),
    })
    .onConflictDoNothing()
    .returning({ id: experiment.id })
  if (!made) throw refused('比較は、もう始まっています。')
  await recordAudit(tx, ctx, { ...about, before: {}, after: { holdout_percent, window_days } })
  return made
}

/** It is for everybody again; contracts that were exposed go on being judged. */
export const endExperiment: AdminHandler<'POST /admin/v1/promotions/{id}/experiment/end'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    const about = promotionSubject(await lockedPromotion(tx, ctx, id))
    return finish(tx, ctx, { subject: 'cancel_offer', promotion_id: id }, about)
  })

export const endPaceExperiment: AdminHandler<'POST /admin/v1/pace/experiment/end'> = (ctx) =>
  ctx.db.transaction((tx) => finish(tx, ctx, PACE, aboutPace))

async function finish(tx: Tx, ctx: OperatorContext, what: ComparedSubject, about: About) {
  const [ended] = await tx
    .update(experiment)
    .set({ ended_at: ctx.clock.now() })
    .where(isComparing(ctx.shop_id, what))
    .returning({ holdout_percent: experiment.holdout_percent })
  if (!ended) throw refused('比較は、おこなわれていません。')
  await recordAudit(tx, ctx, { ...about, before: ended, after: { holdout_percent: 0 } })
  return {}
}
