import { mostPieces } from '@kushi/values/cart'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { loadChunk } from '../../chunk/load-chunk.ts'
import { intervalOf, patternOf } from '../../parts/interval.ts'
import { boughtNow, rememberBuyNow } from '../../state/buy-now.ts'
import type { CartEntry, CartType } from '../../state/cart.ts'
import { registerStore, useRegister } from '../../state/register.ts'
import { toastHere } from '../../state/toast.ts'
import { ADDED } from './added.ts'
import type { AddedSheet } from './added-sheet.tsx'
import { cartEntry, firstType } from './cart-entry.ts'
import type { PricedProduct, PricedSku } from './priced.ts'
import { firstChoice } from './selection.ts'

/** Two clicks within this time count as one; systems use the same limit for a double click. */
const DOUBLE_PRESS_MS = 500

/** Its code is loaded when the first item is added. */
const loadSheet = () =>
  import('./added-sheet.tsx').then(
    ({ AddedSheet }) => AddedSheet,
    () => null,
  )

/** State of the choices on a product page, and the actions that add them to the cart. */
export function useBuying(product: PricedProduct) {
  // The product feed links to each SKU by its own URL.
  const [asked] = useSearchParams()
  const [back] = useState(() => boughtNow(product.id))
  const [sku, setSku] = useState<PricedSku | undefined>(() =>
    firstChoice(product.skus, back?.product_code ?? asked.get('sku')),
  )
  const [type, setType] = useState(back ? (back.subscription as CartType) : firstType(product))
  const [wanted, setQuantity] = useState(back?.quantity ?? 1)
  // Only the way back begins with it: a later visit is a new choice.
  useEffect(() => rememberBuyNow(null), [])
  const [isAdding, setAdding] = useState(false)
  const [wasAdded, setAdded] = useState(false)
  /** The item added last with the sheet that shows it, until the customer closes the sheet. */
  const [added, setLast] = useState<{ entry: CartEntry; Sheet: typeof AddedSheet } | null>(null)
  const pressedAt = useRef(Number.NEGATIVE_INFINITY)
  const pattern = useRegister((state) => state.delivery_pattern)
  // Not more than the stock, but at least one piece, because the price needs a quantity.
  const max = sku ? Math.max(1, mostPieces({ ...sku, stock: sku.stock_left })) : 1
  const quantity = Math.min(wanted, max)
  const entry = sku && cartEntry(product, sku, type, quantity)

  /**
   * Adds the item to the cart. `at`: time of the click in milliseconds
   * (`event.timeStamp`). Returns whether it was added.
   */
  async function put(at: number): Promise<boolean> {
    const isDouble = at - pressedAt.current < DOUBLE_PRESS_MS
    pressedAt.current = at
    if (isDouble || !entry || entry.is_out_stock) return false
    setAdding(true)
    // Loaded with the guard, right after the page is interactive.
    const { addToCart } = await loadChunk(() => import('../../state/cart-actions.ts'))
    try {
      if (!(await addToCart(api, entry))) return false
      if (type === 1 && !pattern) registerStore.setState({ delivery_pattern: patternOf(intervalOf(null)) })
      return true
    } catch {
      // The client has shown the error in a toast. The choices stay.
      return false
    } finally {
      setAdding(false)
    }
  }

  /** The same, and confirms it on the screen: by the sheet, or by a toast if the sheet's code can't be loaded. */
  async function add(at: number) {
    const sheet = loadSheet()
    if (!entry || !(await put(at))) return
    setAdded(true)
    const Sheet = await sheet
    setLast(Sheet && { entry, Sheet })
    if (!Sheet) toastHere(ADDED)
  }

  return {
    sku,
    setSku,
    type,
    setType,
    quantity,
    setQuantity,
    max,
    entry,
    interval: intervalOf(pattern),
    setInterval: (interval: string) => registerStore.setState({ delivery_pattern: patternOf(interval) }),
    put,
    add,
    isAdding,
    wasAdded,
    added,
    putAway: () => setLast(null),
  }
}

export type Buying = ReturnType<typeof useBuying>
