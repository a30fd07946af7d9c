import { product } from '@kushi/db/schema/product'
import { asc, eq } from 'drizzle-orm'
import type { AdminVerb } from '../../admin/index.ts'

/** A choice longer than that is no choice; what comes first in the shop is offered. */
const MOST = 500

/** The goods of the shop by name, to be chosen among. */
export const listProductNames: AdminVerb<'GET /admin/v1/products/names'> = async (ctx) => ({
  items: await ctx.db
    .select({ id: product.id, product_name: product.product_name })
    .from(product)
    .where(eq(product.shop_id, ctx.shop_id))
    .orderBy(asc(product.sort_no), asc(product.id))
    .limit(MOST),
})
