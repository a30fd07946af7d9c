import type { PriceOffer } from '@kushi/contract/subscription'
import { product, product_sku } from '@kushi/db/schema/product'
import { price_offer, subscription, subscription_order_item } from '@kushi/db/schema/subscription'
import { refersToCondition } from '@kushi/db/shop-scope'
import { itemName } from '@kushi/values/product'
import { and, desc, eq, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { canAnswerPriceOffer } from '../rules/price-offer.ts'
import { loadSubscriptionsWithDetails } from './load-subscription.ts'
import { loadPriceBookFor, priceEffectOf } from './price-effect.ts'
import { isPriceOfferStillNeeded } from './price-offer-still-needed.ts'

const SHOWN = 20
const FEES = '送料・手数料'

/**
 * Returns offers with the names of their subjects, newest first, without those of removed items and ended
 * subscriptions.
 */
export async function loadPriceOffers(ctx: Context, where: SQL | undefined) {
  const { db } = ctx
  const today = ctx.clock.today()
  const item = subscription_order_item
  const rows = await db
    .select({
      offer: price_offer,
      row: subscription,
      item,
      product_name: product.product_name,
      set_item_name1: product_sku.set_item_name1,
      set_item_name2: product_sku.set_item_name2,
    })
    .from(price_offer)
    .innerJoin(subscription, refersToCondition(price_offer.subscription_id, subscription))
    .leftJoin(product_sku, refersToCondition(price_offer.product_sku_id, product_sku))
    .leftJoin(product, refersToCondition(product_sku.product_id, product))
    .leftJoin(
      item,
      and(
        eq(item.shop_id, price_offer.shop_id),
        eq(item.subscription_id, price_offer.subscription_id),
        eq(item.product_sku_id, price_offer.product_sku_id),
        isNull(item.only_cycle),
      ),
    )
    .where(and(where, or(isNull(price_offer.product_sku_id), isNotNull(item.id))))
    .orderBy(desc(price_offer.id))
    .limit(SHOWN)
  if (rows.length === 0) return []
  const contracts = new Map(rows.map(({ row }) => [row.id, row]))
  const loaded = await loadSubscriptionsWithDetails(ctx, [...contracts.values()])
  const book = await loadPriceBookFor(ctx, loaded)
  return rows.map(({ offer, row, item: of, product_name, set_item_name1, set_item_name2 }) => {
    const contract = loaded.find((one) => one.row.id === row.id)!
    const item = contract.items.find((one) => one.id === of?.id)
    const can_answer = canAnswerPriceOffer(offer, row, today) && isPriceOfferStillNeeded(offer, contract, book, today)
    const { new_price: price, from_date: from, terms } = offer
    const change = item ? { item, price, from } : terms && { terms, from }
    const view = {
      ...offer,
      is_fees: terms !== null,
      quantity: item?.quantity ?? 1,
      item_name: product_name === null ? FEES : itemName({ product_name, set_item_name1, set_item_name2 }),
      can_answer,
      effect: can_answer && change ? priceEffectOf(book, contract, change, today) : null,
    } satisfies PriceOffer
    return { offer, customer_id: row.customer_id, view }
  })
}
