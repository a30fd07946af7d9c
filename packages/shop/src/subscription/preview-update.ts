import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import type { Verb } from '../context.ts'
import { applyUpdate } from './apply-update.ts'
import { refuseLocked } from './change-subscription.ts'
import { consentToMove } from './consent-to-move.ts'
import { loadOwn } from './load-subscription.ts'
import { refuseTotal } from './refuse-total.ts'
import { reopened } from './reopen-subscription.ts'
import { changesBetween } from './rules/changes-between.ts'
import { draftOf } from './rules/draft.ts'
import { showSubscription } from './show-subscription.ts'

/** 変更の確認: before and after, with the new totals and dates; of what is paused, as it would be reopened. Saves nothing. */
export const previewUpdate: Verb<'POST /v1/order/subscription/{id}/preview'> = async (ctx, { id, ...update }) => {
  const loaded = await loadOwn(ctx, id)
  refuseLocked(loaded, ctx)
  const isPaused = loaded.row.summary_status === SUBSCRIPTION_STATUS.pause
  const changed = await (isPaused ? reopened : applyUpdate)(ctx, loaded, update)
  const [before, after, consent_text] = await Promise.all([
    showSubscription(ctx, loaded),
    showSubscription(ctx, draftOf(loaded, changed)),
    consentToMove(ctx, loaded.row, changed.set),
  ])
  refuseTotal(after.quoted)
  return {
    before: before.view,
    after: after.view,
    changes: changesBetween(before.view, after.view),
    warnings: after.quoted.problems.map((problem) => problem.message),
    consent_text,
  }
}
