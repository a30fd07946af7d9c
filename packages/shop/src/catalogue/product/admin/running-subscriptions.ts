import { product, product_sku } from '@kushi/db/schema/product'
import { subscription, subscription_order_item } from '@kushi/db/schema/subscription'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, between, eq, gte, isNull, or, sql } from 'drizzle-orm'
import type { AdminVerb } from '../../../foundation/admin/index.ts'
import { loadProduct } from '../internal/load-product.ts'
import { chosenProducts } from './list-products.ts'

const item = subscription_order_item
const ofProduct = and(eq(product_sku.shop_id, product.shop_id), eq(product_sku.product_id, product.id))
/** It is the SKU itself, or a set that was promised with it. */
const ofSku = and(
  eq(item.shop_id, product_sku.shop_id),
  or(
    eq(item.product_sku_id, product_sku.id),
    sql`${item.parts} <> '[]' and ${item.parts} @> jsonb_build_array(jsonb_build_object('product_sku_id', ${product_sku.id}))`,
  ),
)
const ofItem = and(eq(subscription.shop_id, item.shop_id), eq(subscription.id, item.subscription_id))
/** At least one delivery is left: running, paused, or cancelled but prepaid. */
const stillComes = and(
  or(isNull(item.only_cycle), gte(item.only_cycle, subscription.cycle)),
  or(
    between(subscription.summary_status, SUBSCRIPTION_STATUS.normal, SUBSCRIPTION_STATUS.pause),
    gte(subscription.final_cycle, subscription.cycle),
  ),
)
const count = sql<number>`count(distinct ${subscription.id})::int`

/** 続いている定期便: returns how many running or paused subscriptions contain each SKU of a product, also in a set. */
export const countSubscriptions: AdminVerb<'GET /admin/v1/products/{id}/subscriptions'> = async (ctx, { id }) => {
  await loadProduct(ctx.db, ctx.shop_id, id)
  const items = await ctx.db
    .select({ product_sku_id: product_sku.id, subscriptions: count })
    .from(product_sku)
    .innerJoin(item, ofSku)
    .innerJoin(subscription, ofItem)
    .where(and(eq(product_sku.shop_id, ctx.shop_id), eq(product_sku.product_id, id), stillComes))
    .groupBy(product_sku.id)
  return { items }
}

/** Returns how many subscriptions contain any of the selected visible products, each counted once. */
export const countSubscriptionsOf: AdminVerb<'POST /admin/v1/products/subscriptions'> = async (ctx, { chosen }) => {
  const [row] = await ctx.db
    .select({ subscriptions: count })
    .from(product)
    .innerJoin(product_sku, ofProduct)
    .innerJoin(item, ofSku)
    .innerJoin(subscription, ofItem)
    .where(and(...chosenProducts(ctx, chosen), eq(product.visible, true), stillComes))
  return row!
}
