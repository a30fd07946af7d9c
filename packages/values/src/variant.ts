interface Variant {
  set_item_name1: string | null
  set_item_name2: string | null
}

/** 「無香料 / 30mL」, '' for a product without variants. */
export const variantName = ({ set_item_name1, set_item_name2 }: Variant): string =>
  [set_item_name1, set_item_name2].filter(Boolean).join(' / ')

/** An item in a sentence: 「椿油(無香料 / 30mL)」. */
export function itemName(item: Variant & { product_name: string }): string {
  const variant = variantName(item)
  return variant ? `${item.product_name}(${variant})` : item.product_name
}
