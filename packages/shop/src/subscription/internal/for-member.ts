import { customer } from '@kushi/db/schema/customer'
import { and, eq } from 'drizzle-orm'
import type { OperatorContext } from '../../admin/index.ts'
import type { MemberContext } from '../../context.ts'
import { notFound } from '../../shop-error.ts'

/** The member as whom something is done; the operator stands in the events. @throws ShopError 404 */
export async function forMember(ctx: OperatorContext, customer_id: number) {
  const mine = and(eq(customer.shop_id, ctx.shop_id), eq(customer.id, customer_id))
  const [row] = await ctx.db.select().from(customer).where(mine)
  if (!row || row.withdrawn_at) throw notFound()
  const member: MemberContext = { ...ctx, customer_id, token_hash: null }
  return { row, member }
}
