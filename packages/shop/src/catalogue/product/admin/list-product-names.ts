import { product, product_sku } from '@kushi/db/schema/product'
import { sellableStockSql } from '@kushi/db/sku-stock'
import { itemName } from '@kushi/values/product'
import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'

/** A longer list would not help in choosing. Offers the first products in the shop's order. */
const MOST = 500

/** The shop's products and their SKUs by name, for selection. */
export const listProductNames: AdminHandler<'GET /admin/v1/products/names'> = async ({ db, shop_id }) => {
  const products = await db
    .select({ id: product.id, product_name: product.product_name })
    .from(product)
    .where(eq(product.shop_id, shop_id))
    .orderBy(asc(product.sort_no), asc(product.id))
    .limit(MOST)
  const ids = products.map(({ id }) => id)
  const skus = await db
    .select({ ...getTableColumns(product_sku), stock: sellableStockSql() })
    .from(product_sku)
    .where(and(eq(product_sku.shop_id, shop_id), inArray(product_sku.product_id, ids)))
    .orderBy(asc(product_sku.sort_no), asc(product_sku.id))
  const of = Map.groupBy(skus, ({ product_id }) => product_id)
  return {
    items: products.map((one) => ({
      ...one,
      skus: (of.get(one.id) ?? []).map((sku) => ({
        ...sku,
        name: itemName({ ...sku, ...one }),
        is_set: sku.parts.length > 0,
      })),
    })),
  }
}
