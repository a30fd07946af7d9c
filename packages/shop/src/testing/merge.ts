import type { OperatorContext } from '../foundation/admin/index.ts'
import { mergeCustomers } from '../operation/membership/admin/merge-customers.ts'
import { recordMergeIdentity } from '../operation/membership/admin/request-merge-consent.ts'

/** 統合 after an operator identified both. */
export async function mergeWithIdentityChecks(ctx: OperatorContext, id: number, other_id: number, more: object = {}) {
  const checks = { kept_identity_check: '本人確認書類', other_identity_check: '本人確認書類' }
  await recordMergeIdentity(ctx, { id, other_id, ...checks })
  const action = 'POST /admin/v1/customers/{id}/merge'
  return mergeCustomers(
    { ...ctx, action },
    { id, other_id, typed_id: String(other_id), reason: '同じ方のお申し出', ...more },
  )
}
