import { useEffect, useState } from 'react'
import { quietApi } from '../../api.ts'
import { useCartItems } from '../../state/cart.ts'
import type { CartEntry } from '../../state/cart-items.ts'

/** Yen that are missing for free delivery with this item added to the cart, as the server counts; null until it has said so. */
export function useFreeRemaining(entry: CartEntry): number | null {
  const items = useCartItems()
  const [remaining, setRemaining] = useState<number | null>(null)
  const quantities = new Map<number, number>()
  for (const item of [...items.filter((item) => item.subscription === entry.subscription && !item.is_out_stock), entry])
    quantities.set(item.id, Math.min(99, (quantities.get(item.id) ?? 0) + item.quantity))
  const asked = [...quantities].map(([id, quantity]) => `${id}:${quantity}`).join(',')
  const is_subscription = entry.subscription === 1

  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(() => {
      quietApi(
        'GET /v1/product/sku/list',
        { query: { product_sku_ids: asked.split(','), is_subscription } },
        { signal: stop.signal },
      )
        .then(({ summary }) => setRemaining(summary.delivery_free_amount === null ? null : summary.free_remaining))
        .catch(() => setRemaining(null))
    }, 400)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [asked, is_subscription])
  return remaining
}
