import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import type { Context } from '../../../context.ts'
import { PaymentRefused, PaymentUnavailable } from '../../../ports/payment-port.ts'
import { ShopError } from '../../../shop-error.ts'
import { paymentRefusalErrorName, paymentRefusalText } from '../rules/refusal-message.ts'

/**
 * Calls the card provider outside of an order.
 * @throws ShopError 422 ERROR_CARD_… when the card is refused, 503 ERROR_PAYMENT_UNAVAILABLE when there is no response.
 */
export async function callCardProvider<T>(ctx: Pick<Context, 'log'>, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof PaymentRefused)
      throw new ShopError(
        422,
        paymentRefusalErrorName(error.refusal),
        paymentRefusalText(error.refusal, PAYMENT_METHOD.credit_card)!,
      )
    if (!(error instanceof PaymentUnavailable)) throw error
    ctx.log.warn({ info: error.info }, 'card provider unavailable')
    throw new ShopError(
      503,
      'ERROR_PAYMENT_UNAVAILABLE',
      'カード会社と通信できませんでした。時間をおいて、もう一度お試しください。',
    )
  }
}
