import type { ExperimentStart } from '@kushi/contract/admin/experiment'
import type { Tx } from '@kushi/db/connect'
import { order_offer } from '@kushi/db/schema/order-offer'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { EXPERIMENT_SUBJECT_NAME, experimentSubjectOfOffer } from '@kushi/values/experiment'
import type { PromotionTerms } from '@kushi/values/promotion'
import { loadLockedPromotion, promotionAuditSubject, promotionTermsOf } from '../../../catalogue/promotion/index.ts'
import type { AdminHandler, OperatorContext, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { type AuditChange, recordAudit } from '../../../foundation/audit/index.ts'
import { notFound } from '../../../shop-error.ts'
import { type ExperimentSubject, runningExperimentCondition } from '../expose.ts'
import { beginExperiment, endExperiment } from '../internal/run.ts'
import { countRecentlyComparable } from '../recently-compared.ts'
import { experimentStateError as refused } from '../state-error.ts'

/** The subject that the audit log names. */
type About = Pick<AuditChange, 'subject' | 'subject_id' | 'subject_name'>
const PACE = { subject: 'pace' } as const
const aboutPace: About = { subject: 'experiment', subject_id: 'pace', subject_name: EXPERIMENT_SUBJECT_NAME.pace }

/**
 * Starts a 比較 of a promotion offered at 解約. The offer is withheld from `holdout_percent` of the contracts from now on.
 * The terms of the promotion are copied, so that the comparison does not change with it.
 * @throws ShopError 409 when the promotion is no active cancel offer, or a comparison is running
 */
export const startCancelOfferExperiment: AdminHandler<'POST /admin/v1/promotions/{id}/experiment'> = (
  ctx,
  { id, ...started },
) =>
  ctx.db.transaction(async (tx) => {
    const row = await loadLockedPromotion(tx, ctx, id)
    if (row.trigger !== 'cancel_offer' || row.status !== 'active')
      throw refused('比べられるのは、公開中の「定期便の解約のときのご案内」だけです。')
    const what = { subject: 'cancel_offer', promotion_id: id } as const
    return begin(tx, ctx, what, { ...started, about: promotionAuditSubject(row), terms: promotionTermsOf(row) })
  })

/**
 * Starts a 比較 of ペースのご提案. Members of held-out contracts still get the question and the next delivery date, but no
 * proposal.
 * @throws ShopError 409 when a comparison is running
 */
export const startPaceExperiment: AdminHandler<'POST /admin/v1/pace/experiment'> = (ctx, started) =>
  ctx.db.transaction((tx) => begin(tx, ctx, PACE, { ...started, about: aboutPace, terms: null }))

/** Loads and locks an offer, so that it can't change while its comparison begins. @throws ShopError 404 */
async function lockedOffer(tx: Tx, { shop_id }: OperatorContext, id: number) {
  const [row] = await tx.select().from(order_offer).where(sameRowCondition(order_offer, { shop_id, id })).for('update')
  if (!row) throw notFound()
  return row
}
const aboutOffer = ({ id, title }: { id: number; title: string }): About => ({
  subject: 'order_offer',
  subject_id: String(id),
  subject_name: title,
})

/**
 * Starts a 比較 of 注文のときのご案内: it is withheld from `holdout_percent` of the visitors who would see it in an order form, or
 * of the orders that could have it afterwards. Until the end its goods and words stay as they are.
 * @throws ShopError 409 when the offer is not public, or a comparison is running
 */
export const startOrderOfferExperiment: AdminHandler<'POST /admin/v1/order-offers/{id}/experiment'> = (
  ctx,
  { id, ...started },
) =>
  ctx.db.transaction(async (tx) => {
    const row = await lockedOffer(tx, ctx, id)
    if (!row.visible) throw refused('比べられるのは、公開中のご案内だけです。')
    const what = { subject: experimentSubjectOfOffer(row.offer_place), order_offer_id: id } as const
    return begin(tx, ctx, what, { ...started, about: aboutOffer(row), terms: null })
  })

async function begin(
  tx: Tx,
  ctx: OperatorQueryContext,
  what: ExperimentSubject,
  { holdout_percent, window_days, about, terms }: ExperimentStart & { about: About; terms: PromotionTerms | null },
) {
  const expected = await countRecentlyComparable({ ...ctx, db: tx }, what)
  const made = await beginExperiment(tx, ctx, { ...what, terms, holdout_percent, window_days, expected })
  await recordAudit(tx, ctx, { ...about, before: {}, after: { holdout_percent, window_days } })
  return made
}

/**
 * Ends the 比較 of a promotion, which is then offered to every contract again. Contracts that were exposed are still
 * evaluated.
 * @throws ShopError 409 when no comparison is running
 */
export const endCancelOfferExperiment: AdminHandler<'POST /admin/v1/promotions/{id}/experiment/end'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    const about = promotionAuditSubject(await loadLockedPromotion(tx, ctx, id))
    return finish(tx, ctx, { subject: 'cancel_offer', promotion_id: id }, about)
  })

/**
 * Ends the 比較 of 注文のときのご案内, which is offered to everybody again. What was withheld from an order stays withheld.
 * @throws ShopError 409 when no comparison is running
 */
export const endOrderOfferExperiment: AdminHandler<'POST /admin/v1/order-offers/{id}/experiment/end'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    const row = await lockedOffer(tx, ctx, id)
    const what = { subject: experimentSubjectOfOffer(row.offer_place), order_offer_id: id } as const
    return finish(tx, ctx, what, aboutOffer(row))
  })

export const endPaceExperiment: AdminHandler<'POST /admin/v1/pace/experiment/end'> = (ctx) =>
  ctx.db.transaction((tx) => finish(tx, ctx, PACE, aboutPace))

async function finish(tx: Tx, ctx: OperatorQueryContext, what: ExperimentSubject, about: About) {
  const { holdout_percent } = await endExperiment(tx, ctx, runningExperimentCondition(ctx.shop_id, what))
  await recordAudit(tx, ctx, { ...about, before: { holdout_percent }, after: { holdout_percent: 0 } })
  return {}
}
