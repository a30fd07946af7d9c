import { randomBytes } from 'node:crypto'
import type { Tx } from '@kushi/db/connect'
import { experiment } from '@kushi/db/schema/experiment'
import type { SQL } from 'drizzle-orm'
import type { OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { experimentStateError } from '../state-error.ts'

/**
 * The subject of a comparison, its shares and its duration. `expected`: the number of units at which a decision is
 * expected.
 */
type ExperimentBegin = Pick<
  typeof experiment.$inferInsert,
  | 'subject'
  | 'promotion_id'
  | 'order_offer_id'
  | 'landing_page_id'
  | 'arms'
  | 'terms'
  | 'holdout_percent'
  | 'window_days'
  | 'expected'
>

/** Begins a 比較. @throws ShopError 409 when one of its subject is running */
export async function beginExperiment(tx: Tx, { shop_id, clock }: OperatorQueryContext, begin: ExperimentBegin) {
  const [made] = await tx
    .insert(experiment)
    .values({
      shop_id,
      ...begin,
      expected: Math.max(100, begin.expected),
      salt: randomBytes(24).toString('base64url'),
      started_at: clock.now(),
    })
    .onConflictDoNothing()
    .returning({ id: experiment.id })
  if (!made) throw experimentStateError('比較は、もう始まっています。')
  return made
}

/** Ends the 比較 that meets `isRunning`. What was exposed is still judged. @throws ShopError 409 when there is none */
export async function endExperiment(tx: Tx, { clock }: OperatorQueryContext, isRunning: SQL | undefined) {
  const [ended] = await tx
    .update(experiment)
    .set({ ended_at: clock.now() })
    .where(isRunning)
    .returning({ holdout_percent: experiment.holdout_percent, arms: experiment.arms })
  if (!ended) throw experimentStateError('比較は、おこなわれていません。')
  return ended
}
