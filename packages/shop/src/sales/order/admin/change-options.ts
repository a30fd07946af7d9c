import { delivery, delivery_time } from '@kushi/db/schema/delivery'
import { product, product_sku } from '@kushi/db/schema/product'
import { refersToCondition } from '@kushi/db/shop-scope'
import { sellableStockSql } from '@kushi/db/sku-stock'
import { itemName } from '@kushi/values/product'
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { loadShop } from '../../../foundation/setting/index.ts'
import { findShopOrder } from '../internal/order-row.ts'

/** The most SKUs in the list to choose from. */
const MOST = 1000

/** The choices for a change of this order: delivery methods with their times, and what the shop sells. */
export const showOrderChangeOptions: AdminHandler<'GET /admin/v1/orders/{id}/change'> = async (ctx, { id }) => {
  return loadOrderChangeOptions(ctx, 'order', await findShopOrder(ctx, id))
}

/**
 * The visible methods with their times, and the SKUs that can be added. `beginning`: the SKUs that a 定期便 can begin
 * with, including 年払い at the price of all its deliveries. `current`: the method and time as they are, which are included even
 * if they are no longer offered.
 */
export async function loadOrderChangeOptions(
  ctx: OperatorContext,
  to: 'order' | 'subscription' | 'beginning',
  current: { delivery_id?: number; delivery_time_id?: number | null } = {},
) {
  const { db, shop_id } = ctx
  const methods = await db
    .select()
    .from(delivery)
    .where(
      and(eq(delivery.shop_id, shop_id), or(eq(delivery.visible, true), eq(delivery.id, current.delivery_id ?? 0))),
    )
    .orderBy(asc(delivery.sort_no), asc(delivery.id))
  const times = await db
    .select()
    .from(delivery_time)
    .where(
      and(
        eq(delivery_time.shop_id, shop_id),
        or(eq(delivery_time.is_ended, false), eq(delivery_time.id, current.delivery_time_id ?? 0)),
      ),
    )
    .orderBy(asc(delivery_time.sort_no), asc(delivery_time.id))
  const skus = await db
    .select({
      sku: product_sku,
      stock: sellableStockSql(),
      product_name: product.product_name,
      deliveries: sql<
        number | null
      >`case when ${product.lump_sum_payment_flag} then ${product.lump_sum_payment_num} end`,
    })
    .from(product_sku)
    .innerJoin(product, refersToCondition(product_sku.product_id, product))
    .where(
      and(
        eq(product_sku.shop_id, shop_id),
        eq(product_sku.visible, true),
        eq(product.visible, true),
        to === 'beginning' ? undefined : eq(product.lump_sum_payment_flag, false),
        to === 'order' ? undefined : inArray(product.sale_type, [2, 3]),
      ),
    )
    .orderBy(asc(product.sort_no), asc(product_sku.id))
    .limit(MOST)
  const { wrapping_offer } = await loadShop({ db, shop_id })
  return {
    wrapping_offer,
    deliveries: methods.map((method) => ({
      ...method,
      times: times.filter((time) => time.delivery_id === method.id),
    })),
    skus: skus.map(({ sku, stock, product_name, deliveries }) => ({
      ...sku,
      stock,
      price: (to === 'order' ? sku.price : (sku.subscription_price ?? sku.price)) * (deliveries ?? 1),
      name: `${itemName({ ...sku, product_name })}${deliveries === null ? '' : ` 年払い・全${deliveries}回分`}`,
    })),
  }
}
