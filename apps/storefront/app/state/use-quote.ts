import type { OrderDraft } from '@kushi/contract/order'
import { MAX_SALE_LIMIT } from '@kushi/values/limits'
import { quietApi } from '../api.ts'
import type { CartEntry } from './cart.ts'
import { couponCodes, useCoupons } from './coupons.ts'
import { type PendingAnswers, useAnswer } from './use-answer.ts'

interface QuoteQuery {
  items: readonly Pick<CartEntry, 'id' | 'quantity'>[]
  isPeriodic: boolean
  delivery_id?: number | undefined
  /** null: cash on delivery; undefined: not chosen. */
  payment_method_id?: number | null | undefined
  /** Of the later deliveries, if `payment_method_id` pays the first one only. */
  following_payment_method_id?: number | null | undefined
  /** The part of the address that decides the delivery fee; null until typed. */
  shipTo?: { postal_code: string; pref_id: number } | null
  wrapping?: OrderDraft['wrapping']
  /** 申し込みページ on which it is bought; null: none. */
  page?: { slug: string } | null
  /** ポイント that the member wants to use. */
  points?: number
}

export const quoteQuery = ({
  items,
  isPeriodic,
  delivery_id,
  payment_method_id,
  following_payment_method_id,
  shipTo = null,
  wrapping,
  page = null,
  points,
}: QuoteQuery) => ({
  product_sku_ids: items.map(({ id, quantity }) => `${id}:${Math.min(quantity, MAX_SALE_LIMIT)}`),
  is_subscription: isPeriodic,
  ...(delivery_id === undefined ? {} : { delivery_method_id: delivery_id }),
  ...(payment_method_id === undefined ? {} : { payment_method_id: String(payment_method_id) as '1' | 'null' }),
  ...(following_payment_method_id !== undefined && {
    following_payment_method_id: String(following_payment_method_id) as '1' | 'null',
  }),
  ...(couponCodes().length > 0 && { coupon_codes: [...couponCodes()] }),
  ...(wrapping?.wrap && { gift_wrap: wrapping.wrap }),
  ...(wrapping?.noshi && { gift_noshi: wrapping.noshi.wrapping_name }),
  ...(wrapping && wrapping.message_card !== null && { gift_card: true }),
  ...(points && { points }),
  ...(page && { landing_slug: page.slug }),
  ...shipTo,
})

/** Returns the quote with its query, because a screen keeps the last quote while the next one is loading. */
export const fetchQuote = async (query: ReturnType<typeof quoteQuery>, init?: RequestInit) => ({
  ...(await quietApi('GET /v1/product/sku/list', { query }, init)),
  query,
})

export type QuoteAnswer = Awaited<ReturnType<typeof fetchQuote>>

/** 見積もり: only the server computes the prices on a screen. */
export function useQuote(quoteQueryInput: QuoteQuery, prefetched?: PendingAnswers<QuoteAnswer>) {
  useCoupons()
  const query = quoteQuery(quoteQueryInput)
  return useAnswer(
    quoteQueryInput.items.length ? JSON.stringify(query) : null,
    (signal) => fetchQuote(query, { signal }),
    {
      delay: 150,
      prefetched,
    },
  )
}
