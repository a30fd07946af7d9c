import type { Customer } from '@kushi/contract/customer'
import type { Queryable } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { customer_rank } from '@kushi/db/schema/shop'
import { and, eq, getTableColumns } from 'drizzle-orm'
import { notFound } from '../shop-error.ts'

const { password_hash: _password, idempotency_key: _key, ...columns } = getTableColumns(customer)

/** The member as the contract shows them, with the name of their rank. @throws notFound */
export async function loadCustomer(db: Queryable, shop_id: number, customer_id: number): Promise<Customer> {
  const [row] = await db
    .select({ ...columns, rank_name: customer_rank.rank_name })
    .from(customer)
    .leftJoin(customer_rank, eq(customer_rank.id, customer.customer_rank_id))
    .where(and(eq(customer.id, customer_id), eq(customer.shop_id, shop_id)))
  if (!row) throw notFound()
  return row
}
