import type { Quote } from '@kushi/contract/quote'
import type { PaymentMethod } from '@kushi/contract/setting'
import { cardSheetOf } from '@kushi/values/payment-method'
import { quietApi } from '../api.ts'
import { registerStore } from '../state/register.ts'
import { type PendingAnswers, useAnswer } from '../state/use-answer.ts'

interface PaymentMethodsQuery {
  quote: Quote
  isPeriodic: boolean
  /** The items include a 年払い. */
  isYearly?: boolean
  /** 置き配; left out: not chosen yet. */
  delivery_notes?: string
  /** お届け希望日; '': none is chosen. */
  delivery_date?: string
}

const beforeFee = ({ payment_total, payment_fee }: Pick<Quote, 'payment_total' | 'payment_fee'>) =>
  Math.max(0, payment_total - payment_fee)

export const methodsQuery = ({
  quote,
  isPeriodic,
  isYearly = false,
  delivery_notes = '',
  delivery_date = '',
}: PaymentMethodsQuery) => ({
  delivery_id: quote.delivery_id,
  visible: true,
  amount: beforeFee(quote),
  ...(quote.following ? { following_amount: beforeFee(quote.following) } : {}),
  is_subscription: isPeriodic,
  ...(isPeriodic && { is_first_delivery: true }),
  is_lump_sum: isYearly,
  ...(delivery_notes ? { delivery_notes } : {}),
  ...(delivery_date ? { delivery_date } : {}),
})

type FetchMethods = (query: ReturnType<typeof methodsQuery>, init?: RequestInit) => Promise<PaymentMethod[]>

/** What the shop offers, whatever this browser can do. */
export const fetchAllMethods: FetchMethods = async (query, init) => {
  const { items } = await quietApi('GET /v1/setting/shop/payment/', { query }, init)
  registerStore.setState({ paymentMethods: items })
  return items
}

/** Without the sheets that this browser has not. Only a shop that offers one makes it load their code. */
export const fetchMethods: FetchMethods = async (query, init) => {
  const items = await fetchAllMethods(query, init)
  const openable = new Set(await openMethods(items.filter(({ is_available }) => is_available)))
  return items.filter((one) => !one.is_available || openable.has(one))
}

/** The ways that this browser can open. */
export async function openMethods<T extends { payment_method_id: number | null }>(methods: readonly T[]): Promise<T[]> {
  const openableFlags = await Promise.all(methods.map(({ payment_method_id }) => canOpen(payment_method_id)))
  return methods.filter((_, n) => openableFlags[n])
}

async function canOpen(payment_method_id: number | null): Promise<boolean> {
  const sheet = cardSheetOf(payment_method_id)
  return sheet === undefined || (await import('./sheet/load-sheet.ts')).hasSheet(sheet)
}

/** お支払い方法 for this delivery and amount. An unavailable method has the reason. */
export function usePaymentMethods(
  { quote, ...requested }: Omit<PaymentMethodsQuery, 'quote'> & { quote: Quote | undefined },
  prefetched?: PendingAnswers<PaymentMethod[]>,
  fetch: FetchMethods = fetchMethods,
) {
  const query = quote && methodsQuery({ quote, ...requested })
  return useAnswer(query ? JSON.stringify(query) : null, (signal) => fetch(query!, { signal }), { prefetched })
}
