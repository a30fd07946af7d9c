import type { Tx } from '@kushi/db/connect'
import { MERGE_ALLOWED_DAYS, MERGE_REQUEST_DAYS } from '@kushi/values/merge-request'
import { type AdminHandler, maskText, type OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { ShopError } from '../../../shop-error.ts'
import type { Side } from '../internal/load-side.ts'
import { loadSide } from '../internal/load-side.ts'
import { lockMerge } from '../internal/lock-merge.ts'
import { askBothOwners, notifyIdentified } from '../internal/merge-letters.ts'
import { findConsent, type MergeRequestRow, startRequest } from '../internal/merge-requests.ts'
import { mergeProblem } from '../rules/merge.ts'
import { mergeAskProblem } from '../rules/merge-request.ts'
import { mergePreview } from './preview-merge.ts'

const refused = (problem: string) => new ShopError(409, 'ERROR_MERGE_REFUSED', problem)

/** @throws ShopError 404; 409 ERROR_MERGE_REFUSED when no agreement would allow this merge */
async function lockedSides(tx: Tx, ctx: OperatorContext, id: number, other_id: number): Promise<[Side, Side]> {
  await lockMerge(tx, ctx.shop_id, [id, other_id])
  const kept = await loadSide(tx, ctx.shop_id, id)
  const other = await loadSide(tx, ctx.shop_id, other_id)
  const problem = mergeProblem(kept.standing, other.standing)
  if (problem) throw refused(problem)
  return [kept, other]
}

/**
 * 統合の確認: asks the owners of both accounts, each by a link to their verified address or LINE. An earlier question ends.
 * @throws ShopError 404; 409 ERROR_MERGE_REFUSED when one of them can't be asked, or has refused
 */
export const requestMergeConsent: AdminHandler<'POST /admin/v1/customers/{id}/merge/request'> = async (
  ctx,
  { id, other_id },
) => {
  await ctx.db.transaction(async (tx) => {
    const pair = { customer_id: other_id, kept_id: id }
    const [kept, other] = await lockedSides(tx, ctx, id, other_id)
    const before = await findConsent(tx, ctx, pair)
    const problem = mergeAskProblem(kept.standing, other.standing, before?.state ?? null)
    if (problem) throw refused(problem)
    const row = await startRequest(tx, ctx, { ...pair, expires_at: inDays(ctx, MERGE_REQUEST_DAYS) })
    await askBothOwners(tx, ctx, [kept, other], row)
    await trail(tx, ctx, row)
  })
  return mergePreview(ctx, id, other_id)
}

/** 本人確認の記録: how an operator identified both, where a link can't reach them or was not answered. Both are told. */
export const recordMergeIdentity: AdminHandler<'POST /admin/v1/customers/{id}/merge/identity'> = async (ctx, input) => {
  const { id, other_id, kept_identity_check, other_identity_check: identity_check } = input
  await ctx.db.transaction(async (tx) => {
    const sides = await lockedSides(tx, ctx, id, other_id)
    const checks = { kept_identity_check, identity_check }
    const expires_at = inDays(ctx, MERGE_ALLOWED_DAYS)
    const row = await startRequest(tx, ctx, { customer_id: other_id, kept_id: id, ...checks, expires_at })
    await notifyIdentified(tx, ctx, sides, row)
    await trail(tx, ctx, row)
  })
  return mergePreview(ctx, id, other_id)
}

const inDays = ({ clock }: OperatorContext, days: number) => new Date(clock.now().getTime() + days * 86_400_000)

/** For both members, without what identified them. */
async function trail(tx: Tx, ctx: OperatorContext, row: MergeRequestRow): Promise<void> {
  const { customer_id, kept_id, identity_check, kept_identity_check } = row
  const checks = identity_check === '' ? {} : { identity_check, kept_identity_check }
  const masks = { identity_check: maskText, kept_identity_check: maskText }
  for (const subject_id of [customer_id, kept_id])
    await recordAudit(tx, ctx, {
      subject: 'customer',
      subject_id,
      subject_name: `会員 ${subject_id}`,
      before: null,
      after: { merged_into_id: kept_id, merged_id: customer_id, ...checks },
      masks,
    })
}
