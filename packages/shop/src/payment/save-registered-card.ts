import { card_registration } from '@kushi/db/schema/payment'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { ensureGmoMember } from './ensure-gmo-member.ts'

type Registration = Pick<
  typeof card_registration.$inferSelect,
  'id' | 'customer_id' | 'provider_order_id' | 'is_default'
>

/** Keeps the card of a finished CHECK (TradedCard); the member's first card becomes the default. */
export async function saveRegisteredCard(ctx: Context, row: Registration): Promise<number> {
  const gmoId = await ensureGmoMember({ ...ctx, customer_id: row.customer_id })
  const isFirst = (await ctx.ports.card.listCards(gmoId)).length === 0
  const { card_seq } = await ctx.ports.card.saveCardOfTrade({
    provider_order_id: row.provider_order_id,
    gmo_id: gmoId,
    is_default: row.is_default || isFirst,
  })
  await ctx.db.update(card_registration).set({ card_seq, state: 'saved' }).where(eq(card_registration.id, row.id))
  return card_seq
}
