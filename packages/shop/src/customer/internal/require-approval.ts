import { customer } from '@kushi/db/schema/customer'
import { shop } from '@kushi/db/schema/shop'
import { userMessage } from '@kushi/values/user-message'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import { type Standing, seesPrices } from '../rules/sees-prices.ts'

type Asking = Pick<Context, 'db' | 'shop_id' | 'customer_id'>

/** What the shop asks for, and whether it approved who asks. A guest, `customer_id` null, is not approved. */
async function standingOf(ctx: Asking): Promise<Standing | undefined> {
  const [found] = await ctx.db
    .select({
      corporate_flag: shop.corporate_flag,
      price_visibility: shop.price_visibility,
      approved_at: customer.approved_at,
    })
    .from(shop)
    .leftJoin(customer, and(eq(customer.shop_id, shop.id), eq(customer.id, ctx.customer_id ?? 0)))
    .where(eq(shop.id, ctx.shop_id))
  return found
}

const notApproved = () => new ShopError(403, 'ERROR_SUPPLIER_NOT_APPROVED', userMessage('supplier_not_approved'))

/**
 * Before a purchase and a registration: a shop with `corporate_flag` deals with accounts that it approved, which come
 * from applications (卸のお取引のお申し込み).
 * @throws ShopError 403 ERROR_SUPPLIER_NOT_APPROVED
 */
export async function requireApproval(ctx: Asking): Promise<void> {
  const found = await standingOf(ctx)
  if (found?.corporate_flag && !found.approved_at) throw notApproved()
}

/** Whether prices are shown to who asks. */
export async function maySeePrices(ctx: Asking): Promise<boolean> {
  const found = await standingOf(ctx)
  return !found || seesPrices(found)
}

/** Before anything is priced for who asks. @throws ShopError 403 ERROR_SUPPLIER_NOT_APPROVED */
export async function requirePrices(ctx: Asking): Promise<void> {
  if (!(await maySeePrices(ctx))) throw notApproved()
}
