import type { OrderOffer } from '@kushi/contract/order-offer'
import { CART_TYPE } from '@kushi/values/cart'
import { FORM_OFFER_PLACE_NAME, type FormOfferPlace } from '@kushi/values/order-offer'
import { paymentMethod } from '@kushi/values/payment-method'
import { lumpSumDeliveryCount } from '@kushi/values/subscription-status'
import { type PriceQuote, type QuoteRequest, quotePurchase } from '../../catalogue/price/index.ts'
import { quoteRequest } from '../../catalogue/product/index.ts'
import { limitCodeGuessing } from '../../catalogue/promotion/index.ts'
import type { Context, Handler, Input } from '../../context.ts'
import { findOpenLandingPage } from '../../foundation/setting/index.ts'
import { requirePriceAccess } from '../../people/customer/index.ts'
import { decideVisitorHoldout } from '../experiment/index.ts'
import { loadOpenOffers, MAX_OFFERS_PRICED_PER_PLACE, type OpenOffer } from './internal/open-offers.ts'
import {
  applyOffer,
  doesOfferFit,
  type OrderGoods,
  type OrderWithoutOffers,
  removeTakenOffers,
  type TakenOffer,
} from './rules/places.ts'
import { offerTotals } from './rules/totals.ts'

/**
 * 注文のときのご案内 of an order as it stands in its form: of each place the one that was taken, or the first that fits and
 * can be bought with the order's method of delivery. What can't be told apart any more (one was taken that has closed)
 * counts as the order's own goods.
 */
export const showOrderOffers: Handler<'GET /v1/order/offers'> = async (ctx, input) => {
  await requirePriceAccess(ctx)
  const open = await loadOpenOffers(ctx, input.landing_slug)
  if (open.length === 0) return { items: [] }
  const request = await quoteRequest(ctx, input)
  const goods = orderGoods(request)
  const taken = takenOf(open, input)
  const found = removeTakenOffers(goods, taken)
  const before = 'refused' in found ? { base: goods, without_beside: goods } : found
  const kept = 'refused' in found ? [] : taken
  const { prices } = await limitCodeGuessing(ctx, input.coupon_codes ?? [], async (coupon_codes) => {
    const asked = { ...request, coupon_codes }
    const now = await quotePurchase(ctx, asked)
    return {
      prices: { now, of: (other: OrderGoods) => quotePurchase(ctx, requestOf(asked, other)) },
      summary: now.summary,
    }
  })
  const places = Object.keys(FORM_OFFER_PLACE_NAME) as FormOfferPlace[]
  const waysOf = await waysToPay(ctx, input)
  const decideContractHoldout = ({ id }: OpenOffer) => decideVisitorHoldout(ctx, id)
  const shown: OrderOffer[] = []
  for (const place of places) {
    const mine = kept.find(({ offer }) => offer.offer_place === place)?.offer
    const one = mine
      ? said(mine, place, prices.now, await prices.of(goodsWithout(place, before)))
      : await firstThatFits(open, place, { goods, before, request, prices, waysOf, decideContractHoldout })
    if (one) shown.push(one)
  }
  return { items: shown }
}

/** The price of the present order, and that of an order with other goods. */
interface Prices {
  now: PriceQuote
  of(goods: OrderGoods): Promise<PriceQuote>
}

interface OrderInForm {
  goods: OrderGoods
  before: OrderWithoutOffers
  request: QuoteRequest
  prices: Prices
  waysOf: (offer: OpenOffer) => boolean
  /** The 比較 of an offer withholds it; its place then shows no offer. */
  decideContractHoldout: (offer: OpenOffer) => Promise<boolean>
}

const goodsWithout = (place: FormOfferPlace, { base, without_beside }: OrderWithoutOffers) =>
  place === 'beside' ? without_beside : base

