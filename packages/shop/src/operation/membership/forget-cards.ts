import { customer } from '@kushi/db/schema/customer'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, asc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'

const AT_ONCE = 20
const HOUR = 3_600_000
const WEEK = 168 * HOUR

/**
 * Job, also run after a 退会: deletes the cards of former members at the provider, until the provider reports none left.
 * If a deletion fails, other members come first: it is retried after as long as the member has been gone, at least once
 * a week.
 */
export async function deleteFormerMemberCards(ctx: Context): Promise<void> {
  const { db, ports, log, shop_id } = ctx
  const now = ctx.clock.now()
  const { forget_cards_at, withdrawn_at } = customer
  const gone = await db
    .select({ shop_id: customer.shop_id, id: customer.id, gmo_id: customer.gmo_id, withdrawn_at })
    .from(customer)
    .where(
      and(
        eq(customer.shop_id, shop_id),
        isNotNull(withdrawn_at),
        isNotNull(customer.gmo_id),
        or(isNull(forget_cards_at), lte(forget_cards_at, now)),
      ),
    )
    .orderBy(sql`${forget_cards_at} asc nulls first`, asc(customer.id))
    .limit(AT_ONCE)
  for (const { gmo_id, withdrawn_at: since, ...row } of gone) {
    try {
      for (const { card_seq } of await ports.card.listCards(gmo_id!))
        await ports.card.deleteCard({ gmo_id: gmo_id!, card_seq })
      await db.update(customer).set({ gmo_id: null, forget_cards_at: null }).where(sameRowCondition(customer, row))
    } catch (error) {
      log.warn({ err: error, shop_id: row.shop_id, customer_id: row.id }, 'cards of a former member are still kept')
      const wait = Math.min(Math.max(now.getTime() - since!.getTime(), HOUR), WEEK)
      await db
        .update(customer)
        .set({ forget_cards_at: new Date(now.getTime() + wait) })
        .where(sameRowCondition(customer, row))
    }
  }
}
