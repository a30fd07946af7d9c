import type { CartItemProblem } from '@kushi/contract/cart'
import type { QuotedItem } from '@kushi/contract/quote'
import { maxPurchasePieces } from '@kushi/values/cart'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { itemName } from '@kushi/values/product'
import { setPartLimitText } from '@kushi/values/product-set'
import { userMessage } from '@kushi/values/user-message'

interface RequestedItem {
  product_sku_id: number
  quantity: number
  subscription: number
  /** The revision that the customer saw; absent: the current one. */
  revision?: number | undefined
}
type Sku = Pick<
  QuotedItem,
  | 'id'
  | 'product_name'
  | 'set_item_name1'
  | 'set_item_name2'
  | 'subscription'
  | 'is_product_sku_valid'
  | 'revision'
  | 'sale_limit'
  | 'lump_sum_payment_flag'
> & {
  stock: number
  parts: readonly { product_sku_id: number; name: string; pieces: number; stock: number; sale_limit: number }[]
}

/**
 * 購入できない理由 of the items of one purchase (one cart tab), at most one per item, in the order of `asked`. `skus`: the
 * shop's data; an item without an entry is not sold. Pieces of one SKU are added up, so that two entries can't get
 * round a limit. Parts of sets count together with single pieces, for stock and limits.
 *
 * Yearly payments (年払い) can only be bought with other yearly payments. In a mixed cart they are reported and keep their
 * quantity, because only the customer can decide which items to remove. `isRemoved`: the cart removes items that can't
 * be kept, and the message says so; otherwise nothing is removed.
 */
export function cartProblems(
  asked: readonly RequestedItem[],
  skus: readonly Sku[],
  { isRemoved = false }: { isRemoved?: boolean } = {},
): CartItemProblem[] {
  const isMixed = new Set(skus.filter((sku) => sku.is_product_sku_valid).map(isYearly)).size > 1
  const hasNormal = skus.some((sku) => sku.is_product_sku_valid && sku.subscription === 0)
  const seen = new Set<string>()
  const left = new Map<number, number>()
  return asked.flatMap((item) => {
    const key = `${item.product_sku_id}:${item.subscription}`
    if (seen.has(key)) return []
    seen.add(key)
    const sku = skus.find(({ id, subscription }) => id === item.product_sku_id && subscription === item.subscription)
    const pieces = asked.filter((other) => other.product_sku_id === item.product_sku_id)
    const own = problemOf(pieces, sku, isRemoved) ?? (isMixed ? mixed(pieces, sku, hasNormal) : null)
    const problem = takeFrom(left, sku, own ? own.quantity : total(pieces)) ?? own
    return problem ? [{ product_sku_id: item.product_sku_id, subscription: item.subscription, ...problem }] : []
  })
}

type Problem = Pick<CartItemProblem, 'error' | 'message' | 'quantity'>

const isYearly = (sku: Sku) => sku.lump_sum_payment_flag && sku.subscription === 1
const total = (pieces: readonly RequestedItem[]) => pieces.reduce((sum, { quantity }) => sum + quantity, 0)

function problemOf(pieces: readonly RequestedItem[], sku: Sku | undefined, isRemoved: boolean): Problem | null {
  if (!sku) {
    const message = isRemoved ? userMessage('items_no_longer_sold') : '販売を終了した商品のため、ご購入いただけません。'
    return { error: 'not_sold', message, quantity: 0 }
  }
  const name = wrapInQuoteMarks(itemName(sku))
  if (!sku.is_product_sku_valid)
    return { error: 'not_sold', message: userMessage('item_unavailable', name), quantity: 0 }
  if (pieces.some(({ revision }) => revision !== undefined && revision !== sku.revision))
    return {
      error: 'contents_changed',
      message: isRemoved ? userMessage('item_changed', name) : changed(name),
      quantity: 0,
    }
  if (sku.stock <= 0) return { error: 'out_of_stock', message: userMessage('out_of_stock', name), quantity: 0 }
  const most = maxPurchasePieces(sku)
  if (total(pieces) <= most) return null
  return sku.sale_limit <= sku.stock
    ? { error: 'over_sale_limit', message: userMessage('sale_limit', most), quantity: most }
    : { error: 'over_stock', message: `${name}の在庫は残り${most}点です。数量をご変更ください。`, quantity: most }
}

/** Takes the pieces of an item from the stock that earlier items left; the missing pieces are the item's problem. */
function takeFrom(left: Map<number, number>, sku: Sku | undefined, quantity: number): Problem | null {
  if (!sku || quantity === 0) return null
  const { id: product_sku_id, stock, sale_limit } = sku
  const alone = { product_sku_id, name: itemName(sku), pieces: 1, stock, sale_limit }
  const needed = sku.parts.length > 0 ? sku.parts : [alone]
  const restOf = (part: (typeof needed)[number]) =>
    left.get(part.product_sku_id) ?? Math.max(0, maxPurchasePieces(part))
  const mostOf = (part: (typeof needed)[number]) => Math.floor(restOf(part) / part.pieces)
  const scarcest = needed.reduce((least, part) => (mostOf(part) < mostOf(least) ? part : least))
  const most = Math.min(quantity, mostOf(scarcest))
  for (const part of needed) left.set(part.product_sku_id, restOf(part) - part.pieces * most)
  if (most === quantity) return null
  const name = wrapInQuoteMarks(alone.name)
  if (scarcest.sale_limit <= scarcest.stock)
    return {
      error: 'over_sale_limit',
      message: `${setPartLimitText(scarcest)}${name}は、${most === 0 ? 'ご購入いただけません。' : `${most}点までとなります。`}`,
      quantity: most,
    }
  const message =
    most === 0
      ? `${name}は、カートのほかの商品と合わせると在庫が足りないため、ご購入いただけません。`
      : `${name}は、カートのほかの商品と合わせて、あと${most}点までです。数量をご変更ください。`
  return { error: 'over_stock', message, quantity: most }
}

const changed = (name: string) => `${name}は内容が変更されました。お手数ですが、商品ページからお選び直しください。`

function mixed(pieces: readonly RequestedItem[], sku: Sku | undefined, hasNormal: boolean): Problem | null {
  if (!sku || !isYearly(sku)) return null
  const message = userMessage(hasNormal ? 'normal_with_lump_sum' : 'monthly_with_lump_sum')
  return { error: 'mixed_lump_sum', message, quantity: total(pieces) }
}
