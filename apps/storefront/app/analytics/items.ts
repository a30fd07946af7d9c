/** The fields of an item that cart, quote and order have in common. */
export interface CountedLine {
  product_id: number
  product_code: string
  product_name: string
  quantity: number
  /** Yen, tax included, before a discount. */
  subtotal: number
  discount_amount: number
}

/** An item for GA4. `price` is per piece, after the discount, tax included. */
export interface Ga4Item {
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

/** Price of the goods in yen, tax included. */
export const worthOf = (lines: readonly CountedLine[]) =>
  lines.reduce((sum, line) => sum + line.subtotal - line.discount_amount, 0)
