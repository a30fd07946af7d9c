import type { Tx } from '@kushi/db/connect'
import type { ExperimentArm } from '@kushi/values/experiment'
import type { OperatorQueryContext } from '../../foundation/admin/index.ts'
import { runningPageExperimentCondition } from './internal/page-experiment.ts'
import { beginExperiment, endExperiment } from './internal/run.ts'

interface PageExperimentBegin {
  landing_page_id: number
  /** The first is the page itself. */
  arms: readonly ExperimentArm[]
  window_days: number
  expected: number
}

/**
 * Begins a comparison of the パターン of a 申し込みページ, with their present contents.
 * @throws ShopError 409 when one is running
 */
export const beginPageExperiment = (tx: Tx, ctx: OperatorQueryContext, { arms, ...begin }: PageExperimentBegin) =>
  beginExperiment(tx, ctx, {
    ...begin,
    subject: 'landing_page',
    arms: [...arms],
    holdout_percent: 100 - arms[0]!.visitor_percent,
  })

/**
 * Ends the comparison of a page. Visitors who saw it are still judged.
 * @throws ShopError 409 when none is running
 */
export async function endPageExperiment(tx: Tx, ctx: OperatorQueryContext, landing_page_id: number) {
  const { arms } = await endExperiment(tx, ctx, runningPageExperimentCondition(ctx.shop_id, landing_page_id))
  return arms!
}
