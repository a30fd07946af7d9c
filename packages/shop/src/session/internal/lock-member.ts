import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { and, eq, isNull } from 'drizzle-orm'
import { notFound } from '../../shop-error.ts'

/**
 * Locks the member. Blocks other calls that count what the member keeps (addresses, items of the cart, open links), and
 * a 退会 until it is written. @throws ShopError 404 if this shop has no such member, or they withdrew during the wait
 */
export async function lockMember(
  tx: Tx,
  { shop_id, customer_id }: { shop_id: number; customer_id: number },
): Promise<void> {
  const [member] = await tx
    .select({ id: customer.id })
    .from(customer)
    .where(and(eq(customer.shop_id, shop_id), eq(customer.id, customer_id), isNull(customer.withdrawn_at)))
    .for('no key update')
  if (!member) throw notFound()
}
