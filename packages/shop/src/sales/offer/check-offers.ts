import type { OrderDraft } from '@kushi/contract/order'
import type { order_offer_answer } from '@kushi/db/schema/order-offer'
import { CART_TYPE } from '@kushi/values/cart'
import type { OfferPlace } from '@kushi/values/order-offer'
import type { Yen } from '@kushi/values/yen'
import type { QueryContext } from '../../context.ts'
import { refusedField } from '../../shop-error.ts'
import { loadOpenOffers, type OpenOffer } from './internal/open-offers.ts'
import { applyOffer, doesOfferFit, type OrderGoods, removeTakenOffers } from './rules/places.ts'

export type { OrderGoods } from './rules/places.ts'

/** The 注文のときのご案内 of an order: the answers that count, and the goods of the order without any offer. */
export interface OfferedOrder {
  /** The order without any of them. */
  base: OrderGoods
  /** `goods`: the order if the other answer had been given. */
  answers: { offer: OpenOffer; is_taken: boolean; goods: OrderGoods }[]
}

const ENDED = 'このご案内は終わったか、ご注文の内容に合わなくなりました。選ぶのをやめると、そのままお進みいただけます。'

/**
 * Checks the offers that an order names. An offer that was declined and is no longer valid is dropped; for an accepted
 * one the customer gets an error.
 * @throws ShopError 422 at the place of an accepted offer that is closed, does not fit, or whose goods are not in the
 * order
 */
export async function checkOffers(ctx: QueryContext, draft: OrderDraft): Promise<OfferedOrder> {
  const goods = orderGoods(draft)
  if (!draft.offer_answers?.length) return { base: goods, answers: [] }
  const open = await loadOpenOffers(ctx, draft.landing_slug)
  const shown = draft.offer_answers.flatMap((answer) => {
    const offer = open.find(({ id, offer_place }) => id === answer.order_offer_id && offer_place === answer.offer_place)
    if (!offer && answer.is_taken) throw refuse(answer.offer_place)
    return offer ? [{ ...answer, offer }] : []
  })
  const taken = shown.filter(({ is_taken }) => is_taken)
  const before = removeTakenOffers(
    goods,
    taken.map(({ offer, instead_of }) => ({
      offer,
      instead_of: instead_of && orderGoods({ ...instead_of, items: [instead_of] }),
    })),
  )
  if ('refused' in before) throw refuse(before.refused)
  const { base, without_beside } = before
  const places = new Set<OfferPlace>(taken.map(({ offer_place }) => offer_place))
  return {
    base,
    answers: shown.flatMap(({ offer, is_taken }): OfferedOrder['answers'] => {
      if (is_taken) return [{ offer, is_taken, goods: offer.offer_place === 'beside' ? without_beside : base }]
      const from = offer.offer_place === 'beside' ? goods : without_beside
      if (places.has(offer.offer_place) || !doesOfferFit(offer, from)) return []
      places.add(offer.offer_place)
      return [{ offer, is_taken, goods: applyOffer(offer, from) }]
    }),
  }
}

const refuse = (place: OfferPlace) => refusedField(`offer_answers.${place}`, ENDED)

const orderGoods = ({
  is_subscription,
  items,
}: Pick<OrderDraft, 'is_subscription'> & { items: OrderGoods['items'] }): OrderGoods => ({
  cart_type: is_subscription ? CART_TYPE.subscription : CART_TYPE.normal,
  items,
})

interface Total {
  payment_total: Yen
}

/**
 * Builds the rows of an order's answers to offers. `priceOf`: the order's total with other goods; null: it can't be
 * priced.
 */
export async function offerAnswers(
  { answers }: OfferedOrder,
  { payment_total }: Total,
  priceOf: (goods: OrderGoods) => Promise<Total>,
): Promise<Omit<typeof order_offer_answer.$inferInsert, 'shop_id' | 'order_id' | 'created_at'>[]> {
  return Promise.all(
    answers.map(async ({ offer, is_taken, goods }) => {
      const other = (await priceOf(goods)).payment_total
      return {
        offer_place: offer.offer_place,
        order_offer_id: offer.id,
        is_taken,
        total_before: is_taken ? other : payment_total,
        total_after: is_taken ? payment_total : other,
      }
    }),
  )
}
