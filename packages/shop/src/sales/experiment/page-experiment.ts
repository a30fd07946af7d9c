import { randomBytes } from 'node:crypto'
import type { Tx } from '@kushi/db/connect'
import { experiment } from '@kushi/db/schema/experiment'
import type { ExperimentArm } from '@kushi/values/experiment'
import { and, isNull } from 'drizzle-orm'
import type { OperatorContext } from '../../foundation/admin/index.ts'
import { pageExperimentsCondition } from './internal/page-experiment.ts'
import { experimentStateError } from './state-error.ts'

interface PageExperimentBegin {
  landing_page_id: number
  /** The first is the page itself. */
  arms: readonly ExperimentArm[]
  window_days: number
  expected: number
}

/**
 * Begins a comparison of the パターン of a 申し込みページ, with what it compares as it is now.
 * @throws ShopError 409 when one is running
 */
export async function beginPageExperiment(tx: Tx, ctx: OperatorContext, begin: PageExperimentBegin) {
  const { landing_page_id, arms, window_days, expected } = begin
  const [made] = await tx
    .insert(experiment)
    .values({
      shop_id: ctx.shop_id,
      subject: 'landing_page',
      landing_page_id,
      arms: [...arms],
      salt: randomBytes(24).toString('base64url'),
      holdout_percent: 100 - arms[0]!.visitor_percent,
      window_days,
      expected: Math.max(100, expected),
      started_at: ctx.clock.now(),
    })
    .onConflictDoNothing()
    .returning({ id: experiment.id })
  if (!made) throw experimentStateError('比較は、もう始まっています。')
  return made
}

/**
 * Ends the comparison of a page. Visitors who saw it are still judged.
 * @throws ShopError 409 when none is running
 */
export async function endPageExperiment(tx: Tx, ctx: OperatorContext, landing_page_id: number) {
  const [ended] = await tx
    .update(experiment)
    .set({ ended_at: ctx.clock.now() })
    .where(and(pageExperimentsCondition(ctx.shop_id, landing_page_id), isNull(experiment.ended_at)))
    .returning({ arms: experiment.arms })
  if (!ended) throw experimentStateError('比較は、おこなわれていません。')
  return ended.arms!
}
