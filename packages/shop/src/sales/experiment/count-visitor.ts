import type { Handler } from '../../context.ts'
import { assignArm } from './internal/assignment.ts'
import { findLatestExperimentOfSlug } from './internal/page-experiment.ts'
import { recordVisitor } from './internal/record-visitor.ts'

/**
 * Counts that this browser was shown a パターン of a 申し込みページ, once for each comparison. Not counted: a browser that keeps no
 * cookie, and one that says another arm than its own.
 */
export const countVisitor: Handler<'POST /v1/landing-page/{slug}/visitor'> = async (
  ctx,
  { slug, experiment_id, arm },
) => {
  const sign = ctx.visitorSign?.()
  if (!sign || ctx.acting || !/^[\w-]+$/.test(slug)) return {}
  const latest = await findLatestExperimentOfSlug(ctx.db, ctx.shop_id, slug)
  if (latest?.id !== experiment_id || latest.ended_at !== null) return {}
  if (assignArm(latest.salt, sign, latest.arms!) === arm) await recordVisitor(ctx, latest, sign, arm)
  return {}
}
