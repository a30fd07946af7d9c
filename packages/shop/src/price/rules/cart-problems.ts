import type { CartProblem } from '@kushi/contract/cart'
import type { CartLine } from '@kushi/contract/quote'
import { quoted } from '@kushi/values/quoted'
import { userMessage } from '@kushi/values/user-message'
import { itemName } from '@kushi/values/variant'

interface Asked {
  product_sku_id: number
  quantity: number
  subscription: number
  /** The revision that the customer saw; left out: the current one. */
  revision?: number | undefined
}
type Line = Pick<
  CartLine,
  | 'id'
  | 'product_name'
  | 'set_item_name1'
  | 'set_item_name2'
  | 'subscription'
  | 'is_product_sku_valid'
  | 'revision'
  | 'sale_limit'
  | 'lump_sum_payment_flag'
> & { stock: number }

/**
 * 購入できない理由 of the items of one purchase (one cart tab), at most one per item, in the order of `asked`.
 *
 * `lines`: the shop's data of the items; an item without an entry is not sold. Pieces of the same SKU are added up, so
 * that two entries can't get round a limit. Yearly payments (年払い) can only be bought with other yearly payments: in a
 * mixed cart they are reported and keep their quantity, because only the customer can decide which items to remove.
 */
export function cartProblems(asked: readonly Asked[], lines: readonly Line[]): CartProblem[] {
  const isMixed = new Set(lines.filter((line) => line.is_product_sku_valid).map(isYearly)).size > 1
  const hasNormal = lines.some((line) => line.is_product_sku_valid && line.subscription === 0)
  const seen = new Set<string>()
  return asked.flatMap((item) => {
    const key = `${item.product_sku_id}:${item.subscription}`
    if (seen.has(key)) return []
    seen.add(key)
    const line = lines.find(({ id, subscription }) => id === item.product_sku_id && subscription === item.subscription)
    const pieces = asked.filter((other) => other.product_sku_id === item.product_sku_id)
    const problem = problemOf(pieces, line) ?? (isMixed ? mixed(pieces, line, hasNormal) : null)
    return problem ? [{ product_sku_id: item.product_sku_id, subscription: item.subscription, ...problem }] : []
  })
}

type Problem = Pick<CartProblem, 'error' | 'message' | 'quantity'>

const isYearly = (line: Line) => line.lump_sum_payment_flag && line.subscription === 1
const total = (pieces: readonly Asked[]) => pieces.reduce((sum, { quantity }) => sum + quantity, 0)

function problemOf(pieces: readonly Asked[], line: Line | undefined): Problem | null {
  if (!line) return { error: 'not_sold', message: userMessage('items_no_longer_sold'), quantity: 0 }
  const name = quoted(itemName(line))
  if (!line.is_product_sku_valid)
    return { error: 'not_sold', message: userMessage('item_unavailable', name), quantity: 0 }
  if (pieces.some(({ revision }) => revision !== undefined && revision !== line.revision))
    return { error: 'contents_changed', message: userMessage('item_changed', name), quantity: 0 }
  if (line.stock <= 0) return { error: 'out_of_stock', message: userMessage('out_of_stock', name), quantity: 0 }
  if (total(pieces) > line.sale_limit && line.sale_limit <= line.stock)
    return { error: 'over_sale_limit', message: userMessage('sale_limit', line.sale_limit), quantity: line.sale_limit }
  if (total(pieces) > line.stock)
    return {
      error: 'over_stock',
      message: `${name}の在庫は残り${line.stock}点です。数量をご変更ください。`,
      quantity: line.stock,
    }
  return null
}

function mixed(pieces: readonly Asked[], line: Line | undefined, hasNormal: boolean): Problem | null {
  if (!line || !isYearly(line)) return null
  const message = userMessage(hasNormal ? 'normal_with_lump_sum' : 'monthly_with_lump_sum')
  return { error: 'mixed_lump_sum', message, quantity: total(pieces) }
}
