import { customer } from '@kushi/db/schema/customer'
import { subscription } from '@kushi/db/schema/subscription'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, asc, eq, ne } from 'drizzle-orm'
import type { MemberContext } from '../context.ts'
import { notFound } from '../shop-error.ts'
import { askCards } from './ask-cards.ts'
import type { SavedCard } from './card-port.ts'

/** The member's cards as the vault has them, so that one deleted there is gone here. */
export async function ownCards(ctx: MemberContext): Promise<{ gmo_id: string; cards: SavedCard[] }> {
  const [member] = await ctx.db
    .select({ gmo_id: customer.gmo_id })
    .from(customer)
    .where(and(eq(customer.id, ctx.customer_id), eq(customer.shop_id, ctx.shop_id)))
  const gmo_id = member?.gmo_id
  if (!gmo_id) return { gmo_id: '', cards: [] }
  return { gmo_id, cards: await askCards(ctx, () => ctx.ports.card.listCards(gmo_id)) }
}

/** One of them. @throws ShopError 404 */
export async function ownCard(ctx: MemberContext, card_seq: number) {
  const { gmo_id, cards } = await ownCards(ctx)
  const card = cards.find((one) => one.card_seq === card_seq)
  if (!card) throw notFound()
  return { gmo_id, card, others: cards.filter((one) => one !== card) }
}

/** Subscriptions that are paid, or will be again, by a card: all but the cancelled ones. */
export const cardSubscriptions = (ctx: MemberContext) =>
  ctx.db
    .select({ id: subscription.id, card_seq: subscription.card_seq })
    .from(subscription)
    .where(
      and(
        eq(subscription.customer_id, ctx.customer_id),
        eq(subscription.shop_id, ctx.shop_id),
        eq(subscription.payment_method_id, PAYMENT_METHOD.credit_card),
        ne(subscription.summary_status, SUBSCRIPTION_STATUS.cancel),
      ),
    )
    .orderBy(asc(subscription.id))
