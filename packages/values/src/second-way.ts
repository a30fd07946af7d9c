import type { PaymentMethodId } from './payment-method.ts'
import type { PaymentFee } from './price-terms.ts'

/** The payment method that a member chose for a subscription in case a payment fails (お支払いできないときに使う方法). */
export interface FallbackPaymentMethod {
  payment_method_id: PaymentMethodId
  card_seq: number | null
  /** Its 手数料 as said when it was named: deliveries paid by it cost no more. */
  payment_fees: readonly PaymentFee[]
}
