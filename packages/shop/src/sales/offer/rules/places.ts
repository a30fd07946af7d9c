import { CART_TYPE, type CartTypeId } from '@kushi/values/cart'
import type { OfferPlace } from '@kushi/values/order-offer'

interface Goods {
  product_sku_id: number
  quantity: number
}

/** The goods of an order, and whether it is a single purchase or a 定期便. */
export interface OrderGoods {
  cart_type: CartTypeId
  items: readonly Goods[]
}

/** The part of a 注文のときのご案内 that its place judges by. */
export interface OfferedGoods extends Goods {
  offer_place: OfferPlace
  cart_type: CartTypeId
  for_sku_ids: readonly number[]
}

interface Place {
  /** Whether an order of these goods, which are without it, may be shown it. */
  fits(offer: OfferedGoods, goods: OrderGoods): boolean
  /** The goods with it. */
  take(offer: OfferedGoods, goods: OrderGoods): OrderGoods
}

const goodsOf = ({ product_sku_id, quantity }: OfferedGoods): Goods => ({ product_sku_id, quantity })

/** An offer is bought like the order: beside a 定期便 it comes with each delivery, as if it had been in the cart. */
const added: Place = {
  fits: ({ cart_type, product_sku_id, for_sku_ids }, goods) =>
    goods.cart_type === cart_type &&
    (for_sku_ids.length === 0 || goods.items.some((item) => for_sku_ids.includes(item.product_sku_id))) &&
    !goods.items.some((item) => item.product_sku_id === product_sku_id),
  take: (offer, { cart_type, items }) => ({ cart_type, items: [...items, goodsOf(offer)] }),
}

const PLACES: Readonly<Record<OfferPlace, Place>> = {
  beside: added,
  /** Only for an order of one item: with others the 定期便 would contain more than the offer says. Never fewer pieces. */
  instead: {
    fits: ({ cart_type, product_sku_id, quantity, for_sku_ids }, { cart_type: now, items }) => {
      const [only] = items
      if (!only || items.length > 1 || !for_sku_ids.includes(only.product_sku_id)) return false
      if (now === CART_TYPE.subscription && cart_type === CART_TYPE.normal) return false
      const isOther = cart_type !== now || product_sku_id !== only.product_sku_id || quantity !== only.quantity
      return isOther && (product_sku_id !== only.product_sku_id || quantity >= only.quantity)
    },
    take: (offer) => ({ cart_type: offer.cart_type, items: [goodsOf(offer)] }),
  },
  /** Only for single purchases, as the admin's form ensures. */
  after: added,
}

export const doesOfferFit = (offer: OfferedGoods, goods: OrderGoods): boolean =>
  PLACES[offer.offer_place].fits(offer, goods)
export const applyOffer = (offer: OfferedGoods, goods: OrderGoods): OrderGoods =>
  PLACES[offer.offer_place].take(offer, goods)

/** An offer that the customer took, with the item that it replaced. */
export interface TakenOffer<Offer extends OfferedGoods> {
  offer: Offer
  instead_of: OrderGoods | null
}

export interface OrderWithoutOffers {
  /** The order without any offer. */
  base: OrderGoods
  /** The order without the offer taken beside it, but with the one taken instead. */
  without_beside: OrderGoods
}

/**
 * Returns the goods of the order before its offers were taken. At most one offer of a place can be taken. `refused`:
 * the place of an offer that this order can't have.
 */
export function removeTakenOffers<Offer extends OfferedGoods>(
  goods: OrderGoods,
  taken: readonly TakenOffer<Offer>[],
): OrderWithoutOffers | { refused: OfferPlace } {
  const twice = taken.find((one, n) => taken.findIndex(({ offer }) => offer.offer_place === one.offer.offer_place) < n)
  if (twice) return { refused: twice.offer.offer_place }
  const of = (place: OfferPlace) => taken.find(({ offer }) => offer.offer_place === place)
  const beside = of('beside')?.offer
  const without_beside = beside
    ? { ...goods, items: goods.items.filter((item) => item.product_sku_id !== beside.product_sku_id) }
    : goods
  if (beside && !leadsTo(beside, without_beside, goods)) return { refused: 'beside' }
  const instead = of('instead')
  if (!instead) return { base: without_beside, without_beside }
  const base = instead.instead_of
  if (!base || !leadsTo(instead.offer, base, without_beside)) return { refused: 'instead' }
  return { base, without_beside }
}

const leadsTo = (offer: OfferedGoods, before: OrderGoods, after: OrderGoods) =>
  doesOfferFit(offer, before) && keyOf(applyOffer(offer, before)) === keyOf(after)

const keyOf = ({ cart_type, items }: OrderGoods) =>
  JSON.stringify([cart_type, items.map(({ product_sku_id, quantity }) => `${product_sku_id}:${quantity}`).sort()])
