import type { Context } from '../../context.ts'
import { ensureGmoMember } from './ensure-gmo-member.ts'

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
): Promise<number> {
  const gmo_id = await ensureGmoMember({ ...ctx, customer_id })
  const cards = await ctx.ports.card.listCards(gmo_id)
  const trade = cards.length > 0 ? await ctx.ports.card.cardOfTrade(provider_order_id) : null
  const same = cards.find((one) => trade && one.card_info === trade.card_info && one.expire === trade.expire)
  if (same && is_default && same.default_flag === '0')
    await ctx.ports.card.setDefaultCard({ gmo_id, card_seq: same.card_seq })
  if (same) return same.card_seq
  const wanted = { provider_order_id, gmo_id, is_default: is_default || cards.length === 0 }
  return (await ctx.ports.card.saveCardOfTrade(wanted)).card_seq
}
