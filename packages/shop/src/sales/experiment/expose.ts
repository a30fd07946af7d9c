import { experiment, experiment_unit } from '@kushi/db/schema/experiment'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { isInHoldout } from './internal/assignment.ts'

/** The 比較 of a promotion that is going on: at most one. */
export const isRunning = (shop_id: number, promotion_id: number) =>
  and(eq(experiment.shop_id, shop_id), eq(experiment.promotion_id, promotion_id), isNull(experiment.ended_at))

/**
 * Whether this contract is held out of the offer of a promotion that it could have now. Asked at the moment at which the
 * offer is shown, and written then for both sides alike, once.
 */
export async function isHeldOut(
  { db, shop_id, clock }: Pick<Context, 'db' | 'shop_id' | 'clock'>,
  { promotion_id, subscription_id }: { promotion_id: number; subscription_id: number },
): Promise<boolean> {
  const [running] = await db
    .select({ id: experiment.id, salt: experiment.salt, holdout_percent: experiment.holdout_percent })
    .from(experiment)
    .where(isRunning(shop_id, promotion_id))
  if (!running) return false
  const is_held_out = isInHoldout(running.salt, subscription_id, running.holdout_percent)
  await db
    .insert(experiment_unit)
    .values({ shop_id, experiment_id: running.id, subscription_id, is_held_out, exposed_at: clock.now() })
    .onConflictDoNothing()
  return is_held_out
}
