import type { Tx } from '@kushi/db/connect'
import type { AdminVerb } from '../../admin/index.ts'
import { record } from '../../audit/index.ts'
import { answerCancel } from '../../fulfilment/index.ts'
import { findOrder, lockOrder, type OrderRow, orderSubject } from '../../order/index.ts'
import { deliverOutbox } from '../../outbox/index.ts'
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
