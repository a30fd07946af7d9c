import type { Quote } from '@kushi/contract/quote'
import { quietApi } from '../api.ts'
import { registerStore } from '../state/register.ts'
import { useAnswer } from '../state/use-answer.ts'

interface Asked {
  quote: Quote | undefined
  isPeriodic: boolean
  /** The items include a 年払い. */
  isYearly?: boolean
  /** 置き配; left out: not chosen yet. */
  delivery_notes?: string
}

/** お支払い方法 for this delivery and amount. An unavailable method has the reason. */
export function usePaymentMethods({ quote, isPeriodic, isYearly = false, delivery_notes = '' }: Asked) {
  const query = quote && {
    delivery_id: quote.delivery_id,
    visible: true,
    amount: Math.max(0, quote.payment_total - quote.payment_fee),
    is_subscription: isPeriodic,
    is_lump_sum: isYearly,
    ...(delivery_notes ? { delivery_notes } : {}),
  }
  return useAnswer(query ? JSON.stringify(query) : null, async (signal) => {
    const { items } = await quietApi('GET /v1/setting/shop/payment/', { query: query! }, { signal })
    registerStore.setState({ paymentMethods: items })
    return items
  })
}
