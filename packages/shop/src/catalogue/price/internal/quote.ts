import type { CartItemProblem } from '@kushi/contract/cart'
import type { LaterAmounts, Quote, QuotedGift, QuotedPoints, QuotedPromotion } from '@kushi/contract/quote'
import { type PersonMatch, WATCH_LIST_HOLD_NAME, type WatchEffect } from '@kushi/values/person'
import { pointsEarned } from '@kushi/values/points'
import type { AgreedTerms } from '@kushi/values/price-terms'
import { itemName } from '@kushi/values/product'
import type { PromotionTerms } from '@kushi/values/promotion'
import { giftOfPromotion } from '@kushi/values/promotion/kinds'
import type { Yen } from '@kushi/values/yen'
import type { AccountMatch } from '../../../people/person/index.ts'
import {
  type GivenGift,
  type PromotionOffer,
  type PromotionOffers,
  promotionEndText,
  promotionOutcomeText,
  remainingGiftQuantity,
} from '../../promotion/index.ts'
import { cartProblems } from '../rules/cart-problems.ts'
import { acceptsInserts, type DeliveryMisfit, deliveryMisfit } from '../rules/choose-delivery.ts'
import {
  amountUntilFreeDelivery,
  type PricedCycleRange,
  type PricedOrder,
  priceLaterDeliveries,
  priceOrder,
} from '../rules/price-order.ts'
import type { TotalRefusal } from '../rules/price-state.ts'
import { firstPriceRefusalTexts } from './first-price.ts'
import { joinItemPrices, type PriceContext, type PricedSkuRow, type StockedItem } from './load-cart-items.ts'
import {
  type LoadedPrice,
  loadPriceInput,
  type PriceRequest,
  priceInputFromBook,
  withoutPromotion,
} from './load-price-input.ts'
import type { PriceBook } from './price-book.ts'

export type QuoteRequest = PriceRequest

/** The quote of one purchase (見積もり). */
export interface PriceQuote {
  /** In the order of the request; ids that the shop does not have are missing. */
  items: StockedItem[]
  /** `delivery_id` differs from the requested one if that is not available. Yen, tax included. */
  summary: Quote
  /** The promotions that it gets, now or in a later delivery; to be used with the order. */
  granted: GrantedPromotion[]
  /** Chilled or frozen parcels of the goods. */
  cool_parcels: number
  /** `summary.delivery_id` is メール便. */
  mail_delivery_flag: boolean
  /** Reasons against buying exactly this; empty: none. */
  problems: CartItemProblem[]
  /** Set if the total may be shown but not ordered. */
  refusal: TotalRefusal | null
  /** The accounts by which the buyer, certainly or possibly, already had benefits that are granted once a person. */
  matches: QuotedPersonMatches
  /** The effects of 注意リスト on the buyer. */
  effects: ReadonlySet<WatchEffect>
  /** The terms promised to a contract with these goods and choices. */
  agreed: AgreedTerms
}

/** Matches of the buyer with other accounts that affect the quote. */
export interface QuotedPersonMatches {
  /** Benefits that the quote refuses, because the person already had them. */
  refused: PersonMatch[]
  /** Given, to be looked at before it is shipped. */
  doubted: PersonMatch[]
}

/**
 * A promotion with its value in this delivery (yen): the discount on goods, the waived fee, or the price of its gift.
 */
export interface GrantedPromotion {
  terms: PromotionTerms
  yen: Yen
  /** The offer, if it is one of today's promotions; null: it was promised before. */
  offer: PromotionOffer | null
}

/**
 * 見積もり of one purchase: items, amounts and, for a subscription, the amounts of each delivery after the first. Screens
 * and orders use this same function.
 */
export const quotePurchase = async (ctx: PriceContext, request: QuoteRequest): Promise<PriceQuote> =>
  quoted(request, await loadPriceInput(ctx, request))

/** 見積もり from a loaded price book, without a query for each purchase. `customer_id`: the buyer; null: a guest. */
export const quoteFromBook = (book: PriceBook, customer_id: number | null, request: QuoteRequest): PriceQuote =>
  quoted(request, priceInputFromBook(book, customer_id, request))

