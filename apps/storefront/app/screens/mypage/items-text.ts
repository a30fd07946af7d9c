interface Item {
  product_name: string
  set_item_name1: string | null
  set_item_name2: string | null
  quantity: number
}

const nameOf = ({ product_name, set_item_name1, set_item_name2, quantity }: Item) =>
  [product_name, set_item_name1, set_item_name2].filter(Boolean).join(' ') + (quantity > 1 ? ` ×${quantity}` : '')

/** 「椿油 無香料 30mL ×2、つげ櫛」, and how many more where there are many. */
export function itemsText(items: readonly Item[], most = 3): string {
  const shown = items.slice(0, most).map(nameOf).join('、')
  return items.length > most ? `${shown} ほか${items.length - most}点` : shown
}
