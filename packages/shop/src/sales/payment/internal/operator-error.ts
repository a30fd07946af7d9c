import { PaymentRefused, PaymentUnavailable } from '../../../ports/payment-port.ts'
import { ShopError } from '../../../shop-error.ts'

/**
 * Translates a provider's result into a message for operators.
 * @throws ShopError 422 if the provider refused, 503 if it did not respond: the call may be repeated and is not done
 * twice
 */
export async function translateForOperator<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof PaymentRefused)
      throw new ShopError(
        422,
        'ERROR_PAYMENT_REFUSED',
        `決済会社が受け付けませんでした(${error.info})。決済会社の管理画面で状態をご確認ください。`,
      )
    if (error instanceof PaymentUnavailable)
      throw new ShopError(
        503,
        'ERROR_PAYMENT_UNAVAILABLE',
        '決済会社から返事がありませんでした。少し待って、もう一度押してください。二重に処理されることはありません。',
      )
    throw error
  }
}
