import { isRow } from '@kushi/db/in-shop'
import { customer } from '@kushi/db/schema/customer'
import { shop } from '@kushi/db/schema/shop'
import { userMessage } from '@kushi/values/user-message'
import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import { type Standing, seesPrices } from '../rules/sees-prices.ts'

type Asking = Pick<Context, 'db' | 'shop_id' | 'customer_id' | 'kept'>

/** What the shop asks for, and whether it approved who asks, where that matters. A guest, `customer_id` null, is not approved. */
async function standingOf(ctx: Asking): Promise<Standing | undefined> {
  const { db, shop_id, customer_id, kept } = ctx
  const query = async () => (await db.select(asked).from(shop).where(eq(shop.id, shop_id)))[0]
  const said = await (kept ? kept.get(`standing in ${shop_id}`, query) : query())
  if (!said) return
  if (customer_id === null || !said.corporate_flag) return { ...said, approved_at: null }
  const [member] = await db
    .select({ approved_at: customer.approved_at })
    .from(customer)
    .where(isRow(customer, { shop_id, id: customer_id }))
  return { ...said, approved_at: member?.approved_at ?? null }
}

const asked = { corporate_flag: shop.corporate_flag, price_visibility: shop.price_visibility }

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