function quoted(request: QuoteRequest, loaded: LoadedPrice): PriceQuote {
  const { input, delivery, is_remote_island, offers } = loaded
  const now = priceOrder(input)
  const phases = request.is_subscription ? priceLaterDeliveries(input) : []
  const { ahead, short } = request.promised_promotions ? nothingAhead : giftsAhead(loaded, now, phases)
  if (short !== undefined) return quoted(request, withoutPromotion(loaded, short))
  const following = phases.at(-1)?.priced ?? null
  const subscription = request.is_subscription ? 1 : 0
  const items = joinItemPrices(loaded.items, now.items)
  const hasLight = items.some((item) => item.light_flag && item.is_product_sku_valid)
  const all = [now, ...phases.map(({ priced }) => priced)]
  const itemOf = (gift: GivenGift) => quotedGift(loaded.gift_skus.get(gift.product_sku_id)!, gift)
  return {
    items,
    granted: grantedOf(all, offers),
    summary: {
      ...now.amounts,
      delivery_id: delivery.id,
      delivery_free_amount: now.by.delivery_free_amount,
      free_remaining: amountUntilFreeDelivery(now),
      bundled_flag: acceptsInserts(delivery, is_remote_island, hasLight),
      is_remote_island,
      following: following?.amounts ?? null,
      later: phases.map(
        ({ from_cycle, to_cycle, priced }): LaterAmounts => ({ from_cycle, to_cycle, ...priced.amounts }),
      ),
      promotions: promotionsOf(all, loaded, request.is_subscription),
      points: pointsOf(loaded, now),
      notes: notesOf(loaded, items),
      gifts: now.gifts.map(itemOf),
      later_gifts: ahead.map(itemOf),
    },
    cool_parcels: loaded.parcel.cool_parcels,
    mail_delivery_flag: delivery.mail_delivery_flag,
    problems: cartProblems(
      request.items.map((item) => ({ ...item, subscription })),
      items,
    ),
    refusal: all.find(({ refusal }) => refusal)?.refusal ?? null,
    matches: matchesOf(loaded, all),
    effects: loaded.watched.effects,
    agreed: loaded.agreed,
  }
}

const nothingAhead: ReturnType<typeof giftsAhead> = { ahead: [], short: undefined }

/**
 * The gifts of later deliveries, each with the pieces of all of them: they are set aside with the order. `short`: a
 * promotion for whose gifts the stock does not suffice, so that it is not promised.
 */
function giftsAhead({ input }: LoadedPrice, now: PricedOrder, phases: readonly PricedCycleRange[]) {
  const later = new Map(phases.flatMap(({ priced }) => priced.gifts).map((gift) => [gift.promotion_id, gift]))
  const left = new Map(input.gifts.map(({ product_sku_id, stock }) => [product_sku_id, stock]))
  const take = ({ product_sku_id: id, quantity }: GivenGift) => left.set(id, (left.get(id) ?? 0) - quantity).get(id)!
  for (const gift of now.gifts) take(gift)
  const ahead = input.promotions.flatMap((terms) => {
    const gift = later.get(terms.promotion_id)
    return gift ? [{ ...gift, quantity: remainingGiftQuantity(terms, input.cycle + 1) }] : []
  })
  return { ahead, short: ahead.find((gift) => take(gift) < 0)?.promotion_id }
}

/** The points of the quote; null without a member or in a shop without points. */
function pointsOf(
  { input, point_rate }: LoadedPrice,
  { items, amounts, usable_points }: PricedOrder,
): QuotedPoints | null {
  if (!input.points || point_rate === null) return null
  return {
    balance: input.points.balance,
    least: input.points.least,
    usable: usable_points,
    used: items.reduce((sum, { point_discount }) => sum + point_discount, 0),
    granted: pointsEarned(amounts.subtotal - amounts.discount_amount, point_rate),
  }
}

const notesOf = ({ first_prices, watched }: LoadedPrice, items: readonly StockedItem[]): string[] =>
  watched.effects.has('no_offers')
    ? ['このご注文には、特典・クーポンと初回価格は適用されません。表示の金額でお届けします。']
    : firstPriceRefusalTexts(items, first_prices)

function matchesOf(
  { items, offers, first_prices, watched }: LoadedPrice,
  all: readonly PricedOrder[],
): QuotedPersonMatches {
  const granted = new Set(grantedOf(all, offers).map(({ terms }) => terms.promotion_id))
  const named = (accounts: readonly AccountMatch[], benefit: string, promotion_id: number | null) =>
    accounts.map((one) => ({ ...one, benefit, promotion_id }))
  const first = (product_id: number) =>
    `「${items.find((item) => item.product_id === product_id)?.product_name}」の初回価格`
  return {
    refused: [
      ...[...first_prices.had].flatMap(([id, { matches }]) => named(matches, first(id), null)),
      ...offers.refused.flatMap((one) => named(one.matches, one.promotion_name, one.promotion_id)),
    ],
    doubted: [
      ...named(watched.holds, WATCH_LIST_HOLD_NAME, null),
      ...[...first_prices.doubts].flatMap(([id, matches]) =>
        first_prices.had.has(id) ? [] : named(matches, first(id), null),
      ),
      ...offers.offers
        .filter(({ terms }) => granted.has(terms.promotion_id))
        .flatMap(({ terms, doubts }) => named(doubts, terms.promotion_name, terms.promotion_id)),
    ],
  }
}

