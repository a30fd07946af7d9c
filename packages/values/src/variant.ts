interface Variant {
  set_item_name1: string | null
  set_item_name2: string | null
}

interface Item extends Variant {
  product_name: string
}

/** 「無香料 / 30mL」; '' for a product without variants. */
export const variantName = ({ set_item_name1, set_item_name2 }: Variant): string =>
  [set_item_name1, set_item_name2].filter(Boolean).join(' / ')

/** The product with its variant, for callers that have the variant as one text. */
export const nameWith = (product_name: string, variant: string): string =>
  variant ? `${product_name}(${variant})` : product_name

/** An item in a sentence: 「椿油(無香料 / 30mL)」. */
export const itemName = (item: Item): string => nameWith(item.product_name, variantName(item))

/** 「椿油(無香料 / 30mL) 2点」 */
export const itemPieces = (item: Item & { quantity: number }): string => `${itemName(item)} ${item.quantity}点`

/** 「椿油(無香料 / 30mL) × 2」 */
export const itemTimes = (item: Item & { quantity: number }): string => `${itemName(item)} × ${item.quantity}`
