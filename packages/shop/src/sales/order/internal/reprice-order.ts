import type { ChosenOrderItems } from '@kushi/contract/admin/order'
import type { Amounts, QuotedGift } from '@kushi/contract/quote'
import { subscription } from '@kushi/db/schema/subscription'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { sumOrderAmounts, sumOrderFees } from '@kushi/values/order-amounts'
import { prefectureOfCarrier } from '@kushi/values/postcode-prefecture'
import type { TaxRate } from '@kushi/values/price'
import { itemName } from '@kushi/values/product'
import { groupBoughtRows } from '@kushi/values/product-set'
import { pricesAtQuantity } from '@kushi/values/quantity-price'
import { isRemoteIsland } from '../../../catalogue/delivery/index.ts'
import { loadPointsOfOrder } from '../../../catalogue/point/index.ts'
import {
  acceptsInserts,
  joinItemPrices,
  loadPriceInput,
  priceOrder,
  quotedGift,
  type SkuItem,
  type SkuPart,
  type StockedItem,
  taxByRate,
} from '../../../catalogue/price/index.ts'
import { loadPromotionsOfOrder, type PromotionWorth } from '../../../catalogue/promotion/index.ts'
import type { Context } from '../../../context.ts'
import { invalidFields, refusedField } from '../../../shop-error.ts'
import { orderItemProblems } from '../rules/item-problems.ts'
import { type ItemRow, type OrderRow, pickOrderAmounts, soldSetParts } from './order-row.ts'

/** The parts of a changed order that decide its price. */
export interface OrderToReprice {
  items: ChosenOrderItems
  shipping_address: { postal_code01: string; postal_code02: string; pref_id: number }
  delivery_id: number
  adjustment_amount: number
  gift_fee: number
}

/** 通常価格にする: without these promotions, and these SKUs at another price per piece. */
export interface NormalPricing {
  promotion_ids: readonly number[]
  prices: ReadonlyMap<number, number>
}

interface NewPrices {
  amounts: Omit<Amounts, 'discounts'>
  bundled_flag: boolean
  /** The new items; null: unchanged. */
  items: StockedItem[] | null
  /** The gifts of the order's promotions with the new items. */
  gifts: readonly QuotedGift[]
  /** The value (yen) of each of the order's promotions with the new items. */
  granted: readonly PromotionWorth[]
}

/** The terms that the contract promised for a later delivery. */
async function agreedOf({ db }: Context, { shop_id, subscription_id, cycle }: OrderRow) {
  if (subscription_id === null || cycle === 1) return undefined
  const [found] = await db
    .select({ agreed_terms: subscription.agreed_terms })
    .from(subscription)
    .where(sameRowCondition(subscription, { shop_id, id: subscription_id }))
  return found?.agreed_terms
}

/**
 * The amounts of a changed order, calculated by the same steps as any other price. Items already sold keep their price
 * per piece, except for 数量割引; added items cost today's price. If nothing changes that affects prices, no price changes.
 * @throws ShopError 422 beside the fields
 */
