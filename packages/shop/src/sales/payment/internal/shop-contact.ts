import type { Context } from '../../../context.ts'
import { loadCachedShop } from '../../../foundation/setting/index.ts'
import type { ShopContact } from '../../../ports/payment-port.ts'

/** Whom providers name to customers. */
export async function shopContact(ctx: Context): Promise<ShopContact> {
  const { shop_name, email, phone_number, phone_hours } = await loadCachedShop(ctx)
  return { name: shop_name, email, phone: phone_number, hours: phone_hours }
}
