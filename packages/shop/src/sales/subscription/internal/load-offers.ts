import type { PriceOffer } from '@kushi/contract/subscription'
import { product, product_sku } from '@kushi/db/schema/product'
import { price_offer, subscription, subscription_order_item } from '@kushi/db/schema/subscription'
import { refersToCondition } from '@kushi/db/shop-scope'
import { itemName } from '@kushi/values/product'
import { and, desc, eq, isNull, type SQL } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { canAnswerPriceOffer } from '../rules/price-offer.ts'
import { loadSubscriptionsWithDetails } from './load-subscription.ts'
import { loadPriceBookFor, priceEffectOf } from './price-effect.ts'

export type PriceOfferRow = typeof price_offer.$inferSelect

const SHOWN = 20

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
    .innerJoin(product_sku, refersToCondition(price_offer.product_sku_id, product_sku))
    .innerJoin(product, refersToCondition(product_sku.product_id, product))
    .innerJoin(
      item,
      and(
        eq(item.shop_id, price_offer.shop_id),
        eq(item.subscription_id, price_offer.subscription_id),
        eq(item.product_sku_id, price_offer.product_sku_id),
        isNull(item.only_cycle),
      ),
    )
    .where(where)
    .orderBy(desc(price_offer.id))
    .limit(SHOWN)
  if (rows.length === 0) return []
  const contracts = new Map(rows.map(({ row }) => [row.id, row]))
  const loaded = await loadSubscriptionsWithDetails(ctx, [...contracts.values()])
  const book = await loadPriceBookFor(ctx, loaded)
  return rows.map(({ offer, row, item: { id, quantity }, ...names }) => {
    const contract = loaded.find((one) => one.row.id === row.id)!
    const item = contract.items.find((one) => one.id === id)!
    const can_answer = canAnswerPriceOffer(offer, today)
    const { new_price: price, from_date: from } = offer
    const effect = can_answer ? priceEffectOf(book, contract, { item, price, from }, today) : null
    return {
      offer,
      customer_id: row.customer_id,
      view: { ...offer, quantity, item_name: itemName(names), can_answer, effect } satisfies PriceOffer,
    }
  })
}