/** An offer taken instead removes those taken beside: the other goods are an order of their own. */
async function firstThatFits(
  open: readonly OpenOffer[],
  place: FormOfferPlace,
  form: OrderInForm,
): Promise<OrderOffer | null> {
  const { goods, before, request, prices, waysOf, decideContractHoldout } = form
  if (prices.now.problems.length > 0 || lumpSumDeliveryCount(prices.now.items) !== null) return null
  const from = place === 'beside' ? goods : before.without_beside
  const fitting = open.filter((offer) => offer.offer_place === place && doesOfferFit(offer, from) && waysOf(offer))
  for (const offer of fitting.slice(0, MAX_OFFERS_PRICED_PER_PLACE)) {
    const priced = await prices.of(applyOffer(offer, from))
    if (canBeBought(priced, request))
      return (await decideContractHoldout(offer)) ? null : said(offer, place, priced, prices.now)
  }
  return null
}

const canBeBought = ({ items, problems, refusal, summary }: PriceQuote, { delivery_id }: QuoteRequest) =>
  problems.length === 0 &&
  refusal === null &&
  lumpSumDeliveryCount(items) === null &&
  (delivery_id === undefined || summary.delivery_id === delivery_id)

function said(
  offer: OpenOffer,
  offer_place: FormOfferPlace,
  priced: PriceQuote,
  without: PriceQuote,
): OrderOffer | null {
  const { id: order_offer_id, title, text } = offer
  const item = priced.items.find(({ id }) => id === offer.product_sku_id)
  if (!item) return null
  const isSubscription = (items: PriceQuote['items']) =>
    items.some((one) => one.subscription === CART_TYPE.subscription)
  return {
    order_offer_id,
    offer_place,
    title,
    text,
    is_subscription: isSubscription(priced.items),
    item,
    with: offerTotals(priced.summary, isSubscription(priced.items)),
    without: offerTotals(without.summary, isSubscription(without.items)),
  }
}

const orderGoods = ({ items, is_subscription }: Pick<QuoteRequest, 'items' | 'is_subscription'>): OrderGoods => ({
  cart_type: is_subscription ? CART_TYPE.subscription : CART_TYPE.normal,
  items: items.map(({ product_sku_id, quantity }) => ({ product_sku_id, quantity })),
})

/** The same order of other goods: a 定期便 is not wrapped. */
const requestOf = ({ chosen_fees, ...asked }: QuoteRequest, { cart_type, items }: OrderGoods): QuoteRequest => {
  const is_subscription = cart_type === CART_TYPE.subscription
  return { ...asked, items: [...items], is_subscription, ...(!is_subscription && { chosen_fees }) }
}

function takenOf(
  open: readonly OpenOffer[],
  { taken, instead_of }: Input<'GET /v1/order/offers'>,
): TakenOffer<OpenOffer>[] {
  const [product_sku_id, quantity, kind] = instead_of?.split(':').map(Number) ?? []
  const before: OrderGoods | null =
    product_sku_id === undefined || quantity === undefined
      ? null
      : { cart_type: kind === 1 ? CART_TYPE.subscription : CART_TYPE.normal, items: [{ product_sku_id, quantity }] }
  return (taken ?? []).flatMap((id) => {
    const offer = open.find((one) => one.id === id)
    return offer ? [{ offer, instead_of: before }] : []
  })
}

/**
 * Whether an offer can be paid as the order is: 定期便 instead of a single purchase not by a method that is chosen for a
 * single one only, nor on a 申し込みページ that has no other.
 */
async function waysToPay(ctx: Context, input: Input<'GET /v1/order/offers'>): Promise<(offer: OpenOffer) => boolean> {
  if (input.is_subscription) return () => true
  const page = input.landing_slug === undefined ? null : await findOpenLandingPage(ctx, input.landing_slug)
  const ofPage = page?.payment_method_ids ?? []
  const hasWay = ofPage.length === 0 || ofPage.some((id) => !isForOnePurchase(id))
  const chosen = input.payment_method_id
  const isKept = chosen === undefined || keepsMethod(chosen === 'null' ? null : Number(chosen))
  return ({ cart_type }) => cart_type === CART_TYPE.normal || (hasWay && isKept)
}

/** A button's session was begun for a single purchase. */
const keepsMethod = (id: number | null) => !isForOnePurchase(id) && !paymentMethod(id).has_button

/** Also for a method that charges a 定期便 in another way than a single purchase: by an account that is linked first. */
const isForOnePurchase = (id: number | null): boolean => {
  const { is_once_only, links_account } = paymentMethod(id)
  return is_once_only === true || links_account !== undefined
}
