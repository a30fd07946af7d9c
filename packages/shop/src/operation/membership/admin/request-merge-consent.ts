import type { Tx } from '@kushi/db/connect'
import { MERGE_AGREEMENT_DAYS, MERGE_LINK_DAYS } from '@kushi/values/merge-request'
import type { AdminHandler, OperatorContext, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { ShopError } from '../../../shop-error.ts'
import type { MergeMember } from '../internal/load-merge-member.ts'
import { loadMergeMember } from '../internal/load-merge-member.ts'
import { lockMembersForMerge } from '../internal/lock-merge.ts'
import { notifyMergeIdentityRecorded, sendMergeConsentRequests } from '../internal/merge-letters.ts'
import { findMergeConsent, type MergeRequestRow, startMergeRequest } from '../internal/merge-requests.ts'
import { mergeProblem } from '../rules/merge.ts'
import { mergeConsentRequestProblem } from '../rules/merge-request.ts'
import { buildMergePreview } from './preview-merge.ts'

const refused = (problem: string) => new ShopError(409, 'ERROR_MERGE_REFUSED', problem)

/** @throws ShopError 404; 409 ERROR_MERGE_REFUSED when no agreement would allow this merge */
async function lockedSides(
  tx: Tx,
  ctx: OperatorQueryContext,
  id: number,
  other_id: number,
): Promise<[MergeMember, MergeMember]> {
  await lockMembersForMerge(tx, ctx.shop_id, [id, other_id])
  const kept = await loadMergeMember(tx, ctx.shop_id, id)
  const other = await loadMergeMember(tx, ctx.shop_id, other_id)
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
    const before = await findMergeConsent(tx, ctx, pair)
    const problem = mergeConsentRequestProblem(kept.standing, other.standing, before?.state ?? null)
    if (problem) throw refused(problem)
    const row = await startMergeRequest(tx, ctx, { ...pair, expires_at: inDays(ctx, MERGE_LINK_DAYS) })
    await sendMergeConsentRequests(tx, ctx, [kept, other], row)
    await trail(tx, ctx, row)
  })
  return buildMergePreview(ctx, id, other_id)
}

/** 本人確認の記録: how an operator identified both, where a link can't reach them or was not answered. Both are told. */
export const recordMergeIdentity: AdminHandler<'POST /admin/v1/customers/{id}/merge/identity'> = async (ctx, input) => {
  const { id, other_id, kept_identity_check, other_identity_check: identity_check } = input
  await ctx.db.transaction(async (tx) => {
    const sides = await lockedSides(tx, ctx, id, other_id)
    const checks = { kept_identity_check, identity_check }
    const expires_at = inDays(ctx, MERGE_AGREEMENT_DAYS)
    const row = await startMergeRequest(tx, ctx, { customer_id: other_id, kept_id: id, ...checks, expires_at })
    await notifyMergeIdentityRecorded(tx, ctx, sides, row)
    await trail(tx, ctx, row)
  })
  return buildMergePreview(ctx, id, other_id)
}

const inDays = ({ clock }: OperatorContext, days: number) => new Date(clock.now().getTime() + days * 86_400_000)

/** Writes the audit entries of both members, without the proof of identity. */
async function trail(tx: Tx, ctx: OperatorQueryContext, row: MergeRequestRow): Promise<void> {
  const { customer_id, kept_id, identity_check, kept_identity_check } = row
  const checks = identity_check === '' ? {} : { other_identity_check: identity_check, kept_identity_check }
  for (const subject_id of [customer_id, kept_id])
    await recordAudit(tx, ctx, {
      subject: 'customer',
      subject_id,
      subject_name: `会員 ${subject_id}`,
      before: null,
      after: { merged_into_id: kept_id, merged_id: customer_id, ...checks },
    })
}
