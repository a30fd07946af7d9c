import type { Tx } from '@kushi/db/connect'
import type { Context } from '../../context.ts'
import { ensureGmoMember } from './ensure-gmo-member.ts'
import { type RegistrationRow, recordRegistration } from './record-registration.ts'
import { saveCard } from './save-card.ts'

/** A card of a member that another one takes the place of, by their numbers (`card_seq`). */
export interface CardReplaced {
  shop_id: number
  customer_id: number
  from: number
  to: number
}

/**
 * What lies above payment and pays by card goes over to the new one, in the transaction that keeps it. Answers what there
 * is to do once that is committed.
 */
export type FollowCard = (tx: Tx, ctx: Context, replaced: CardReplaced) => Promise<() => void>

/** Keeps the card of a finished CHECK, in the place of the one that it replaces, if any. */
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

/** Nothing needs the old card any more. Where that fails it stays in the list, and the member can delete it. */
async function forget(ctx: Context, customer_id: number, card_seq: number): Promise<void> {
  try {
    await ctx.ports.card.deleteCard({ gmo_id: await ensureGmoMember({ ...ctx, customer_id }), card_seq })
  } catch (error) {
    ctx.log.warn({ err: error, card_seq }, 'replaced card not deleted')
  }
}
