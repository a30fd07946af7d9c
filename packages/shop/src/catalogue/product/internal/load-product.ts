import type { Queryable, Tx } from '@kushi/db/connect'
import { product, product_sku } from '@kushi/db/schema/product'
import { and, asc, eq, sql } from 'drizzle-orm'
import { notFound } from '../../../shop-error.ts'

export type SkuRow = typeof product_sku.$inferSelect

/** A product with all its SKUs, in the shop's order. */
export async function loadProduct(db: Queryable, shopId: number, id: number) {
  const [found] = await db
    .select()
    .from(product)
    .where(and(eq(product.shop_id, shopId), eq(product.id, id)))
  if (!found) throw notFound()
  const skus = await db
    .select()
    .from(product_sku)
    .where(and(eq(product_sku.shop_id, shopId), eq(product_sku.product_id, id)))
    .orderBy(asc(product_sku.sort_no), asc(product_sku.id))
  return { product: found, skus }
}

/** Serialises operators' changes to a shop's catalogue. Buyers don't wait for it. */
export const lockCatalogue = (tx: Tx, shopId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('catalogue'), ${shopId}::int)`)
