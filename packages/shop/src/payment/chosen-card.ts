import type { CardChoice } from '@kushi/contract/order'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { subscription } from '@kushi/db/schema/subscription'
import { eq, inArray } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { PaymentRow } from './claim-payment.ts'

/** What a payment remembers of the card that it is made with; a subscription needs it kept for what follows. */
export const chosenCard = (card: CardChoice | null, isSubscription: boolean) => ({
  card_seq: card && 'card_seq' in card ? card.card_seq : null,
  save_card: Boolean(card && 'token' in card && (card.save_card || isSubscription)),
})

/** Another card than at the first try of the same order: the payment and what it begins go by the one that is charged. */
export async function followChoice(
  ctx: Context,
  claimed: PaymentRow,
  card: CardChoice | null,
  isSubscription: boolean,
): Promise<PaymentRow> {
  const chosen = chosenCard(card, isSubscription)
  if (chosen.card_seq === claimed.card_seq && chosen.save_card === claimed.save_card) return claimed
  const begun = ctx.db.select({ id: orders.subscription_id }).from(orders).where(eq(orders.id, claimed.order_id))
  return ctx.db.transaction(async (tx) => {
    await tx.update(subscription).set({ card_seq: chosen.card_seq }).where(inArray(subscription.id, begun))
    const [row] = await tx.update(payment).set(chosen).where(eq(payment.id, claimed.id)).returning()
    return row!
  })
}
