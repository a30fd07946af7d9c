import type { Tx } from '@kushi/db/connect'
import type { AdminVerb } from '../../admin/context.ts'
import { record } from '../../audit/record.ts'
import { answerCancel } from '../../fulfilment/decisions.ts'
import { orderSubject } from '../../order/admin/own-order.ts'
import { findOrder, lockOrder } from '../../order/lock-order.ts'
import type { OrderRow } from '../../order/order-row.ts'
import { deliverOutbox } from '../../outbox/deliver-outbox.ts'
import { agreeToCancel } from '../follow-order.ts'

/** Whoever packs answers the member's wish: out of the batch and cancelled, or sent all the same. @throws ShopError 404, 409 */
export const decideCancel: AdminVerb<'POST /admin/v1/shipping/cancel-requests/{order_no}'> = async (ctx, input) => {
  const { order_no, decision } = input
  const { order: found } = await findOrder(ctx, order_no)
  const answer = async (tx: Tx, order: OrderRow) => {
    await answerCancel(tx, ctx, order)
    await record(tx, ctx, { ...orderSubject(order), after: { decision } })
  }
  if (decision === 'cancel') await agreeToCancel(ctx, { order_no }, answer)
  else await ctx.db.transaction(async (tx) => answer(tx, (await lockOrder(tx, found)).order))
  ctx.afterwards(async () => void (await deliverOutbox(ctx)))
  return {}
}
