import type { Tx } from '@kushi/db/connect'
import { paymentMethod } from '@kushi/values/payment-method'
import { formatYen } from '@kushi/values/yen'
import type { Context } from '../../../context.ts'
import { type PaymentPort, PaymentUnavailable } from '../../../ports/payment-port.ts'
import { paymentPort } from '../../../ports/payment-ports.ts'
import { ShopError } from '../../../shop-error.ts'
import { NO_PENDING_REFUND, REFUND_RECORDED_AFTER_MS } from './capture-payment.ts'
import { type PaymentRow, paymentBusyError, withPaymentClaims } from './claim-payment.ts'
import { isRefundUnanswered } from './credit-payment.ts'
import { recordPayment } from './record-payment.ts'

const refused = (message: string) => new ShopError(409, 'ERROR_ORDER_STATUS', message)

/**
 * Clears a refund whose answer was lost, after an operator found at the provider that it was not made. Asks the
 * provider too. From then on the money can be returned in other ways. `also` is written in the same transaction.
 * @throws ShopError 409 if no refund is unanswered, or the provider has refunded or may not show the refund yet;
 * PaymentUnavailable
 */
export async function clearUnansweredRefund(
  ctx: Context,
  row: PaymentRow,
  refund_asked: number,
  also: (tx: Tx) => Promise<void>,
): Promise<void> {
  await withPaymentClaims(ctx, [row.provider_order_id], ['captured'], async ([claimed]) => {
    if (!claimed) throw paymentBusyError()
    if (!isRefundUnanswered(claimed) || claimed.refund_asked !== refund_asked)
      throw refused('この返金の結果は、もう分かっています。画面を読み込み直してください。')
    const age = ctx.clock.now().getTime() - claimed.refund_asked_at!.getTime()
    if (paymentMethod(claimed.payment_method_id).refunds_later && age < REFUND_RECORDED_AFTER_MS)
      throw refused('決済会社の記録に返金が載るまで、1日かかることがあります。明日、もう一度ご確認ください。')
    const trade = await portOf(ctx, claimed)?.find(claimed)
    const given = trade?.state === 'voided' ? claimed.captured_amount : (trade?.refunded_amount ?? 0)
    if (given > claimed.refunded_amount)
      throw refused(
        `決済会社の記録では、${formatYen(given)}が返金されています。同じ金額でもう一度返金すると、二重にならずに記録されます。`,
      )
    await ctx.db.transaction(async (tx) => {
      await recordPayment(tx, ctx, claimed, 'captured', NO_PENDING_REFUND, { named: 'refund_not_made' })
      await also(tx)
    })
  })
}

/** A former account can't be asked any more, so the operator's own check counts. */
function portOf(ctx: Context, row: PaymentRow): PaymentPort | null {
  try {
    return paymentPort(ctx, row)
  } catch (error) {
    if (error instanceof PaymentUnavailable) return null
    throw error
  }
}
