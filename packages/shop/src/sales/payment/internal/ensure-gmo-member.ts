import { randomBytes } from 'node:crypto'
import { customer } from '@kushi/db/schema/customer'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, isNull } from 'drizzle-orm'
import type { Context } from '../../../context.ts'

/**
 * Returns the member's MemberID at the card vault, created with the first card. It is random, so that it reveals none
 * of our numbers and never collides with one of an earlier installation.
 */
export async function ensureGmoMember(ctx: Context & { customer_id: number }): Promise<string> {
  const mine = sameRowCondition(customer, { shop_id: ctx.shop_id, id: ctx.customer_id })
  const [known] = await ctx.db.select({ gmo_id: customer.gmo_id }).from(customer).where(mine)
  if (known?.gmo_id) return known.gmo_id
  const made = `m-${randomBytes(12).toString('hex')}`
  // The MemberID is registered at the provider first: one that only we know would be refused with every card.
  await ctx.ports.card.saveMember(made)
  await ctx.db
    .update(customer)
    .set({ gmo_id: made })
    .where(and(mine, isNull(customer.gmo_id)))
  const [kept] = await ctx.db.select({ gmo_id: customer.gmo_id }).from(customer).where(mine)
  return kept!.gmo_id!
}
