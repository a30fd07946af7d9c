import { customer } from '@kushi/db/schema/customer'
import { shop } from '@kushi/db/schema/shop'
import { userMessage } from '@kushi/values/user-message'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { ShopError } from '../shop-error.ts'

/**
 * Before a purchase and a registration: a shop with `corporate_flag` deals with accounts that it approved, which come
 * from applications (卸のお取引のお申し込み). A guest, `customer_id` null, is none of them.
 * @throws ShopError 403 ERROR_SUPPLIER_NOT_APPROVED
 */
export async function requireApproval(ctx: Pick<Context, 'db' | 'shop_id' | 'customer_id'>): Promise<void> {
  const [found] = await ctx.db
    .select({ is_corporate: shop.corporate_flag, approved_at: customer.approved_at })
    .from(shop)
    .leftJoin(customer, and(eq(customer.shop_id, shop.id), eq(customer.id, ctx.customer_id ?? 0)))
    .where(eq(shop.id, ctx.shop_id))
  if (found?.is_corporate && !found.approved_at)
    throw new ShopError(403, 'ERROR_SUPPLIER_NOT_APPROVED', userMessage('supplier_not_approved'))
}