/** A gift as an item of the quote. */
export function quotedGift(sku: PricedSkuRow, { quantity, promotion_id, promotion_name }: GivenGift): QuotedGift {
  return {
    product_id: sku.product_id,
    product_code: sku.product_code,
    product_name: sku.product_name,
    sku_parent_item_name1: sku.sku_parent_item_name1,
    set_item_name1: sku.set_item_name1,
    sku_parent_item_name2: sku.sku_parent_item_name2,
    set_item_name2: sku.set_item_name2,
    product_image: sku.product_image,
    id: sku.id,
    quantity,
    tax_rate: sku.tax_rate,
    revision: sku.revision,
    gift_promotion_id: promotion_id,
    promotion_name,
  }
}

const appliedIn = (priced: PricedOrder) => priced.promotions.filter(({ outcome }) => outcome === 'applied')

/** Each promotion once, that applies to this or to a later delivery. */
function grantedOf([now, ...later]: readonly PricedOrder[], { offers }: PromotionOffers): GrantedPromotion[] {
  const yen = new Map(appliedIn(now!).map(({ terms, worth }) => [terms.promotion_id, worth]))
  const terms = new Map([now!, ...later].flatMap(appliedIn).map((one) => [one.terms.promotion_id, one.terms]))
  return [...terms.values()].map((one) => ({
    terms: one,
    yen: yen.get(one.promotion_id) ?? 0,
    offer: offers.find((offer) => offer.terms.promotion_id === one.promotion_id) ?? null,
  }))
}

/**
 * Returns the promotions of the quote with their messages, applied ones first. Automatic promotions without any of
 * these goods are left out.
 */
function promotionsOf(
  all: readonly PricedOrder[],
  { offers: { offers, refused }, gift_skus }: LoadedPrice,
  isSubscription: boolean,
): QuotedPromotion[] {
  const best = new Map<number, PricedOrder['promotions'][number]>()
  for (const result of all.flatMap(({ promotions }) => promotions)) {
    const known = best.get(result.terms.promotion_id)
    if (!known || (known.outcome !== 'applied' && result.outcome === 'applied'))
      best.set(result.terms.promotion_id, result)
  }
  const now = new Map(all[0]!.promotions.map((one) => [one.terms.promotion_id, one.discount_amount]))
  // A gift of this delivery that can't be given is said, also when a later one is promised.
  const without = all[0]!.promotions.filter(
    ({ outcome }) => outcome === 'sold_out' || outcome === 'no_room' || outcome === 'over_fifth',
  )
  const told = [...best.values()].flatMap((result): QuotedPromotion[] => {
    const { promotion_id, promotion_name } = result.terms
    const offer = offers.find(({ terms }) => terms.promotion_id === promotion_id)
    const coupon = offer?.coupon ?? null
    const isUnasked = coupon === null && (result.outcome === 'no_goods' || result.outcome === 'no_gain')
    if (isUnasked) return []
    const missed = without.find(({ terms }) => terms.promotion_id === promotion_id && result.outcome === 'applied')
    const is_applied = result.outcome === 'applied' && !missed
    const sku = gift_skus.get(giftOfPromotion(result.terms)?.product_sku_id ?? 0)
    const gift = sku ? itemName(sku) : ''
    return [
      {
        promotion_id,
        promotion_name,
        coupon_code: coupon?.code ?? null,
        is_applied,
        discount_amount: now.get(promotion_id) ?? 0,
        message: `${missed ? promotionOutcomeText(missed, isSubscription, gift) : ''}${promotionOutcomeText(result, isSubscription, gift)}${is_applied ? promotionEndText(offer?.ends_at ?? null) : ''}`,
      },
    ]
  })
  return [
    ...told.filter(({ is_applied }) => is_applied),
    ...told.filter(({ is_applied }) => !is_applied),
    ...refused.map(({ matches: _, ...one }) => ({ ...one, is_applied: false, discount_amount: 0 })),
  ]
}

interface QuotedDelivery {
  id: number
  /** Yen, tax included, for this purchase by this method; 0 where delivery is free. */
  delivery_fee: Yen
  cool_fee: Yen
  misfit: DeliveryMisfit | null
}

/**
 * Returns the shop's visible methods in their order, each priced for this purchase. `delivery_id`: the method that the
 * request results in.
 */
export async function quoteDeliveryMethods(
  ctx: PriceContext,
  request: PriceRequest,
): Promise<{ delivery_id: number; deliveries: QuotedDelivery[] }> {
  const { input, delivery, deliveries, parcel } = await loadPriceInput(ctx, request)
  // Agreed fees hold for the method that was agreed; another method would be chosen by today's terms.
  const termsOf = ({ id, flat_rate_delivery_fee: delivery_fee, cool_fee }: (typeof deliveries)[number]) =>
    input.agreed && (id === delivery.id ? input.agreed : { ...input.agreed, delivery_fee, cool_fee })
  return {
    delivery_id: delivery.id,
    deliveries: deliveries.map((one) => {
      const { delivery_fee, cool_fee } = priceOrder({ ...input, delivery: one, agreed: termsOf(one) }).amounts
      return { id: one.id, delivery_fee, cool_fee, misfit: deliveryMisfit(one, parcel) }
    }),
  }
}
