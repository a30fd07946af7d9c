import { maxPurchasePieces } from '@kushi/values/cart'
import { estimateLastingDays } from '@kushi/values/lasting'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { loadLater } from '../../chunk/load-later.ts'
import { intervalOf, patternOf, recommendedInterval } from '../../parts/interval.ts'
import { lastBoughtOf, rememberBuyNow } from '../../state/buy-now.ts'
import type { CartEntry, CartType } from '../../state/cart.ts'
import { registerStore, useRegister } from '../../state/register.ts'
import { toastInPlace } from '../../state/toast.ts'
import { ADDED } from './added.ts'
import type { AddedSheet } from './added-sheet.tsx'
import { cartEntry, defaultCartType } from './cart-entry.ts'
import type { PricedProduct, PricedSku } from './priced.ts'
import { firstChoice } from './selection.ts'

/** Two clicks for the same choice within this time count as one; systems use the same limit for a double click. */
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
  const [searchParams] = useSearchParams()
  const [lastChoice] = useState(() => lastBoughtOf(product.id))
  const [sku, setSku] = useState<PricedSku | undefined>(() =>
    firstChoice(product.skus, lastChoice?.product_code ?? searchParams.get('sku')),
  )
  const [type, setType] = useState(lastChoice ? (lastChoice.subscription as CartType) : defaultCartType(product))
  const [chosenQuantity, setChosenQuantity] = useState(lastChoice?.quantity ?? 1)
  // Only the way back begins with it: a later visit is a new choice.
  useEffect(() => rememberBuyNow(null), [])
  /** What was answered to the product's questions about its use, in their order. */
  const [lastingAnswers, setLastingAnswers] = useState<readonly (string | null)[]>(() =>
    product.lasting_questions.map(() => null),
  )
  const [isAdding, setAdding] = useState(false)
  const [lastAdded, setLastAdded] = useState('')
  /** The item added last with the sheet that shows it, until the customer closes the sheet. */
  const [added, setAdded] = useState<{ entry: CartEntry; Sheet: typeof AddedSheet } | null>(null)
  /** The button that added the item. */
  const pressedButton = useRef<HTMLElement | null>(null)
  const last = useRef({ at: Number.NEGATIVE_INFINITY, choice: '' })
  const pattern = useRegister((state) => state.delivery_pattern)
  // Not more than the stock, but at least one piece, because the price needs a quantity.
  const max = sku ? Math.max(1, maxPurchasePieces({ ...sku, stock: sku.stock_left })) : 1
  const quantity = Math.min(chosenQuantity, max)
  const entry = sku && cartEntry(product, sku, type, quantity)
  const choice = `${sku?.id} ${type} ${quantity}`
  const { lasting_questions } = product
  const lasting = sku?.lasting_days ? estimateLastingDays(sku.lasting_days, lasting_questions, lastingAnswers) : null
  const recommended = recommendedInterval(lasting, quantity)
  const interval = pattern ? intervalOf(pattern) : (recommended ?? intervalOf(null))

  /**
   * Adds the item to the cart. `at`: time of the click in milliseconds
   * (`event.timeStamp`). Returns whether it was added.
   */
  async function addChoice(at: number): Promise<boolean> {
    const isDouble = at - last.current.at < DOUBLE_PRESS_MS && last.current.choice === choice
    last.current = { at, choice }
    if (isDouble || !entry || entry.is_out_stock) return false
    setAdding(true)
    // Loaded with the guard, right after the page is interactive.
    const { addToCart } = await loadLater()
    try {
      if (!(await addToCart(api, entry))) return false
      if (type === 1) {
        if (!pattern) registerStore.setState({ delivery_pattern: patternOf(interval) })
        if (lastingAnswers.some((one) => one !== null))
          registerStore.setState(({ lasting_answers }) => ({
            lasting_answers: { ...lasting_answers, [entry.id]: lastingAnswers },
          }))
      }
      return true
    } catch {
      // The client has shown the error in a toast. The choices stay.
      return false
    } finally {
      setAdding(false)
    }
  }

  /** The same, and confirms it on the screen: by the sheet, or by a toast if the sheet's code can't be loaded. */
  async function add({ timeStamp, currentTarget }: MouseEvent<HTMLElement>) {
    pressedButton.current = currentTarget
    const sheet = loadSheet()
    if (!entry || !(await addChoice(timeStamp))) return
    setLastAdded(choice)
    const Sheet = await sheet
    setAdded(Sheet && { entry, Sheet })
    if (!Sheet) toastInPlace(ADDED)
  }

  return {
    sku,
    setSku,
    type,
    setType,
    quantity,
    setQuantity: setChosenQuantity,
    max,
    entry,
    interval,
    recommended,
    lasting:
      lasting === null
        ? null
        : { questions: lasting_questions, chosen: lastingAnswers, days: lasting, onChoose: setLastingAnswers },
    setInterval: (chosen: string) => registerStore.setState({ delivery_pattern: patternOf(chosen) }),
    addChoice,
    add,
    isAdding,
    /** The present choice is in the cart. */
    wasAdded: lastAdded === choice,
    added,
    putAway: () => {
      setAdded(null)
      // The sheet's own button is gone, and the focus with it.
      pressedButton.current?.focus({ preventScroll: true })
    },
  }
}

export type Buying = ReturnType<typeof useBuying>
