import { cardExpiryState } from '@kushi/values/card-expiry'
import type { MemberContext, Verb } from '../context.ts'
import { cardSubscriptions, ownCards, requireOwn } from './internal/own-cards.ts'
import { PaymentRefused, PaymentUnavailable } from './payment-port.ts'

/** 登録カード一覧, each card with its brand, whether it expires soon, and the subscriptions that it pays for. */
export const listCards: Verb<'GET /v1/common/mypage/card/list'> = async (ctx, { card_seq, customer_id }) => {
  requireOwn(ctx, { customer_id })
  const { gmo_id, cards } = await ownCards(ctx)
  const wanted = cards.filter((one) => card_seq === undefined || one.card_seq === card_seq)
  if (wanted.length === 0) return { items: [] }
  const subscriptions = await cardSubscriptions(ctx)
  const items = wanted.map(async (one) => ({
    ...one,
    gmo_id,
    brand: one.brand ?? (await brandOf(ctx, { gmo_id, card_seq: one.card_seq })),
    expiry_state: cardExpiryState(one.expire, ctx.clock.today()),
    subscription_ids: subscriptions.filter((each) => each.card_seq === one.card_seq).map((each) => each.id),
  }))
  return { items: await Promise.all(items) }
}

/** The brand is optional: if it is not available, the list is returned without it. */
async function brandOf(ctx: MemberContext, card: { gmo_id: string; card_seq: number }): Promise<string | null> {
  try {
    return await ctx.ports.card.brandOf(card)
  } catch (error) {
    if (!(error instanceof PaymentRefused || error instanceof PaymentUnavailable)) throw error
    ctx.log.warn({ info: error.info }, 'no brand of a card')
    return null
  }
}
