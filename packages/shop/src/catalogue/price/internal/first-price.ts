import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import { order_item, orders } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { boughtSkuSql } from '@kushi/db/set-parts'
import { refersToCondition } from '@kushi/db/shop-scope'
import { itemName } from '@kushi/values/product'
import { formatYen } from '@kushi/values/yen'
import { and, eq, inArray, isNotNull, isNull, ne, not, or } from 'drizzle-orm'
import type { AccountMatch } from '../../../people/person/index.ts'
import { isOrderAwaitedSql, type LoadSamePersonAccounts, sameContactText } from '../../promotion/index.ts'
import type { PriceContext, SkuItem, StockedItem } from './load-cart-items.ts'
import type { PriceBook } from './price-book.ts'

/** 初回価格 of products that were used before. */
export interface FirstPriceHistory {
  /** First prices that the person used, in this account or another: they are not granted again. */
  had: ReadonlyMap<number, { is_elsewhere: boolean; matches: AccountMatch[] }>
  /** First prices used by accounts that may be the same person's. */
  doubts: ReadonlyMap<number, AccountMatch[]>
}

export const noFirstPricesUsed: FirstPriceHistory = { had: new Map(), doubts: new Map() }

type FirstPrices = Pick<SkuItem, 'subscription_first_price' | 'subscription_price' | 'price' | 'lump_sum_payment_flag'>

/** Whether the first delivery costs less than the later ones. */
const hasFirstPrice = (sku: FirstPrices) =>
  !sku.lump_sum_payment_flag &&
  sku.subscription_first_price !== null &&
  sku.subscription_first_price < (sku.subscription_price ?? sku.price)

/**
 * Loads which first prices the buyer has used, where the shop gives them once per person. Looks nothing up if no
 * product has a first price.
 */
export async function loadFirstPriceHistory(
  ctx: PriceContext,
  { skus, terms }: PriceBook,
  askSamePerson: LoadSamePersonAccounts,
): Promise<FirstPriceHistory> {
  const product_ids = [...new Set([...skus.values()].filter(hasFirstPrice).map(({ product_id }) => product_id))]
  if (terms.first_price_audience === 'everybody' || product_ids.length === 0) return noFirstPricesUsed
  const { certain, possible } = await askSamePerson()
  const mine: AccountMatch[] = ctx.customer_id === null ? [] : [{ customer_id: ctx.customer_id, kinds: [] }]
  const all = [...mine, ...certain, ...possible]
  const begun = await begunBy(
    ctx,
    all.map(({ customer_id }) => customer_id),
    product_ids,
  )
  const of = (accounts: readonly AccountMatch[], product_id: number) =>
    accounts.filter(({ customer_id }) =>
      begun.some((one) => one.customer_id === customer_id && one.product_id === product_id),
    )
  const byProduct = <T>(found: (product_id: number) => T | null) =>
    new Map(
      product_ids.flatMap((product_id) => {
        const value = found(product_id)
        return value === null ? [] : [[product_id, value] as const]
      }),
    )
  return {
    had: byProduct((product_id) => {
      const is_elsewhere = of(mine, product_id).length === 0
      const matches = of(certain, product_id)
      return is_elsewhere && matches.length === 0 ? null : { is_elsewhere, matches }
    }),
    doubts: byProduct((product_id) => {
      const matches = of(possible, product_id)
      return matches.length === 0 ? null : matches
    }),
  }
}

/**
 * Finds who began a 定期便 of which product. The member's own unfinished purchase does not count, because they may come
 * back to it. 入金待ち counts.
 */
const begunBy = ({ db, shop_id, customer_id }: PriceContext, customer_ids: number[], product_ids: number[]) =>
  db
    .selectDistinct({ customer_id: orders.customer_id, product_id: product_sku.product_id })
    .from(orders)
    .innerJoin(order_item, refersToCondition(order_item.order_id, orders))
    .innerJoin(product_sku, and(eq(product_sku.shop_id, order_item.shop_id), eq(product_sku.id, boughtSkuSql)))
    .where(
      and(
        eq(orders.shop_id, shop_id),
        isAnyOfCondition(orders.customer_id, customer_ids),
        isNull(order_item.gift_promotion_id),
        eq(orders.cycle, 1),
        isNotNull(orders.subscription_id),
        not(inArray(orders.status, ['payment_error', 'cancelled'])),
        or(ne(orders.status, 'payment_pending'), ne(orders.customer_id, customer_id ?? 0), isOrderAwaitedSql),
        isAnyOfCondition(product_sku.product_id, product_ids),
      ),
    )

/** Counts all first prices as used, for a buyer who gets no offers. */
export const allFirstPricesUsed = ({ skus }: PriceBook): FirstPriceHistory => ({
  had: new Map([...skus.values()].map(({ product_id }) => [product_id, { is_elsewhere: false, matches: [] }])),
  doubts: new Map(),
})

/** Removes a first price that was used before: the price of later deliveries holds from the first one on. */
export const withoutFirstPrice = (item: SkuItem, { had }: FirstPriceHistory): SkuItem =>
  had.has(item.product_id) && hasFirstPrice(item) ? { ...item, subscription_first_price: null } : item

/** The messages that say why a first price is not given and which price holds instead; one for each product. */
export function firstPriceRefusalTexts(items: readonly StockedItem[], { had }: FirstPriceHistory): string[] {
  const first = new Map(items.filter(({ product_id }) => had.has(product_id)).map((item) => [item.product_id, item]))
  return [...first.values()].map((item) => {
    const where = had.get(item.product_id)!.is_elsewhere ? sameContactText : ''
    const price = formatYen(item.following_price)
    return `「${itemName(item)}」の初回価格は、おひとり様1回に限らせていただいています。${where}すでにお申し込みいただいているため、この内容では、はじめから通常の定期価格(${price})です。`
  })
}