export async function repriceOrder(
  ctx: Context,
  order: OrderRow,
  held: readonly ItemRow[],
  wanted: OrderToReprice,
  normal?: NormalPricing,
): Promise<NewPrices> {
  const sold = soldGoods(held)
  const isSame = !normal && isSameGoods(sold, wanted) && isSameWay(order, wanted)
  if (isSame)
    return {
      amounts: adjusted(order, held, wanted),
      items: null,
      gifts: [],
      granted: [],
      bundled_flag: order.bundled_flag,
    }
  const is_subscription = order.subscription_id !== null
  const owner = { ...ctx, shop_id: order.shop_id, customer_id: order.customer_id }
  const {
    items: skus,
    input,
    delivery,
    is_remote_island,
    gift_skus,
  } = await loadPriceInput(owner, {
    items: wanted.items,
    is_subscription,
    payment_method_id: order.payment_method_id,
    delivery_id: wanted.delivery_id,
    adjustment_amount: wanted.adjustment_amount,
    chosen_fees: { gift_fee: wanted.gift_fee },
    postal_code: wanted.shipping_address.postal_code01 + wanted.shipping_address.postal_code02,
    pref_id: wanted.shipping_address.pref_id,
    cycle: order.cycle ?? 1,
    agreed: await agreedOf(ctx, order),
    delivery_date: order.delivery_date ?? undefined,
    promised_promotions: (await loadPromotionsOfOrder(ctx.db, order)).filter(
      ({ promotion_id }) => !normal?.promotion_ids.includes(promotion_id),
    ),
  })
  const problems = orderItemProblems(
    wanted.items,
    skus.map((item) => ({ ...item, has_other_parts: hasOtherParts(item, sold) })),
    sold,
  )
  if (problems.length > 0) throw invalidFields(problems)
  const promised = skus.map((item) => asSold(item, sold, { is_subscription, normal }))
  // Pieces that the order already has need no stock.
  const given = (id: number) =>
    held.reduce((sum, row) => sum + (row.gift_promotion_id !== null && row.product_sku_id === id ? row.quantity : 0), 0)
  const gifts = input.gifts.map((gift) => ({ ...gift, stock: gift.stock + given(gift.product_sku_id) }))
  const points = await loadPointsOfOrder(ctx.db, order)
  const priced = priceOrder({ ...input, gifts, items: promised, points })
  if (priced.refusal)
    throw invalidFields([{ path: 'adjustment_amount', message_id: 'cmn-err-002', message: priced.refusal.message }])
  if (delivery.id !== wanted.delivery_id)
    throw refusedField('delivery_id', 'この内容は、選んだ配送方法では送れません。')
  const hasLight = promised.some((item) => item.light_flag)
  const { discounts: _, ...amounts } = priced.amounts
  return {
    amounts,
    items: joinItemPrices(promised, priced.items),
    gifts: priced.gifts.map((gift) => quotedGift(gift_skus.get(gift.product_sku_id)!, gift)),
    granted: priced.promotions.map(({ terms, worth }) => ({ promotion_id: terms.promotion_id, yen: worth })),
    bundled_flag: acceptsInserts(delivery, is_remote_island, hasLight),
  }
}

interface SoldGoods
  extends Pick<ItemRow, 'product_sku_id' | 'quantity' | 'price' | 'lump_sum_payment_flag' | 'lump_sum_payment_num'> {
  tax_rate: number
  /** The rows of the set's parts. */
  parts: ItemRow[]
}

/** The goods of an order as they were bought: a set stays whole. */
const soldGoods = (held: readonly ItemRow[]): SoldGoods[] =>
  groupBoughtRows(held).map(({ item, set }) =>
    set
      ? {
          product_sku_id: set.set_sku_id,
          quantity: set.quantity,
          price: set.price,
          lump_sum_payment_flag: set.parts[0]!.lump_sum_payment_flag,
          lump_sum_payment_num: set.parts[0]!.lump_sum_payment_num,
          tax_rate: set.parts[0]!.tax_rate,
          parts: set.parts,
        }
      : { ...item, parts: [] },
  )

/**
 * Whether a セット has other parts now, or is none any more. An order keeps the pieces that it has of such a set, and gets
 * no more.
 */
function hasOtherParts({ id, parts }: SkuItem, sold: readonly SoldGoods[]): boolean {
  const before = sold.find(({ product_sku_id }) => product_sku_id === id)
  if (!before) return false
  const now = new Map(parts.map(({ product_sku_id, pieces }) => [product_sku_id, pieces]))
  return (
    before.parts.length !== parts.length ||
    before.parts.some(({ product_sku_id, quantity }) => now.get(product_sku_id) !== quantity / before.quantity)
  )
}

/** The parts of a set as they were sold: each more or fewer set is divided as the order's are. */
const partsOfMore = ({ parts }: SkuItem, before: SoldGoods): SkuPart[] =>
  soldSetParts(before).map((part) => ({
    ...part,
    revision: parts.find(({ product_sku_id }) => product_sku_id === part.product_sku_id)?.revision ?? 0,
  }))

