import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { ShopError } from '../../../shop-error.ts'
import {
  creditItemsOfRequest,
  findShopOrder,
  loadOrderWithCredits,
  lockOrder,
  orderAuditSubject,
  orderDetail,
  writeOrderCredit,
} from '../../order/index.ts'
import { recordPayment } from '../../payment/index.ts'
import { orderPaid } from '../hooks.ts'
import { acceptPaidOrder } from '../internal/receive-order.ts'

/**
 * 足りないまま受け取る: accepts an order of which transfers paid only a part. The unpaid part becomes a price reduction (値引き), so
 * that the sale equals the money received.
 * @throws ShopError 409 if nothing was paid, or more was paid meanwhile
 */
export const acceptPartlyPaidOrder: AdminHandler<'POST /admin/v1/orders/{id}/take-as-paid'> = async (
  ctx,
  { id, ...asked },
) => {
  const { captured_amount, decision_reason } = asked
  const own = await findShopOrder(ctx, id)
  await ctx.db.transaction(async (tx) => {
    const { order, paid } = await lockOrder(tx, own)
    if (order.status !== 'payment_pending' || paid?.state !== 'awaiting' || paid.captured_amount === 0)
      throw new ShopError(409, 'ERROR_ORDER_STATUS', '一部だけご入金いただいて、残りを待っているご注文ではありません。')
    if (paid.captured_amount !== captured_amount)
      throw new ShopError(
        409,
        'ERROR_CHANGED_MEANWHILE',
        'ご入金の合計が変わっています。画面を読み込み直して、ご確認ください。',
      )
    const sale = await loadOrderWithCredits(tx, order)
    const lines = creditItemsOfRequest(sale, { sum: paid.amount - captured_amount })
    await writeOrderCredit(tx, ctx, order, paid, { kind: 'reduction', lines, note: decision_reason })
    const taken = await recordPayment(tx, ctx, paid, 'captured', { captured_amount })
    await orderPaid(tx, ctx, order, taken.reference)
    await acceptPaidOrder(tx, ctx, order, taken)
    const before = { status: order.status, captured_amount }
    const after = { status: 'received', captured_amount, decision_reason }
    await recordAudit(tx, ctx, { ...orderAuditSubject(order), before, after })
  })
  return orderDetail(ctx, ctx.db, id)
}
