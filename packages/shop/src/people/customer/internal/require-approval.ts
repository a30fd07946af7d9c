import { customer } from '@kushi/db/schema/customer'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { userMessage } from '@kushi/values/user-message'
import type { Context } from '../../../context.ts'
import { loadCachedShop } from '../../../foundation/setting/index.ts'
import { ShopError } from '../../../shop-error.ts'
import { arePricesVisible, type PriceViewer } from '../rules/sees-prices.ts'

type Asking = Pick<Context, 'db' | 'shop_id' | 'customer_id' | 'cache'>

/**
 * The shop's rule, and whether it approved the caller, where that matters. A guest (`customer_id` null) is not
 * approved.
 */
async function standingOf(ctx: Asking): Promise<PriceViewer> {
  const { db, shop_id, customer_id } = ctx
  const { corporate_flag, price_visibility } = await loadCachedShop(ctx)
  const said = { corporate_flag, price_visibility }
  if (customer_id === null || !corporate_flag) return { ...said, approved_at: null }
  const [member] = await db
    .select({ approved_at: customer.approved_at })
    .from(customer)
    .where(sameRowCondition(customer, { shop_id, id: customer_id }))
  return { ...said, approved_at: member?.approved_at ?? null }
}

const notApproved = () => new ShopError(403, 'ERROR_SUPPLIER_NOT_APPROVED', userMessage('supplier_not_approved'))

/**
 * Required before a purchase and a registration: a shop with `corporate_flag` sells only to accounts that it approved,
 * which come from applications (卸のお取引のお申し込み).
 * @throws ShopError 403 ERROR_SUPPLIER_NOT_APPROVED
 */
export async function requireApprovedAccount(ctx: Asking): Promise<void> {
  const { corporate_flag, approved_at } = await standingOf(ctx)
  if (corporate_flag && !approved_at) throw notApproved()
}

/** Whether the caller may see prices. */
export const canSeePrices = async (ctx: Asking): Promise<boolean> => arePricesVisible(await standingOf(ctx))

/** Required before the caller receives any price. @throws ShopError 403 ERROR_SUPPLIER_NOT_APPROVED */
export async function requirePriceAccess(ctx: Asking): Promise<void> {
  if (!(await canSeePrices(ctx))) throw notApproved()
}
