import type { Customer } from '@kushi/contract/customer'
import type { Queryable, Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { customer_rank, shop } from '@kushi/db/schema/shop'
import { refersToCondition } from '@kushi/db/shop-scope'
import { preparedStatement } from '@kushi/db/statement'
import { userMessage } from '@kushi/values/user-message'
import { and, eq, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { isRankActive } from '../../../foundation/setting/index.ts'
import { notFound, ShopError } from '../../../shop-error.ts'

const query = preparedStatement('find_blocked', (db) =>
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
export async function refuseBlockedMember(db: Queryable, shop_id: number, customer_id: number): Promise<void> {
  if ((await query(db, { shop_id, customer_id })).length > 0) throw memberBlockedError()
}

/** Returns the error 403 for a blocked member. */
export const memberBlockedError = () => new ShopError(403, 'ERROR_MEMBER_BLOCKED', userMessage('member_blocked'))

const { password_hash: _password, idempotency_key: _key, ...columns } = getTableColumns(customer)

/**
 * Returns the member as the contract defines. `rank_name` is null unless the shop's ranks are active today and
 * the member has one. @throws notFound
 */
export async function loadCustomer(
  ctx: Pick<Context, 'db' | 'clock' | 'shop_id' | 'acting'>,
  id: number,
): Promise<Customer> {
  const [found] = await ctx.db
    .select({ row: columns, rank_name: customer_rank.rank_name, shop })
    .from(customer)
    .innerJoin(shop, eq(shop.id, customer.shop_id))
    .leftJoin(customer_rank, refersToCondition(customer.customer_rank_id, customer_rank))
    .where(and(eq(customer.id, id), eq(customer.shop_id, ctx.shop_id)))
  if (!found) throw notFound()
  const { row } = found
  const isRankShown = isRankActive(found.shop, ctx.clock.today())
  const rank_use_flag = row.customer_rank_id !== null
  // The member's login data is hidden from operators in 代理ログイン.
  const hidden = ctx.acting && { email: '', line_id: row.line_id && '***' }
  const email_verified_at = row.email_verified_at?.toISOString() ?? null
  return { ...row, email_verified_at, ...hidden, rank_use_flag, rank_name: isRankShown ? found.rank_name : null }
}

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
