import type { Queryable } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { notFound } from '../../../shop-error.ts'

/**
 * Requires that the shop has a member with this id. Members who have withdrawn count too.
 * @throws ShopError 404
 */
export async function requireExistingCustomer(db: Queryable, shop_id: number, id: number): Promise<void> {
  const [found] = await db.select({ id: customer.id }).from(customer).where(sameRowCondition(customer, { shop_id, id }))
  if (!found) throw notFound()
}
