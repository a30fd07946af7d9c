import type { Subscription } from '@kushi/contract/subscription'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../api.ts'
import { newKey } from '../../../state/new-key.ts'
import { registerStore } from '../../../state/register.ts'
import { applyLatestCart, showCart } from '../../../state/server-cart.ts'
import { toast } from '../../../state/toast.ts'
import { Button } from '../../../ui/button.tsx'

/** 同じ内容で申し込む: puts the goods and the interval of a subscription that is over into the cart. Nothing is ordered yet. */
export function SubscribeAgain({ subscription }: { subscription: Subscription }) {
  const navigate = useNavigate()
  const [isPending, setPending] = useState(false)
  const key = useRef<string | null>(null)

  async function addItems(): Promise<void> {
    setPending(true)
    key.current ??= newKey()
    const items = subscription.subscription_order_item.map(({ product_sku_id, quantity }) => ({
      product_sku_id,
      quantity,
      subscription: 1 as const,
    }))
    const body = { idempotency_key: key.current, items }
    try {
      await applyLatestCart(
        () => api('POST /v1/cart/items/sync', { body }),
        (answer) => {
          showCart(answer.items)
          if (answer.problems[0]) toast(answer.problems[0].message, 'error')
        },
      )
      key.current = null
      const { subscription_division_id, param1, param2, param3 } = subscription
      registerStore.setState({
        delivery_pattern: {
          subscription_division_id: subscription_division_id as 1 | 2 | 3,
          param1,
          param2,
          param3,
        },
      })
      await navigate('/cart?tab=periodic')
    } catch {
      // The client has shown the error in a toast.
    } finally {
      setPending(false)
    }
  }
  return (
    <Button pending={isPending} onClick={() => void addItems()}>
      同じ内容で申し込む
    </Button>
  )
}
