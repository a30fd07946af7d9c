import { customer } from '@kushi/db/schema/customer'
import { subscription } from '@kushi/db/schema/subscription'
import { cardExpiryState } from '@kushi/values/card-expiry'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { userMessage } from '@kushi/values/user-message'
import { and, asc, eq, ne } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { invalidFields, notFound } from '../../shop-error.ts'
import type { SavedCard } from '../card-port.ts'
import { askCards } from './ask-cards.ts'

/** The member's cards as the vault has them, so that one deleted there is gone here. */
export async function ownCards(ctx: MemberContext): Promise<{ gmo_id: string; cards: SavedCard[] }> {
  const gmo_id = await ownGmoId(ctx)
  return { gmo_id, cards: gmo_id === '' ? [] : await askCards(ctx, () => ctx.ports.card.listCards(gmo_id)) }
}

/** The member's name at the card provider; empty: no card was ever kept. */
export async function ownGmoId(ctx: MemberContext): Promise<string> {
  const [member] = await ctx.db
    .select({ gmo_id: customer.gmo_id })
    .from(customer)
    .where(and(eq(customer.id, ctx.customer_id), eq(customer.shop_id, ctx.shop_id)))
  return member?.gmo_id ?? ''
}

/** Names that a call may carry of the member and of a card; empty or left out: not named. */
interface Named {
  customer_id?: number | undefined
  gmo_id?: string | undefined
  /** Masked number: its last four digits count. */
  card_info?: string | undefined
}

/** Another member's name is as if it did not exist. @throws ShopError 404 */
export function requireOwn(ctx: MemberContext, { customer_id, gmo_id }: Named, own_gmo_id?: string): void {
  if (customer_id !== undefined && customer_id !== ctx.customer_id) throw notFound()
  if (gmo_id && own_gmo_id !== undefined && gmo_id !== own_gmo_id) throw notFound()
}

/** One of them, which is the one that `named` describes. @throws ShopError 404 */
export async function ownCard(ctx: MemberContext, card_seq: number, named: Named = {}) {
  const { gmo_id, cards } = await ownCards(ctx)
  requireOwn(ctx, named, gmo_id)
  const card = cards.find((one) => one.card_seq === card_seq)
  if (!card || (named.card_info && named.card_info.slice(-4) !== card.card_info.slice(-4))) throw notFound()
  return { gmo_id, card, others: cards.filter((one) => one !== card) }
}

/** A card of the member's that can be charged. @throws ShopError 404 where there is none, 422 beside `path` */
export async function usableCard(ctx: MemberContext, card_seq: number | null, path = 'card_seq'): Promise<number> {
  const refuse = (message: string) => invalidFields([{ path, message_id: 'refused', message }])
  if (card_seq === null) throw refuse('カードを選択してください。')
  const { card } = await ownCard(ctx, card_seq)
  if (cardExpiryState(card.expire, ctx.clock.today()) === 'expired') throw refuse(userMessage('card_expired'))
  return card_seq
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
