import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { and, eq } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { notFound } from '../../shop-error.ts'

/**
 * Holds back every other change of the member's addresses: their number and the one default hold only if nobody else
 * changes them meanwhile. @throws ShopError 404 where this shop has no such member.
 */
export async function lockOwner(tx: Tx, ctx: MemberContext): Promise<void> {
  const [owner] = await tx
    .select({ id: customer.id })
    .from(customer)
    .where(and(eq(customer.id, ctx.customer_id), eq(customer.shop_id, ctx.shop_id)))
    .for('no key update')
  if (!owner) throw notFound()
}
