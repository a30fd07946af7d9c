import { price_offer, subscription } from '@kushi/db/schema/subscription'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, eq } from 'drizzle-orm'
import { withMemberActor } from '../../actor.ts'
import type { Context, Handler, MemberContext } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { enqueueMail } from '../../messaging/message/index.ts'
import { hashToken } from '../../people/session/index.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { loadSubscriptionDetail } from './get-subscription.ts'
import { loadPriceOffers } from './internal/load-offers.ts'
import { loadSubscriptionsWithDetails, ownSubscriptionsCondition } from './internal/load-subscription.ts'
import { loadPriceBookFor } from './internal/price-effect.ts'
import { isPriceOfferStillNeeded } from './internal/price-offer-still-needed.ts'
import { recordEvent } from './internal/record-event.ts'
import { loadNameAndPrice, setAgreedFees, setAgreedPrices } from './internal/set-price.ts'
import { changeMessageKey, subscriptionMail } from './internal/subscription-mail.ts'
import { canAnswerPriceOffer } from './rules/price-offer.ts'

const over = () =>
  new ShopError(409, 'ERROR_PRICE_OFFER_OVER', 'このお伺いへのお返事は、締め切ったか、必要がなくなりました。')

/** Returns the offer of a mail's link. The token is the only key. @throws ShopError 404 */
async function byToken(ctx: Context, token: string) {
  await consumeLimit(ctx, 'reminder_link', { address: ctx.ip })
  const isIt = and(eq(price_offer.token_hash, hashToken(token)), eq(price_offer.shop_id, ctx.shop_id))
  const [found] = await loadPriceOffers(ctx, isIt)
  if (!found) throw notFound()
  return found
}

export const showPriceOffer: Handler<'POST /v1/order/subscription/price/offer'> = async (ctx, { token }) =>
  (await byToken(ctx, token)).view

/**
 * Answers by the link of the mail, without login. The link shows only a price and a product, and can only answer the
 * offer.
 */
export const answerPriceOfferByLink: Handler<'POST /v1/order/subscription/price/answer'> = async (ctx, input) => {
  const { offer, customer_id } = await byToken(ctx, input.token)
  await answer(withMemberActor({ ...ctx, customer_id }, customer_id), {
    id: offer.subscription_id,
    offer_id: offer.id,
    ...input,
  })
  return (await byToken(ctx, input.token)).view
}

export const answerPriceOffer: Handler<'PATCH /v1/order/subscription/update/{id}/price'> = async (ctx, input) => {
  await answer(ctx, input)
  return loadSubscriptionDetail(ctx, input.id)
}

interface PriceOfferAnswer {
  id: number
  offer_id: number
  is_agreed: boolean
}

/**
 * Repeating the same answer changes nothing. @throws ShopError 404, also for another member's offer; 409 when it is too
 * late
 */
const answer = (ctx: MemberContext, { id, offer_id, is_agreed }: PriceOfferAnswer): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(subscription)
      .where(and(eq(subscription.id, id), ownSubscriptionsCondition(ctx)))
      .for('update')
    const mine = and(
      sameRowCondition(price_offer, { shop_id: ctx.shop_id, id: offer_id }),
      eq(price_offer.subscription_id, id),
    )
    const [offer] = row ? await tx.select().from(price_offer).where(mine).for('update') : []
    if (!row || !offer) throw notFound()
    if (offer.state === (is_agreed ? 'agreed' : 'refused')) return
    const inside = { ...ctx, db: tx }
    const [loaded] = await loadSubscriptionsWithDetails(inside, [row])
    const { product_sku_id, new_price: price, from_date: from } = offer
    const item = loaded!.items.find((one) => one.product_sku_id === product_sku_id && one.only_cycle === null)
    const isEnded = row.summary_status === SUBSCRIPTION_STATUS.cancel
    const today = ctx.clock.today()
    if (isEnded || !canAnswerPriceOffer(offer, row, today)) throw over()
    if (!isPriceOfferStillNeeded(offer, loaded!, await loadPriceBookFor(inside, [loaded!]), today)) throw over()
    const agree = async () => {
      if (offer.terms) return setAgreedFees(tx, ctx, row, { ...offer, terms: offer.terms })
      if (!item) throw over()
      const { name } = await loadNameAndPrice(tx, ctx.shop_id, item.product_sku_id)
      const [priced] = await setAgreedPrices(tx, ctx, ctx.shop_id, [{ row, item, name, price, from }], 'price_agreed')
      return priced!
    }
    if (!is_agreed) {
      await tx.update(price_offer).set({ state: 'refused' }).where(mine)
      return recordEvent(tx, ctx, row, offer.terms ? 'fees_refused' : 'price_refused')
    }
    await tx.update(price_offer).set({ state: 'agreed', settled_at: ctx.clock.now() }).where(mine)
    const { saved, changes } = await agree()
    const mail = await subscriptionMail(tx, ctx, saved, offer.terms ? 'fees_agreed' : 'price_agreed', { changes })
    await enqueueMail(tx, ctx.shop_id, changeMessageKey(saved), mail, {
      customer_id: row.customer_id,
      subscription_id: id,
    })
  })
