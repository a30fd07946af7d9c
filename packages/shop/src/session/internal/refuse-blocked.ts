import type { Queryable } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { statement } from '@kushi/db/statement'
import { userMessage } from '@kushi/values/user-message'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { ShopError } from '../../shop-error.ts'

const query = statement('find_blocked', (db) =>
  db
    .select({ id: customer.id })
    .from(customer)
    .where(
      and(
        eq(customer.shop_id, sql.placeholder('shop_id')),
        eq(customer.id, sql.placeholder('customer_id')),
        isNotNull(customer.blocked_at),
      ),
    ),
)

/** Called before a session and before an order. @throws ShopError 403 ERROR_MEMBER_BLOCKED for a blocked member */
export async function refuseBlocked(db: Queryable, shop_id: number, customer_id: number): Promise<void> {
  if ((await query(db, { shop_id, customer_id })).length > 0) throw memberBlocked()
}

export const memberBlocked = () => new ShopError(403, 'ERROR_MEMBER_BLOCKED', userMessage('member_blocked'))
