import type { Verb } from '../context.ts'
import { applyUpdate } from './apply-update.ts'
import { refuseLocked } from './change-subscription.ts'
import { loadOwn } from './load-subscription.ts'
import { refuseTotal } from './refuse-total.ts'
import { changesBetween } from './rules/changes-between.ts'
import { draftOf } from './rules/draft.ts'
import { showSubscription } from './show-subscription.ts'
import { paused } from './update-subscription.ts'

/** 変更の確認: before and after, with the new totals and dates. Saves nothing. */
export const previewUpdate: Verb<'POST /v1/order/subscription/{id}/preview'> = async (ctx, { id, ...update }) => {
  const loaded = await loadOwn(ctx, id)
  refuseLocked(loaded, ctx)
  if (loaded.row.summary_status === 5) throw paused()
  const changed = await applyUpdate(ctx, loaded, update)
  const [before, after] = await Promise.all([
    showSubscription(ctx, loaded),
    showSubscription(ctx, draftOf(loaded, changed)),
  ])
  refuseTotal(after.quoted)
  return {
    before: before.view,
    after: after.view,
    changes: changesBetween(before.view, after.view),
    warnings: after.quoted.problems.map((problem) => problem.message),
  }
}
