import type { Customer } from '@kushi/contract/customer'
import { refersTo } from '@kushi/db/in-shop'
import { customer } from '@kushi/db/schema/customer'
import { customer_rank, shop } from '@kushi/db/schema/shop'
import { and, eq, getTableColumns } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { isRankActive } from '../../setting/index.ts'
import { notFound } from '../../shop-error.ts'

const { password_hash: _password, idempotency_key: _key, ...columns } = getTableColumns(customer)

/**
 * Returns the member as the contract defines. `rank_name` is null unless the shop's ranks are active today and shown to
 * the member. @throws notFound
 */
export async function loadCustomer(
  ctx: Pick<Context, 'db' | 'clock' | 'shop_id' | 'acting'>,
  id: number,
): Promise<Customer> {
  const [found] = await ctx.db
    .select({ row: columns, rank_name: customer_rank.rank_name, shop })
    .from(customer)
    .innerJoin(shop, eq(shop.id, customer.shop_id))
    .leftJoin(customer_rank, refersTo(customer.customer_rank_id, customer_rank))
    .where(and(eq(customer.id, id), eq(customer.shop_id, ctx.shop_id)))
  if (!found) throw notFound()
  const { row } = found
  const isRankShown = row.rank_use_flag && isRankActive(found.shop, ctx.clock.today())
  // The member's login data is hidden from operators in 代理ログイン.
  const hidden = ctx.acting && { email: '', line_id: row.line_id && '***' }
  return { ...row, ...hidden, rank_name: isRankShown ? found.rank_name : null }
}
