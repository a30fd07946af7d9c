import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { findOrder, findShopOrder, orderAuditSubject, orderDetail } from '../../order/index.ts'
import { clearUnansweredRefund, translateForOperator } from '../../payment/index.ts'

/**
 * 返金されていないことを確かめた: ends a refund whose answer was lost, so that the money can go back in another way.
 * @throws ShopError 404; 409 if nothing is unanswered, or the provider's record has the refund; 503
 */
export const settleUnansweredRefund: AdminHandler<'POST /admin/v1/orders/{id}/refund/not-made'> = async (
  ctx,
  { id, refund_asked, decision_reason },
) => {
  const own = await findShopOrder(ctx, id)
  const { paid } = await findOrder(ctx, own.order_no)
  if (!paid) throw new ShopError(409, 'ERROR_ORDER_STATUS', 'このご注文に、お支払いはありません。')
  await translateForOperator(
    clearUnansweredRefund(ctx, paid, refund_asked, (tx) =>
      recordAudit(tx, ctx, {
        ...orderAuditSubject(own),
        before: { refund_asked },
        after: { refund_asked: null, decision_reason },
      }),
    ),
  )
  return orderDetail(ctx, ctx.db, id)
}
