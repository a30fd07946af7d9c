import { type AdminVerb, maskText } from '../../../foundation/admin/index.ts'
import { record } from '../../../foundation/audit/index.ts'
import { customerDetail } from '../../../people/customer/index.ts'
import { forgetCards } from '../forget-cards.ts'
import { leave, stay } from '../internal/leave.ts'

/** 退会 for a member who called. The audit log has their number and the reason, but no personal data. */
export const withdrawCustomer: AdminVerb<'POST /admin/v1/customers/{id}/withdrawal'> = async (ctx, { id, reason }) => {
  const detail = await ctx.db.transaction(async (tx) => {
    const leaving_at = await leave(tx, ctx, { shop_id: ctx.shop_id, customer_id: id })
    const named = { subject: 'customer', subject_id: id, subject_name: `会員 ${id}` }
    const after = leaving_at ? { leaving_at, reason } : { withdrawn: true, reason }
    await record(tx, ctx, { ...named, after, masks: { reason: maskText } })
    return customerDetail(ctx, tx, id)
  })
  ctx.afterwards(async () => void (await forgetCards(ctx)))
  return detail
}

/** Takes back what the member asked for, until it takes effect. */
export const undoWithdrawalOf: AdminVerb<'DELETE /admin/v1/customers/{id}/withdrawal'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    await stay(tx, ctx, { shop_id: ctx.shop_id, customer_id: id })
    const named = { subject: 'customer', subject_id: id, subject_name: `会員 ${id}` }
    await record(tx, ctx, { ...named, before: { is_leaving: true }, after: { is_leaving: false } })
    return customerDetail(ctx, tx, id)
  })
