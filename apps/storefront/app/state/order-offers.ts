import type { OfferAnswers, OrderOffer } from '@kushi/contract/order-offer'
import type { OfferPlace } from '@kushi/values/order-offer'
import { readActing } from './acting.ts'
import type { CartEntry } from './cart.ts'
import { offersKey } from './end-offers.ts'
import type { PurchaseKind } from './purchase-kind.ts'
import { readJson, tabStorage, writeJson } from './storage.ts'

/** The shop has 注文のときのご案内. An operator who orders for a member (代理注文) is shown none. */
export const hasOrderOffers = (): boolean => 'orderOffers' in document.documentElement.dataset && readActing() === null

/** 注文のときのご案内 that the form of this purchase shows, with the answer. */
export interface ShownOffer {
  offer: OrderOffer
  /** Its goods are among those of the purchase: they were put into the cart, or to those of the page. */
  is_taken: boolean
  /** The item in whose place they came; null: in no place, or not taken. */
  instead_of: CartEntry | null
}

/** The purchase of a 申し込みページ, or that of the cart. */
type Page = { slug: string } | null

interface StoredOffers {
  slug: string | null
  shown: ShownOffer[]
}

export const storeOffers = (kind: PurchaseKind, page: Page, shown: readonly ShownOffer[]) =>
  writeJson(tabStorage(), offersKey(kind), shown.length > 0 ? { slug: page?.slug ?? null, shown } : null)

/** Those of this purchase. One whose goods are not there any more was not taken, whatever was pressed before. */
export function shownOffers(kind: PurchaseKind, page: Page, items: readonly CartEntry[]): ShownOffer[] {
  const kept = readJson(tabStorage(), offersKey(kind)) as Partial<StoredOffers> | null
  if (!kept?.shown || kept.slug !== (page?.slug ?? null)) return []
  return kept.shown.map((one) =>
    one.is_taken && !isOfferedItemIncluded(one, items) ? { ...one, is_taken: false, instead_of: null } : one,
  )
}

export const isOfferedItemIncluded = ({ offer: { item } }: Pick<ShownOffer, 'offer'>, items: readonly CartEntry[]) =>
  items.some((one) => one.id === item.id && one.subscription === item.subscription && one.quantity === item.quantity)

export const takenOffer = (shown: readonly ShownOffer[], place: OfferPlace) =>
  shown.find(({ offer, is_taken }) => is_taken && offer.offer_place === place)

/** The goods of a purchase as they were before its offers. */
export function itemsBefore(items: readonly CartEntry[], shown: readonly ShownOffer[]): CartEntry[] {
  const instead = takenOffer(shown, 'instead')
  if (instead?.instead_of) return [instead.instead_of]
  const addition = takenOffer(shown, 'beside')
  return items.filter(({ id }) => id !== addition?.offer.item.id)
}

/** As an order has them. */
export const writeOffers = (shown: readonly ShownOffer[]): OfferAnswers =>
  shown.map(({ offer: { order_offer_id, offer_place }, is_taken, instead_of }) => ({
    order_offer_id,
    offer_place,
    is_taken,
    instead_of: instead_of && {
      product_sku_id: instead_of.id,
      quantity: instead_of.quantity,
      is_subscription: instead_of.subscription === 1,
    },
  }))
