import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { customerDetail } from '../../../people/customer/index.ts'
import { deleteFormerMemberCards } from '../forget-cards.ts'
import { beginWithdrawal, cancelWithdrawal } from '../internal/begin-withdrawal.ts'

/** 退会 for a member who called. The audit log has their number and the reason, but no personal data. */
export const withdrawCustomer: AdminHandler<'POST /admin/v1/customers/{id}/withdrawal'> = async (
  ctx,
  { id, reason },
) => {
  const detail = await ctx.db.transaction(async (tx) => {
    const leaving_at = await beginWithdrawal(tx, ctx, { shop_id: ctx.shop_id, customer_id: id })
    const named = { subject: 'customer', subject_id: id, subject_name: `会員 ${id}` }
    const after = leaving_at ? { leaving_at, reason } : { withdrawn: true, reason }
    await recordAudit(tx, ctx, { ...named, after })
    return customerDetail(ctx, tx, id)
  })
  ctx.afterwards(async () => void (await deleteFormerMemberCards(ctx)))
  return detail
}

/** Cancels a member's withdrawal before it takes effect. */
export const cancelCustomerWithdrawal: AdminHandler<'DELETE /admin/v1/customers/{id}/withdrawal'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    await cancelWithdrawal(tx, ctx, { shop_id: ctx.shop_id, customer_id: id })
    const named = { subject: 'customer', subject_id: id, subject_name: `会員 ${id}` }
    await recordAudit(tx, ctx, { ...named, before: { is_leaving: true }, after: { is_leaving: false } })
    return customerDetail(ctx, tx, id)
  })
