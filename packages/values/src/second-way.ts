import type { PaymentMethodId } from './payment-method.ts'
import type { PaymentFee } from './price-terms.ts'

/** お支払いできないときに使う方法 of a 定期便, as its member named it. */
export interface SecondWay {
  payment_method_id: PaymentMethodId
  card_seq: number | null
  /** Its 手数料 as said when it was named: deliveries paid by it cost no more. */
  payment_fees: readonly PaymentFee[]
}
