import { itemName } from '@kushi/values/product'

type Item = Parameters<typeof itemName>[0] & { quantity: number }

const nameOf = (item: Item) => itemName(item) + (item.quantity > 1 ? ` ×${item.quantity}` : '')

/** 「椿油(無香料 / 30mL) ×2、つげ櫛」, with the number of further items. */
export function itemsText(items: readonly Item[], maxItems = 3): string {
  const shown = items.slice(0, maxItems).map(nameOf).join('、')
  return items.length > maxItems ? `${shown} ほか${items.length - maxItems}点` : shown
}
