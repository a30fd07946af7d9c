import type { Tx } from '@kushi/db/connect'
import type { Context } from '../../context.ts'
import { ensureGmoMember } from './ensure-gmo-member.ts'
import { type RegistrationRow, recordRegistration } from './record-registration.ts'
import { saveCard } from './save-card.ts'

/** A member's card that is replaced by another, by their numbers (`card_seq`). */
export interface CardReplaced {
  shop_id: number
  customer_id: number
  from: number
  to: number
}

/**
 * Moves whatever pays by the card in the features above payment to the new card, in the transaction that saves it.
 * Returns the work to do after the commit.
 */
export type FollowCard = (tx: Tx, ctx: Context, replaced: CardReplaced) => Promise<() => void>

/** Saves the card of a finished CHECK and replaces the old card, if there is one. */
export async function saveRegisteredCard(ctx: Context, row: RegistrationRow, follow: FollowCard): Promise<number> {
  const to = await saveCard(ctx, row)
  const { shop_id, customer_id, replaces_seq: from } = row
  const committed = await ctx.db.transaction(async (tx) => {
    await recordRegistration(tx, row, { card_seq: to, state: 'saved' })
    return from === null || from === to ? null : follow(tx, ctx, { shop_id, customer_id, from, to })
  })
  committed?.()
  if (from !== null && from !== to) await forget(ctx, customer_id, from)
  return to
}

/** Deletes the replaced card. If that fails, it stays in the list and the member can delete it. */
async function forget(ctx: Context, customer_id: number, card_seq: number): Promise<void> {
  try {
    await ctx.ports.card.deleteCard({ gmo_id: await ensureGmoMember({ ...ctx, customer_id }), card_seq })
  } catch (error) {
    ctx.log.warn({ err: error, card_seq }, 'replaced card not deleted')
  }
}
