import type { Subscription } from '@kushi/contract/subscription'
import { useContractPayments } from '../../../payment/use-contract-payments.ts'

/** The payment methods for the next delivery, once they are asked for. */
export function useSubscriptionPayments(one: Subscription, isAsked: boolean) {
  const delivery = {
    delivery_id: one.delivery_id,
    amount: Math.max(0, one.payment_total - one.payment_fee),
    is_lump_sum: one.subscription_order_item.some((item) => item.lump_sum_payment_flag),
    delivery_notes: one.shipping_address.delivery_notes,
  }
  return useContractPayments(isAsked ? delivery : null, one.payment_method_id)
}
