import { SALE_TYPE } from '@kushi/values/sale-type'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { intervalOf, patternOf } from '../../parts/interval.ts'
import { addToCart } from '../../state/cart-actions.ts'
import type { CartEntry, CartType } from '../../state/cart-items.ts'
import { registerStore, useRegister } from '../../state/register.ts'
import { toastHere } from '../../state/toast.ts'
import type { PricedProduct, PricedSku } from './priced.ts'
import { firstChoice } from './selection.ts'

/** Two presses of a finger that means one: as long as systems wait for the second of a double press. */
const DOUBLE_PRESS_MS = 500

/** What is being chosen on a product page, and the way into the cart. */
export function useBuying(product: PricedProduct) {
  // The feed of goods leads to each choice by an address of its own.
  const [asked] = useSearchParams()
  const [sku, setSku] = useState<PricedSku | undefined>(() => firstChoice(product.skus, asked.get('sku')))
  const [type, setType] = useState<CartType>(product.sale_type === SALE_TYPE.subscription ? 1 : 0)
  const [wanted, setQuantity] = useState(1)
  const [isAdding, setAdding] = useState(false)
  const [wasAdded, setAdded] = useState(false)
  /** What was added last, until it is put away. */
  const [added, setLast] = useState<CartEntry | null>(null)
  const pressedAt = useRef(Number.NEGATIVE_INFINITY)
  const pattern = useRegister((state) => state.delivery_pattern)
  // More than there is can't be had, but one piece stays, or there would be nothing to show.
  const max = Math.max(1, Math.min(sku?.sale_limit ?? 1, sku?.stock_left ?? Number.POSITIVE_INFINITY))
  const quantity = Math.min(wanted, max)
  const entry = sku && cartEntry(product, sku, type, quantity)

  /** Puts it in the cart. `at`: when it was pressed, in milliseconds of the event's clock. Returns whether it lies there now. */
  async function put(at: number): Promise<boolean> {
    const isDouble = at - pressedAt.current < DOUBLE_PRESS_MS
    pressedAt.current = at
    if (isDouble || !entry || entry.is_out_stock) return false
    setAdding(true)
    try {
      if (!(await addToCart(api, entry))) return false
      if (type === 1 && !pattern) registerStore.setState({ delivery_pattern: patternOf(intervalOf(null)) })
      return true
    } catch {
      // The client has said why in a toast; what was chosen stays.
      return false
    } finally {
      setAdding(false)
    }
  }

  /** The same, and says so. */
  async function add(at: number) {
    if (!entry || !(await put(at))) return
    setAdded(true)
    setLast(entry)
    toastHere('カートに入れました')
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

/** A SKU of this page as a line of the cart. */
function cartEntry(product: PricedProduct, sku: PricedSku, subscription: CartType, quantity: number): CartEntry {
  const following_price = sku.subscription_price ?? sku.price
  const price = subscription === 1 ? (sku.subscription_first_price ?? following_price) : sku.price
  const lump_sum_payment_num = subscription === 1 ? product.lump_sum_payment_num : null
  return {
    id: sku.id,
    cart_item_id: null,
    product_id: product.id,
    product_code: sku.product_code,
    product_name: product.product_name,
    sku_parent_item_name1: sku.sku_parent_item_name1,
    set_item_name1: sku.set_item_name1,
    sku_parent_item_name2: sku.sku_parent_item_name2,
    set_item_name2: sku.set_item_name2,
    product_image: product.product_image[0]?.path ?? '',
    sale_type: product.sale_type,
    quantity,
    subscription,
    sale_limit: sku.sale_limit,
    is_out_stock: sku.is_out_stock,
    is_product_sku_valid: true,
    visible: true,
    light_flag: sku.light_flag,
    lump_sum_payment_flag: product.lump_sum_payment_flag,
    lump_sum_payment_num,
    tax_rate: sku.tax_rate,
    price,
    following_price: subscription === 1 ? following_price : price,
    discount_amount: 0,
    subtotal: price * quantity * (lump_sum_payment_num ?? 1),
    revision: sku.revision,
  }
}
