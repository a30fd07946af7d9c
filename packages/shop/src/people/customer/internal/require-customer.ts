import type { Queryable } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { isRow } from '@kushi/db/shop-scope'
import { notFound } from '../../../shop-error.ts'

/** For what is shown about a member, who may have left. @throws ShopError 404 for an id that is not of this shop */
export async function requireCustomer(db: Queryable, shop_id: number, id: number): Promise<void> {
  const [found] = await db.select({ id: customer.id }).from(customer).where(isRow(customer, { shop_id, id }))
  if (!found) throw notFound()
}
