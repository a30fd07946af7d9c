import type { CartItemProblem } from '@kushi/contract/cart'
import { useEffect, useState } from 'react'
import { quietApi } from '../../api.ts'
import type { CartEntry, CartType } from '../../state/cart.ts'
import { removeFromCart } from '../../state/cart-actions.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { checkedFieldsOf, mustRemoveItem, problemOf } from './cart-check.ts'

const askShop = (items: readonly CartEntry[], signal?: AbortSignal) =>
  quietApi(
    'POST /v1/cart/items/check',
    {
      body: {
        items: items.map(({ id, quantity, subscription, revision }) => ({
          product_sku_id: id,
          quantity,
          subscription: subscription as CartType,
          revision,
        })),
      },
    },
    signal ? { signal } : undefined,
  )

/**
 * Checks whether all items can be bought as they are. Checks again after a change,
 * and when the customer returns to the page.
 */
export function useCartCheck(items: readonly CartEntry[]) {
  const [visit, setVisit] = useState(0)
  const [left, setLeft] = useState<string[]>([])
  const { data, error } = useAnswer(
    items.length ? `${visit}|${checkedFieldsOf(items)}` : null,
    (signal) => askShop(items, signal),
    { delay: 250 },
  )

  useEffect(() => {
    const checkWhenVisible = () => document.visibilityState === 'visible' && setVisit((count) => count + 1)
    document.addEventListener('visibilitychange', checkWhenVisible)
    window.addEventListener('focus', checkWhenVisible)
    return () => {
      document.removeEventListener('visibilitychange', checkWhenVisible)
      window.removeEventListener('focus', checkWhenVisible)
    }
  }, [])

  useEffect(() => {
    for (const problem of data?.problems.filter(mustRemoveItem) ?? []) {
      const item = items.find((one) => problemOf([problem], one))
      if (!item) continue
      setLeft((before) => (before.includes(problem.message) ? before : [...before, problem.message]))
      removeFromCart(quietApi, item).catch(() => {})
    }
  }, [data, items])

  const problems: CartItemProblem[] = (data?.problems ?? []).filter((problem) => !mustRemoveItem(problem))
  return {
    problems,
    /** The server's messages about removed items. */
    left,
    hasFailed: error !== null,
    /** Checks right before the checkout. Returns false if an item has a problem; the item then shows it. */
    checkNow: async (): Promise<boolean> => {
      const answer = await askShop(items)
      if (answer.problems.length) setVisit((count) => count + 1)
      return answer.problems.length === 0
    },
  }
}
