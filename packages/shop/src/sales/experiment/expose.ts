import { experiment, experiment_unit } from '@kushi/db/schema/experiment'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { isInHoldout } from './internal/assignment.ts'

/** What a 比較 withholds: the offer of a promotion at 解約, or ペースのご提案. */
export type ComparedSubject = { subject: 'cancel_offer'; promotion_id: number } | { subject: 'pace' }

/** The 比較 of it, past ones too. */
export const experimentsOf = (shop_id: number, what: ComparedSubject) =>
  and(
    eq(experiment.shop_id, shop_id),
    eq(experiment.subject, what.subject),
    what.subject === 'pace' ? undefined : eq(experiment.promotion_id, what.promotion_id),
  )

/** The one that is going on: at most one. */
export const isComparing = (shop_id: number, what: ComparedSubject) =>
  and(experimentsOf(shop_id, what), isNull(experiment.ended_at))

/**
 * Whether this contract is held out of what it could be shown now. Asked at the moment at which it is shown, and written
 * then for both sides alike, once. `is_shown` false: somebody else looks, and nothing is written.
 */
export async function isHeldOut(
  { db, shop_id, clock }: Pick<Context, 'db' | 'shop_id' | 'clock'>,
  what: ComparedSubject,
  { subscription_id, is_shown = true }: { subscription_id: number; is_shown?: boolean },
): Promise<boolean> {
  const [running] = await db
    .select({ id: experiment.id, salt: experiment.salt, holdout_percent: experiment.holdout_percent })
    .from(experiment)
    .where(isComparing(shop_id, what))
  if (!running) return false
  const is_held_out = isInHoldout(running.salt, subscription_id, running.holdout_percent)
  if (is_shown)
    await db
      .insert(experiment_unit)
      .values({ shop_id, experiment_id: running.id, subscription_id, is_held_out, exposed_at: clock.now() })
      .onConflictDoNothing()
  return is_held_out
}
