import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { refersToCondition } from '@kushi/db/shop-scope'
import { unrefundedAmount } from '@kushi/values/paid-amounts'
import { and, asc, eq, lte } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { PaymentRefused } from '../../ports/payment-port.ts'
import { clearDueRefund, findPaymentHold } from '../payment/index.ts'
import { refundOrder } from './refund-order.ts'

const AT_ONCE = 50

/**
 * Job: refunds at the provider the money of called-off orders that was captured on charge. Without an answer the next
 * run asks again for the same total, so nothing is refunded twice. A refused refund stays owed; 今日 and 返金が済んでいない list
 * it.
 */
export async function refundDue(ctx: Context): Promise<void> {
  const { db, shop_id, clock, log } = ctx
  if (await findPaymentHold(db, shop_id)) return
  const due = await db
    .select({ paid: payment, order_no: orders.order_no })
    .from(payment)
    .innerJoin(orders, refersToCondition(payment.order_id, orders))
    .where(and(eq(payment.shop_id, shop_id), lte(payment.refund_due_at, clock.now())))
    .orderBy(asc(payment.refund_due_at))
    .limit(AT_ONCE)
  for (const { paid, order_no } of due)
    try {
      if (unrefundedAmount(paid) > 0) await refundOrder(ctx, { order_no, refund: { kind: 'owed' } })
      await clearDueRefund(db, paid)
    } catch (error) {
      log.warn({ err: error, payment: paid.provider_order_id }, 'an order that was called off is not refunded yet')
      if (error instanceof PaymentRefused) await clearDueRefund(db, paid)
    }
}
