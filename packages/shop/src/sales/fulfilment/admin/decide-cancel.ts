import type { Tx } from '@kushi/db/connect'
import type { AdminContext, AdminHandler } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { findOrder, lockOrder, type OrderRow, orderAuditSubject } from '../../order/index.ts'
import { approveCancelRequest } from '../cancel-order.ts'
import { clearCancelRequest } from '../internal/decisions.ts'

interface CancelDecision {
  order_no: string
  decision: 'cancel' | 'ship'
}

/**
 * The desk answers the member's wish to cancel: take the order out of the batch and cancel it, or ship it anyway.
 * @throws ShopError 404, 409
 */
export async function answerCancelRequest(ctx: AdminContext, { order_no, decision }: CancelDecision): Promise<void> {
  const { order: found } = await findOrder(ctx, order_no)
  const answer = async (tx: Tx, order: OrderRow) => {
    await clearCancelRequest(tx, ctx, order)
    await recordAudit(tx, ctx, { ...orderAuditSubject(order), after: { decision } })
  }
  if (decision === 'cancel') await approveCancelRequest(ctx, { order_no }, answer)
  else await ctx.db.transaction(async (tx) => answer(tx, (await lockOrder(tx, found)).order))
}

export const decideCancelRequest: AdminHandler<'POST /admin/v1/shipping/cancel-requests/{order_no}'> = async (
  ctx,
  input,
) => {
  await answerCancelRequest(ctx, input)
  return {}
}
