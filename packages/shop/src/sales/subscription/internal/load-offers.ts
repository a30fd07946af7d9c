import type { PriceOffer } from '@kushi/contract/subscription'
import type { Queryable } from '@kushi/db/connect'
import { product, product_sku } from '@kushi/db/schema/product'
import { price_offer, subscription, subscription_order_item } from '@kushi/db/schema/subscription'
import { refersTo } from '@kushi/db/shop-scope'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { itemName } from '@kushi/values/product'
import { and, desc, eq, isNull, type SQL } from 'drizzle-orm'
import { canAnswer } from '../rules/price-offer.ts'

export type OfferRow = typeof price_offer.$inferSelect

const SHOWN = 20

/**
 * Returns offers with the names of their subjects, newest first, without those of removed items and ended
 * subscriptions.
 */
export async function loadOffers(db: Queryable, where: SQL | undefined, today: CalendarDate) {
  const item = subscription_order_item
  const rows = await db
    .select({
      offer: price_offer,
      customer_id: subscription.customer_id,
      quantity: item.quantity,
      product_name: product.product_name,
      set_item_name1: product_sku.set_item_name1,
      set_item_name2: product_sku.set_item_name2,
    })
    .from(price_offer)
    .innerJoin(subscription, refersTo(price_offer.subscription_id, subscription))
    .innerJoin(product_sku, refersTo(price_offer.product_sku_id, product_sku))
    .innerJoin(product, refersTo(product_sku.product_id, product))
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
  return rows.map(({ offer, customer_id, quantity, ...names }) => ({
    offer,
    customer_id,
    view: { ...offer, quantity, item_name: itemName(names), can_answer: canAnswer(offer, today) } satisfies PriceOffer,
  }))
}
