import { experiment, experiment_unit } from '@kushi/db/schema/experiment'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { isInHoldout } from './internal/assignment.ts'

/** The subject of a 比較 (A/B test with a holdout): the offer of a promotion at 解約, or ペースのご提案. */
export type ExperimentSubject = { subject: 'cancel_offer'; promotion_id: number } | { subject: 'pace' }

/** The SQL condition for all 比較 of a subject, running or ended. */
export const experimentsCondition = (shop_id: number, what: ExperimentSubject) =>
  and(
    eq(experiment.shop_id, shop_id),
    eq(experiment.subject, what.subject),
    what.subject === 'pace' ? undefined : eq(experiment.promotion_id, what.promotion_id),
  )

/** The SQL condition for the running 比較 of a subject. At most one runs at a time. */
export const runningExperimentCondition = (shop_id: number, what: ExperimentSubject) =>
  and(experimentsCondition(shop_id, what), isNull(experiment.ended_at))

/**
 * Whether the running 比較 withholds its subject from this contract; false when none runs. Call it when the subject
 * would be shown. It records the exposure once per contract, for both groups alike. `is_shown` false: somebody other
 * than the member looks, so nothing is recorded.
 */
export async function isHeldOut(
  { db, shop_id, clock }: Pick<Context, 'db' | 'shop_id' | 'clock'>,
  what: ExperimentSubject,
  { subscription_id, is_shown = true }: { subscription_id: number; is_shown?: boolean },
): Promise<boolean> {
  const [running] = await db
    .select({ id: experiment.id, salt: experiment.salt, holdout_percent: experiment.holdout_percent })
    .from(experiment)
    .where(runningExperimentCondition(shop_id, what))
  if (!running) return false
  const is_held_out = isInHoldout(running.salt, subscription_id, running.holdout_percent)
  if (is_shown)
    await db
      .insert(experiment_unit)
      .values({ shop_id, experiment_id: running.id, subscription_id, is_held_out, exposed_at: clock.now() })
      .onConflictDoNothing()
  return is_held_out
}
