import { quietApi } from '../../api.ts'
import type { CartEntry } from '../../state/cart-items.ts'
import { useAnswer } from '../../state/use-answer.ts'

interface Asked {
  items: readonly Pick<CartEntry, 'id' | 'quantity'>[]
  isPeriodic: boolean
  delivery_id?: number | undefined
  /** null: cash on delivery; undefined: not chosen. */
  payment_method_id?: number | null | undefined
  /** Seven digits; undefined while there are none. */
  postal_code?: string | undefined
}

/** 見積もり: nothing on a screen is priced by anybody but the server. */
export function useQuote({ items, isPeriodic, delivery_id, payment_method_id, postal_code }: Asked) {
  const query = {
    product_sku_ids: items.map(({ id, quantity }) => `${id}:${Math.min(quantity, 99)}`),
    is_subscription: isPeriodic,
    ...(delivery_id === undefined ? {} : { delivery_method_id: delivery_id }),
    ...(payment_method_id === undefined ? {} : { payment_method_id: String(payment_method_id) as '1' | 'null' }),
    ...(postal_code === undefined ? {} : { postal_code }),
  }
  return useAnswer(
    items.length ? JSON.stringify(query) : null,
    (signal) => quietApi('GET /v1/product/sku/list', { query }, { signal }),
    { delay: 150 },
  )
}
