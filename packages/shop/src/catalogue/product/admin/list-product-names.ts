import { product } from '@kushi/db/schema/product'
import { asc, eq } from 'drizzle-orm'
import type { AdminVerb } from '../../../foundation/admin/index.ts'

/** A longer list would not help in choosing. Offers the first products in the shop's order. */
const MOST = 500

/** The shop's products by name, for selection. */
export const listProductNames: AdminVerb<'GET /admin/v1/products/names'> = async (ctx) => ({
  items: await ctx.db
    .select({ id: product.id, product_name: product.product_name })
    .from(product)
    .where(eq(product.shop_id, ctx.shop_id))
    .orderBy(asc(product.sort_no), asc(product.id))
    .limit(MOST),
})
