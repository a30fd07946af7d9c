/** What a cart, a quote and an order say of a piece. */
export interface CountedLine {
  product_id: number
  product_code: string
  product_name: string
  quantity: number
  /** Yen with tax, before a discount. */
  subtotal: number
  discount_amount: number
}

/** An item as GA4 counts it: `price` is for one piece, after the discount, with tax. */
export interface Ga4Item {
  item_id: string
  item_name: string
  /** The SKU's code. */
  item_variant: string
  price: number
  discount?: number
  quantity: number
}

/** Price × quantity over all items is what the goods cost. A yearly payment counts with all its deliveries. */
export function ga4Item(line: CountedLine): Ga4Item {
  const { product_id, product_code, product_name, quantity, subtotal, discount_amount } = line
  return {
    item_id: String(product_id),
    item_name: product_name,
    item_variant: product_code,
    price: (subtotal - discount_amount) / quantity,
    ...(discount_amount > 0 && { discount: discount_amount / quantity }),
    quantity,
  }
}

/** What the goods cost, yen with tax. */
export const worthOf = (lines: readonly CountedLine[]) =>
  lines.reduce((sum, line) => sum + line.subtotal - line.discount_amount, 0)
