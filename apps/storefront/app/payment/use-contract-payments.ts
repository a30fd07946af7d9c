import type { PaymentMethod } from '@kushi/contract/setting'
import { paymentMethod } from '@kushi/values/payment-method'
import { quietApi } from '../api.ts'
import { useCustomer } from '../state/session.ts'
import { useAnswer } from '../state/use-answer.ts'

interface ContractDelivery {
  delivery_id: number
  /** Yen of the delivery, before the fee of a payment method. */
  amount: number
  /** The same of those after it; left out: as much. */
  following_amount?: number
  is_lump_sum: boolean
  delivery_notes: string
}

/**
 * The payment methods for a delivery of a 定期便 that goes on, or is to begin; an unavailable one has the reason. The contract can
 * change from a wallet that begins by its button (Amazon Pay) to another method, but never to it. `linkable`: the accounts that
 * have to be linked first; a guest's are left out.
 */
export function useContractPayments(delivery: ContractDelivery | null, present: number | null) {
  const isMember = Boolean(useCustomer())
  const query = delivery && { ...delivery, visible: true, is_subscription: true }
  return useAnswer(query ? JSON.stringify(query) : null, async (signal) => {
    const { items } = await quietApi('GET /v1/setting/shop/payment/', { query: query! }, { signal })
    const needsLink = (method: PaymentMethod) => paymentMethod(method.payment_method_id).links_account !== undefined
    const methods = items.filter((method) => isMember || !needsLink(method)).map((one) => withoutButton(one, present))
    const isLinking = methods.some((method) => method.is_available && needsLink(method))
    const linked = isLinking ? await quietApi('GET /v1/common/mypage/linked-account/list', {}, { signal }) : null
    return { methods, linkable: linked?.linkable ?? [] }
  })
}

function withoutButton(method: PaymentMethod, present: number | null): PaymentMethod {
  const { has_button, name } = paymentMethod(method.payment_method_id)
  if (!has_button || method.reason || method.payment_method_id === present) return method
  const reason = `${name}への変更はできません。お申し込みのときにだけお選びいただけます。`
  return { ...method, is_available: false, reason }
}
