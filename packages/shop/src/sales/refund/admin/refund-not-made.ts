import type { AdminVerb } from '../../../foundation/admin/index.ts'
import { record } from '../../../foundation/audit/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { findOrder, orderDetail, orderSubject, ownOrder } from '../../order/index.ts'
import { asOperatorError, dropUnanswered } from '../../payment/index.ts'

/**
 * 返金されていないことを確かめた: ends a refund whose answer was lost, so that the money can go back in another way.
 * @throws ShopError 404; 409 if nothing is unanswered, or the provider's record has the refund; 503
 */
export const settleUnanswered: AdminVerb<'POST /admin/v1/orders/{id}/refund/not-made'> = async (
  ctx,
  { id, refund_asked, decision_reason },
) => {
  const own = await ownOrder(ctx, id)
  const { paid } = await findOrder(ctx, own.order_no)
  if (!paid) throw new ShopError(409, 'ERROR_ORDER_STATUS', 'このご注文に、お支払いはありません。')
  await asOperatorError(
    dropUnanswered(ctx, paid, refund_asked, (tx) =>
      record(tx, ctx, {
        ...orderSubject(own),
        before: { refund_asked },
        after: { refund_asked: null, decision_reason },
      }),
    ),
  )
  return orderDetail(ctx, ctx.db, id)
}
