import { customer } from '@kushi/db/schema/customer'
import { card_registration } from '@kushi/db/schema/payment'
import { subscription } from '@kushi/db/schema/subscription'
import { cardExpiryState } from '@kushi/values/card'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { userMessage } from '@kushi/values/user-message'
import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { MemberContext } from '../../../context.ts'
import type { SavedCard } from '../../../ports/card-port.ts'
import { notFound, refusedField } from '../../../shop-error.ts'
import { callCardProvider } from './call-card-provider.ts'
import { mayBeChargedCondition } from './chargeable-contract.ts'

/** Returns the member's cards as the vault has them, so that a card deleted there is missing here too. */
export async function loadOwnCards(ctx: MemberContext): Promise<{ gmo_id: string; cards: SavedCard[] }> {
  const gmo_id = await loadOwnGmoId(ctx)
  return { gmo_id, cards: gmo_id === '' ? [] : await callCardProvider(ctx, () => ctx.ports.card.listCards(gmo_id)) }
}

/** Asks for the member's cards when they are first needed, and not again. */
export type OwnCards = () => ReturnType<typeof loadOwnCards>

/** Returns a loader that asks the vault once, for several checks of one request. */
export function cachedOwnCards(ctx: MemberContext): OwnCards {
  let asked: ReturnType<typeof loadOwnCards> | undefined
  return () => {
    asked ??= loadOwnCards(ctx)
    return asked
  }
}

/** Returns the member's MemberID at the card provider; empty: the member never saved a card. */
export async function loadOwnGmoId(ctx: MemberContext): Promise<string> {
  const [member] = await ctx.db
    .select({ gmo_id: customer.gmo_id })
    .from(customer)
    .where(and(eq(customer.id, ctx.customer_id), eq(customer.shop_id, ctx.shop_id)))
  return member?.gmo_id ?? ''
}

/** The member and the card that a request may name; empty or left out: not named. */
interface CardReference {
  customer_id?: number | undefined
  gmo_id?: string | undefined
  /** Masked number: only the last four digits are compared. */
  card_info?: string | undefined
}

/** Treats another member's id as unknown. @throws ShopError 404 */
export function requireOwnCard(ctx: MemberContext, { customer_id, gmo_id }: CardReference, own_gmo_id?: string): void {
  if (customer_id !== undefined && customer_id !== ctx.customer_id) throw notFound()
  if (gmo_id && own_gmo_id !== undefined && gmo_id !== own_gmo_id) throw notFound()
}

/** Returns the member's card if it matches `named`. @throws ShopError 404 */
export async function findOwnCard(
  ctx: MemberContext,
  card_seq: number,
  named: CardReference = {},
  ownCards: OwnCards = () => loadOwnCards(ctx),
) {
  const { gmo_id, cards } = await ownCards()
  requireOwnCard(ctx, named, gmo_id)
  const card = cards.find((one) => one.card_seq === card_seq)
  if (!card || (named.card_info && named.card_info.slice(-4) !== card.card_info.slice(-4))) throw notFound()
  return { gmo_id, card, others: cards.filter((one) => one !== card) }
}

/** Returns a card of the member that can be charged. @throws ShopError 404 if there is none, 422 */
export async function requireUsableCard(
  ctx: MemberContext,
  card_seq: number | null,
  ownCards?: OwnCards,
): Promise<number> {
  const refuse = (message: string) => refusedField('card_seq', message)
  if (card_seq === null) throw refuse('カードを選択してください。')
  const { card } = await findOwnCard(ctx, card_seq, {}, ownCards)
  if (cardExpiryState(card.expire, ctx.clock.today()) === 'expired') throw refuse(userMessage('card_expired'))
  return card_seq
}

/** The first four digits of the member's registered cards, by card. */
export async function loadCardFirstDigits(ctx: MemberContext): Promise<Map<number, string>> {
  const { shop_id, customer_id } = ctx
  const rows = await ctx.db
    .select({ card_seq: card_registration.card_seq, first: card_registration.card_first })
    .from(card_registration)
    .where(
      and(
        eq(card_registration.shop_id, shop_id),
        eq(card_registration.customer_id, customer_id),
        eq(card_registration.state, 'saved'),
        isNotNull(card_registration.card_first),
      ),
    )
    .orderBy(asc(card_registration.id))
  return new Map(rows.map(({ card_seq, first }) => [card_seq!, first!]))
}

const secondCardSeq = sql<number | null>`(${subscription.second_way} ->> 'card_seq')::int`

/**
 * Subscriptions that may be charged to a card, now, when resumed or as お支払いできないときに使う方法 (`second_card_seq`).
 */
export const loadCardSubscriptions = (ctx: MemberContext) =>
  ctx.db
    .select({
      id: subscription.id,
      payment_method_id: subscription.payment_method_id,
      card_seq: subscription.card_seq,
      second_card_seq: secondCardSeq,
      summary_status: subscription.summary_status,
    })
    .from(subscription)
    .where(
      and(
        eq(subscription.customer_id, ctx.customer_id),
        eq(subscription.shop_id, ctx.shop_id),
        or(eq(subscription.payment_method_id, PAYMENT_METHOD.credit_card), isNotNull(secondCardSeq)),
        mayBeChargedCondition,
      ),
    )
    .orderBy(asc(subscription.id))
