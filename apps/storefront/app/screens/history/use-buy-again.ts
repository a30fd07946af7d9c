import { useRef, useState } from 'react'
import { api } from '../../api.ts'
import { newKey } from '../../state/new-key.ts'
import { applyLatestCart, showCart } from '../../state/server-cart.ts'
import { type Outcome, outcomeOf } from './bought-again.ts'

/** もう一度購入する. A retry after a network failure uses the same key, so nothing is added twice. */
export function useBuyAgain(order_no: string) {
  const [isPending, setPending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const key = useRef<string | null>(null)

  async function buy(): Promise<void> {
    setPending(true)
    key.current ??= newKey()
    const body = { order_no, idempotency_key: key.current }
    try {
      await applyLatestCart(
        () => api('POST /v1/order/public/buy-again', { body }),
        ({ items, cart }) => {
          showCart(cart)
          key.current = null
          setOutcome(outcomeOf(items))
        },
      )
    } catch {
      // The client has already shown the error in a toast.
    } finally {
      setPending(false)
    }
  }
  return { buy, isPending, outcome }
}
