import type { Order } from '@kushi/contract/order'
import type { ProductDetail, ProductSummary } from '@kushi/contract/product'
import { type PaymentMethodId, paymentMethodName } from '@kushi/values/payment-method'
import { push } from './data-layer.ts'

/** The fields of an item that cart, quote and order have in common. */
export interface CountedItem {
  product_id: number
  product_code: string
  product_name: string
  quantity: number
  /** Yen, tax included, before a discount. */
  subtotal: number
  discount_amount: number
}

/** An item for GA4. `price` is per piece, after the discount, tax included. */
interface Ga4Item {
  item_id: string
  item_name: string
  /** `product_code` of the SKU. */
  item_variant: string
  price: number
  discount?: number
  quantity: number
}

/**
 * The sum of price × quantity over all items is the price of the goods. A lump sum payment counts all its deliveries.
 */
export function ga4Item(item: CountedItem): Ga4Item {
  const { product_id, product_code, product_name, quantity, subtotal, discount_amount } = item
  return {
    item_id: String(product_id),
    item_name: product_name,
    item_variant: product_code,
    price: (subtotal - discount_amount) / quantity,
    ...(discount_amount > 0 && { discount: discount_amount / quantity }),
    quantity,
  }
}

/** Price of the goods in yen, tax included. */
export const goodsValue = (items: readonly CountedItem[]) =>
  items.reduce((sum, item) => sum + item.subtotal - item.discount_amount, 0)

/** Clears the former `ecommerce` first, because Google would merge its items with the new ones. */
const pushEvent = (event: string, ecommerce: object) =>
  push({ ecommerce: null }, { event, ecommerce: { currency: 'JPY', ...ecommerce } })

const pushItems = (event: string, items: readonly CountedItem[], more: object = {}) =>
  pushEvent(event, { value: goodsValue(items), ...more, items: items.map(ga4Item) })

export function trackItemList(products: readonly ProductSummary[], list: string): void {
  const items = products.map(({ id, product_name, price_min }, index) => ({
    item_id: String(id),
    item_name: product_name,
    index,
    item_list_name: list,
    ...(price_min !== null && { price: price_min }),
  }))
  push({ ecommerce: null }, { event: 'view_item_list', ecommerce: { item_list_name: list, items } })
}

export function trackItemView({ id, product_name, category, skus }: ProductDetail): void {
  const price = skus[0]?.price ?? 0
  const item = {
    item_id: String(id),
    item_name: product_name,
    item_category: category.category_name,
    price,
    quantity: 1,
  }
  pushEvent('view_item', { value: price, items: [item] })
}

/**
 * Counts a change of an item's quantity in the cart; `change` is the number of pieces added, or removed if negative.
 */
export function trackCartChange(item: CountedItem, change: number): void {
  if (change === 0) return
  const quantity = Math.abs(change)
  const part = (yen: number) => (yen / item.quantity) * quantity
  const moved = { ...item, quantity, subtotal: part(item.subtotal), discount_amount: part(item.discount_amount) }
  pushItems(change > 0 ? 'add_to_cart' : 'remove_from_cart', [moved])
}

export const trackCartView = (items: readonly CountedItem[]) => pushItems('view_cart', items)
export const trackCheckout = (items: readonly CountedItem[]) => pushItems('begin_checkout', items)

export const trackPaymentChoice = (items: readonly CountedItem[], payment_method_id: PaymentMethodId) =>
  pushItems('add_payment_info', items, { payment_type: paymentMethodName(payment_method_id) })

/** Counts a valid order with its own amounts: `value` is what the customer pays, including tax and delivery. */
export function trackPurchase(order: Order): void {
  const { order_no, payment_total, tax_total, delivery_fee, cool_fee, items } = order
  pushEvent('purchase', {
    transaction_id: order_no,
    // The same as from the server (`conversionEventId`), so that a medium counts it once.
    event_id: order_no,
    value: payment_total,
    tax: tax_total,
    shipping: delivery_fee + cool_fee,
    items: items.map(ga4Item),
  })
}
