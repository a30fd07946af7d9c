import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { subscription } from '@kushi/db/schema/subscription'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { notFound } from '../../../shop-error.ts'

/**
 * Locks the subscriptions first, as the daily job does, then the members by id. From then on no new row can refer to
 * them. @throws ShopError 404
 */
export async function lockMembersForMerge(tx: Tx, shop_id: number, ids: number[]): Promise<void> {
  await tx
    .select({ id: subscription.id })
    .from(subscription)
    .where(and(eq(subscription.shop_id, shop_id), inArray(subscription.customer_id, ids)))
    .orderBy(asc(subscription.id))
    .for('update')
  const found = await tx
    .select({ id: customer.id })
    .from(customer)
    .where(and(eq(customer.shop_id, shop_id), inArray(customer.id, ids)))
    .orderBy(asc(customer.id))
    .for('update')
  if (found.length < 2) throw notFound()
}
