import { PAYMENT_METHOD, paymentMethodName } from '@kushi/values/payment-method'
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

/**
 * Calls a provider about a member's linked account of this method.
 * @throws ShopError 409 ERROR_LINK_REFUSED, 503 ERROR_PAYMENT_UNAVAILABLE
 */
export async function callLinkProvider<T>(
  ctx: Pick<Context, 'log'>,
  payment_method_id: number,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const name = paymentMethodName(payment_method_id)
    if (error instanceof PaymentRefused)
      throw new ShopError(409, 'ERROR_LINK_REFUSED', `${name}を連携できませんでした。もう一度お試しください。`)
    if (!(error instanceof PaymentUnavailable)) throw error
    ctx.log.warn({ info: error.info }, 'provider of a linked account unavailable')
    throw new ShopError(
      503,
      'ERROR_PAYMENT_UNAVAILABLE',
      `${name}と通信できませんでした。時間をおいて、もう一度お試しください。`,
    )
  }
}
