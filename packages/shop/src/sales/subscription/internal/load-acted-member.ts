import { customer } from '@kushi/db/schema/customer'
import { and, eq } from 'drizzle-orm'
import type { MemberContext } from '../../../context.ts'
import type { OperatorContext } from '../../../foundation/admin/index.ts'
import { notFound } from '../../../shop-error.ts'

/** Returns the member on whose behalf the operator acts. Events record the operator. @throws ShopError 404 */
export async function loadMemberForOperator(ctx: OperatorContext, customer_id: number) {
  const mine = and(eq(customer.shop_id, ctx.shop_id), eq(customer.id, customer_id))
  const [row] = await ctx.db.select().from(customer).where(mine)
  if (!row || row.withdrawn_at) throw notFound()
  const member: MemberContext = { ...ctx, customer_id, token_hash: null }
  return { row, member }
}
