import type { BoughtAgain } from '@kushi/contract/order'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { itemName } from '@kushi/values/product'

/** Why an item was not added, or with a smaller quantity than before; null: it was added completely. */
function troubleOf(item: BoughtAgain): string | null {
  if (item.result === 'added') return null
  const name = wrapInQuoteMarks(itemName(item))
  if (item.result === 'limited') return `${name}は、今ご購入いただける数までカートに入れました。`
  switch (item.error) {
    case 'not_sold':
      return `${name}は、現在販売していません。`
    case 'out_of_stock':
    case 'over_stock':
      return `${name}は、在庫切れです。`
    case 'over_sale_limit':
      return `${name}は、すでに上限の数までカートに入っています。`
    default:
      return item.message ?? `${name}は、カートに入れられませんでした。`
  }
}

/** The result of buying an order again, in words, and the path of the cart. */
export interface Outcome {
  /** Number of items that were added to the cart. */
  addedCount: number
  troubles: string[]
  cartPath: string
}

export function outcomeOf(items: readonly BoughtAgain[]): Outcome {
  const addedCount = items.filter(({ result }) => result !== 'refused')
  return {
    addedCount: addedCount.length,
    troubles: items.flatMap((item) => troubleOf(item) ?? []),
    cartPath:
      addedCount.length > 0 && addedCount.every(({ subscription }) => subscription === 1)
        ? '/cart?tab=periodic'
        : '/cart?tab=normal',
  }
}
