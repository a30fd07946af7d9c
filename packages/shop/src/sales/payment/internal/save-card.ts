import type { Tx } from '@kushi/db/connect'
import { type Context, runInTransaction, type TransactionContext } from '../../../context.ts'
import { hook } from '../../../hook.ts'
import { notifyProfileChange } from '../../../people/customer/index.ts'
import { ensureGmoMember } from './ensure-gmo-member.ts'
import { type RegistrationRow, recordRegistration } from './record-registration.ts'

/**
 * Saves the card of a finished transaction for the member (TradedCard) and returns its number. A card that is saved
 * already, by number and expiry, is not saved again: the member bought with it before, or the response to an earlier
 * attempt was lost. The member's first card becomes the default.
 */
export async function saveCard(
  ctx: Context,
  {
    customer_id,
    provider_order_id,
    is_default,
  }: { customer_id: number; provider_order_id: string; is_default: boolean },
): Promise<{ card_seq: number; is_usual: boolean }> {
  const gmo_id = await ensureGmoMember({ ...ctx, customer_id })
  const cards = await ctx.ports.card.listCards(gmo_id)
  const trade = cards.length > 0 ? await ctx.ports.card.cardOfTrade(provider_order_id) : null
  const same = cards.find((one) => trade && one.card_info === trade.card_info && one.expire === trade.expire)
  if (same && is_default && same.default_flag === '0')
    await ctx.ports.card.setDefaultCard({ gmo_id, card_seq: same.card_seq })
  if (same) return { card_seq: same.card_seq, is_usual: is_default || same.default_flag === '1' }
  const wanted = { provider_order_id, gmo_id, is_default: is_default || cards.length === 0 }
  const { card_seq } = await ctx.ports.card.saveCardOfTrade(wanted)
  return { card_seq, is_usual: wanted.is_default }
}

/** A member's card that others are replaced by, by their numbers (`card_seq`); `from` null: those that were refused. */
interface CardReplacement {
  shop_id: number
  customer_id: number
  from: number | null
  to: number
}

/**
 * Hook: a new card replaced an old one. Higher features move their payments to the new card, in the transaction that
 * saves it.
 */
export const cardReplaced =
  hook<(tx: Tx, ctx: TransactionContext, replaced: CardReplacement) => Promise<void>>('a card is replaced')

/** Saves the card of a finished CHECK and replaces the old card, if there is one. */
export async function saveRegisteredCard(ctx: Context, row: RegistrationRow): Promise<number> {
  const { card_seq: to, is_usual } = await saveCard(ctx, row)
  const { shop_id, customer_id, replaces_seq: from } = row
  await runInTransaction(ctx, async (tx, inside) => {
    await recordRegistration(tx, row, { card_seq: to, state: 'saved' })
    await notifyProfileChange(tx, inside, customer_id, ['クレジットカード'])
    const replaced = [...(from === null || from === to ? [] : [from]), ...(is_usual ? [null] : [])]
    for (const one of replaced) await cardReplaced(tx, inside, { shop_id, customer_id, from: one, to })
  })
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