interface SoldOccasion {
  is_subscription: boolean
  normal: NormalPricing | undefined
}

/** The item at the order's own price and tax rate, not the catalogue's of today, except for 数量割引. */
function asSold(item: SkuItem, sold: readonly SoldGoods[], { is_subscription, normal }: SoldOccasion): SkuItem {
  const before = sold.find(({ product_sku_id }) => product_sku_id === item.id)
  if (!before) return { ...item, lump_sum_payment_flag: false, lump_sum_payment_num: null }
  const { tax_rate, lump_sum_payment_flag, lump_sum_payment_num } = before
  const sameTerms = is_subscription ? before.price : priceOfPieces(item, before)
  const price = (!lump_sum_payment_flag && normal?.prices.get(item.id)) || sameTerms
  const prices = { price, subscription_first_price: price, subscription_price: price, quantity_prices: [] }
  return {
    ...item,
    ...prices,
    parts: partsOfMore(item, before),
    tax_rate: tax_rate as TaxRate,
    lump_sum_payment_flag,
    lump_sum_payment_num,
    is_product_sku_valid: true,
  }
}

/**
 * 数量割引 of a single purchase. If the sold price still equals the catalogue's price for so many pieces, a new quantity
 * gets the catalogue's price for it. Otherwise the sold price stays.
 */
const priceOfPieces = (item: SkuItem, before: SoldGoods): number =>
  pricesAtQuantity(item, before.quantity).price === before.price
    ? pricesAtQuantity(item, item.quantity).price
    : before.price

/** The items whose price per piece changes, with the old and the new price in yen. */
export function changedPiecePrices(held: readonly ItemRow[], items: readonly StockedItem[] | null) {
  const sold = soldGoods(held)
  return (items ?? []).flatMap((item) => {
    const before = sold.find(({ product_sku_id }) => product_sku_id === item.id)
    return before && before.price !== item.price
      ? [{ name: itemName(item), before: before.price, after: item.price }]
      : []
  })
}

const isSameGoods = (sold: readonly SoldGoods[], { items }: OrderToReprice) =>
  items.length === sold.length &&
  sold.every(({ product_sku_id, quantity }) =>
    items.some((one) => one.product_sku_id === product_sku_id && one.quantity === quantity),
  )

const postcodeOf = (to: { postal_code01: string; postal_code02: string }) => to.postal_code01 + to.postal_code02

const isSameWay = (order: OrderRow, { delivery_id, shipping_address: to }: OrderToReprice) =>
  delivery_id === order.delivery_id &&
  prefectureOfCarrier(postcodeOf(to), to.pref_id) === prefectureOfCarrier(postcodeOf(order), order.pref_id) &&
  isRemoteIsland(postcodeOf(to)) === isRemoteIsland(postcodeOf(order))

/** Changes only the adjustment and the wrapping; every other amount stays as it was agreed. */
function adjusted(
  order: OrderRow,
  sold: readonly ItemRow[],
  { adjustment_amount, gift_fee }: Pick<OrderToReprice, 'adjustment_amount' | 'gift_fee'>,
): NewPrices['amounts'] {
  const changed = { ...pickOrderAmounts(order), adjustment_amount, gift_fee }
  const payment_total = sumOrderAmounts(changed)
  if (payment_total < 0)
    throw invalidFields([{ path: 'adjustment_amount', message_id: 'cmn-err-002', message: '合計が0円を下回ります。' }])
  const goods = sold
    .filter(({ gift_promotion_id }) => gift_promotion_id === null)
    .map((item) => ({
      tax_rate: item.tax_rate as TaxRate,
      total: item.subtotal - item.discount_amount,
    }))
  const tax_lines = taxByRate(goods, sumOrderFees(changed), adjustment_amount)
  const tax_total = tax_lines.reduce((sum, { tax }) => sum + tax, 0)
  return { ...changed, payment_total, tax_total, tax_lines }
}
