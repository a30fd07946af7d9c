import { customer } from '@kushi/db/schema/customer'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { Context } from '../context.ts'

const AT_ONCE = 20

/** A job, and what follows a 退会: cards of members who are gone are deleted at their provider, until it says that none is left. */
export async function forgetCards(ctx: Context): Promise<void> {
  const gone = await ctx.db
    .select({ shop_id: customer.shop_id, id: customer.id, gmo_id: customer.gmo_id })
    .from(customer)
    .where(and(isNotNull(customer.withdrawn_at), isNotNull(customer.gmo_id)))
    .orderBy(asc(customer.id))
    .limit(AT_ONCE)
  for (const { shop_id, id, gmo_id } of gone) {
    try {
      for (const { card_seq } of await ctx.ports.card.listCards(gmo_id!))
        await ctx.ports.card.deleteCard({ gmo_id: gmo_id!, card_seq })
      await ctx.db
        .update(customer)
        .set({ gmo_id: null })
        .where(and(eq(customer.shop_id, shop_id), eq(customer.id, id)))
    } catch (error) {
      // The provider is asked again by the job; one that can't be done holds up no other.
      ctx.log.warn({ err: error, shop_id, customer_id: id }, 'cards of a former member are still kept')
    }
  }
}
