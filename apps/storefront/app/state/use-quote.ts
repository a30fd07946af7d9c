import { quietApi } from '../api.ts'
import type { CartEntry } from './cart.ts'
import { useAnswer } from './use-answer.ts'

interface Asked {
  items: readonly Pick<CartEntry, 'id' | 'quantity'>[]
  isPeriodic: boolean
  delivery_id?: number | undefined
  /** null: cash on delivery; undefined: not chosen. */
  payment_method_id?: number | null | undefined
  /** The part of the address that decides the delivery fee; null until typed. */
  shipTo?: { postal_code: string; pref_id: number } | null
}

/** 見積もり: only the server computes the prices on a screen. */
export function useQuote({ items, isPeriodic, delivery_id, payment_method_id, shipTo = null }: Asked) {
  const query = {
    product_sku_ids: items.map(({ id, quantity }) => `${id}:${Math.min(quantity, 99)}`),
    is_subscription: isPeriodic,
    ...(delivery_id === undefined ? {} : { delivery_method_id: delivery_id }),
    ...(payment_method_id === undefined ? {} : { payment_method_id: String(payment_method_id) as '1' | 'null' }),
    ...shipTo,
  }
  return useAnswer(
    items.length ? JSON.stringify(query) : null,
    // Returns the quote with its query, because the last quote stays while the next one is loading.
    async (signal) => ({ ...(await quietApi('GET /v1/product/sku/list', { query }, { signal })), query }),
    { delay: 150 },
  )
}
