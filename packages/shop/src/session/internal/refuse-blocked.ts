import type { Queryable } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { userMessage } from '@kushi/values/user-message'
import { and, eq, isNotNull } from 'drizzle-orm'
import { ShopError } from '../../shop-error.ts'

/** Before a session and before an order. @throws ShopError 403 ERROR_MEMBER_BLOCKED for a member whom the shop has blocked */
export async function refuseBlocked(db: Queryable, shop_id: number, customer_id: number): Promise<void> {
  const blocked = and(eq(customer.shop_id, shop_id), eq(customer.id, customer_id), isNotNull(customer.blocked_at))
  if ((await db.$count(customer, blocked)) > 0)
    throw new ShopError(403, 'ERROR_MEMBER_BLOCKED', userMessage('member_blocked'))
}
