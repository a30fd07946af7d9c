import { product, product_sku } from '@kushi/db/schema/product'
import { subscription, subscription_order_item } from '@kushi/db/schema/subscription'
import { refersToCondition } from '@kushi/db/shop-scope'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, between, eq, gte, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { loadProduct } from '../internal/load-product.ts'
import { selectedProductConditions } from './list-products.ts'

const item = subscription_order_item
/** SQL condition: at least one delivery is left. The subscription is running, paused, or cancelled but prepaid. */
const stillComes = and(
  or(isNull(item.only_cycle), gte(item.only_cycle, subscription.cycle)),
  or(
    between(subscription.summary_status, SUBSCRIPTION_STATUS.normal, SUBSCRIPTION_STATUS.pause),
    gte(subscription.final_cycle, subscription.cycle),
  ),
)

const itself = sql`${item} join ${product_sku} on ${refersToCondition(item.product_sku_id, product_sku)}`
const inSet = sql`${item} cross join lateral jsonb_to_recordset(${item.parts}) as part(product_sku_id bigint)
  join ${product_sku} on ${item.parts} <> '[]' and ${product_sku.shop_id} = ${item.shop_id} and ${product_sku.id} = part.product_sku_id`

/**
 * SKUs of these products with each subscription that contains them: themselves, or in a set that was promised with them. Not by an
 * OR, which would read all sets again for each SKU.
 */
function contained(products: SQL | undefined): SQL {
  const [first, second] = [itself, inSet].map(
    (items) => sql`
      select ${product_sku.id} as product_sku_id, ${subscription.id} as subscription_id from ${items}
      join ${product} on ${refersToCondition(product_sku.product_id, product)}
      join ${subscription} on ${refersToCondition(item.subscription_id, subscription)} where ${and(products, stillComes)}`,
  )
  return sql`(${first} union ${second}) contained`
}

/** 続いている定期便: returns how many running or paused subscriptions contain each SKU of a product, also in a set. */
export const countSubscriptionsBySku: AdminHandler<'GET /admin/v1/products/{id}/subscriptions'> = async (
  ctx,
  { id },
) => {
  await loadProduct(ctx.db, ctx.shop_id, id)
  const { rows } = await ctx.db.execute<{ product_sku_id: number; subscriptions: number }>(sql`
    select product_sku_id::int, count(*)::int as subscriptions
    from ${contained(and(eq(product.shop_id, ctx.shop_id), eq(product.id, id)))} group by product_sku_id`)
  return { items: rows }
}

/** Counts the subscriptions that contain any of the selected visible products, each once. */
export const countSubscriptionsOfProducts: AdminHandler<'POST /admin/v1/products/subscriptions'> = async (
  ctx,
  { chosen },
) => {
  const { rows } = await ctx.db.execute<{ subscriptions: number }>(sql`
    select count(distinct subscription_id)::int as subscriptions
    from ${contained(and(...selectedProductConditions(ctx, chosen), eq(product.visible, true)))}`)
  return rows[0]!
}
