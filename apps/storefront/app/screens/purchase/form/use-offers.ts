import type { OrderOffer } from '@kushi/contract/order-offer'
import { CART_TYPE } from '@kushi/values/cart'
import { FORM_OFFER_PLACE_NAME, type FormOfferPlace } from '@kushi/values/order-offer'
import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { api } from '../../../api.ts'
import type { PurchaseFields } from '../../../form/purchase.ts'
import { type CartEntry, isSameCartItem, cartItems as itemsInCart } from '../../../state/cart.ts'
import { addToCart, changeQuantity, removeFromCart } from '../../../state/cart-actions.ts'
import {
  asksOffers,
  isOfferedItemIncluded,
  type ShownOffer,
  shownOffers,
  storeOffers,
} from '../../../state/order-offers.ts'
import type { PagePurchase } from '../../../state/page-purchase.ts'
import { forgetDraft, readDraft, writeDraft } from '../../../state/purchase-draft.ts'
import { cartTypeOf, kindOfCart, type PurchaseKind, purchasePath } from '../../../state/purchase-kind.ts'
import { browserStorage } from '../../../state/storage.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import type { quoteQuery } from '../../../state/use-quote.ts'
import { askOffers, offersQuery } from './ask-offers.ts'
import { carryOver } from './use-purchase-form.ts'

/** Turns the purchase of a 申し込みページ to other goods, perhaps to the other kind of purchase. */
export type TurnTo = (kind: PurchaseKind, items: CartEntry[]) => void

interface UseOffers<Sent> {
  kind: PurchaseKind
  page: PagePurchase | null
  isMember: boolean
  items: CartEntry[]
  /** What the purchase is priced by. */
  priced: ReturnType<typeof quoteQuery>
  /** Those that were loaded with the form. */
  first: readonly OrderOffer[]
  form: UseFormReturn<PurchaseFields, unknown, Sent>
  /** undefined: the purchase is the cart's. */
  turnTo: TurnTo | undefined
}

const entryOf = ({ item }: OrderOffer): CartEntry => ({ ...item, cart_item_id: null })
const places = Object.keys(FORM_OFFER_PLACE_NAME) as FormOfferPlace[]

/**
 * 注文のときのご案内 of a purchase. Who takes one has its goods in the cart, or among those of the page: everything else
 * follows from there.
 */
export function useOffers<Sent>({ kind, page, isMember, items, priced, first, form, turnTo }: UseOffers<Sent>) {
  const [kept, setKept] = useState(() => shownOffers(kind, page, items))
  const [pending, setPending] = useState<{ offer_place: FormOfferPlace; is_taken: boolean } | null>(null)
  const taken = kept.filter((one) => one.is_taken && isOfferedItemIncluded(one, items))
  const query = offersQuery(priced, taken)
  const isAsked = asksOffers() && items.length > 0
  const { data = first } = useAnswer(isAsked ? JSON.stringify(query) : null, (signal) => askOffers(query, { signal }), {
    delay: 300,
  })
  const shown = places.flatMap((place): ShownOffer[] => {
    const offered = data.find((one) => one.offer_place === place)
    const mine = taken.find(({ offer }) => offer.offer_place === place)
    if (mine) return [offered?.order_offer_id === mine.offer.order_offer_id ? { ...mine, offer: offered } : mine]
    return offered && canBeTaken(offered, kind, page, items)
      ? [{ offer: offered, is_taken: false, instead_of: null }]
      : []
  })
  const written = JSON.stringify(shown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changes in it
  useEffect(() => {
    if (pending === null) storeOffers(kind, page, shown)
  }, [written, pending])

  const navigate = useNavigate()
  const here = places.flatMap((place) => taken.filter(({ offer }) => offer.offer_place === place))

  /**
   * Both ways: the goods that go, and those that come in their place, bought in perhaps the other way. Returns whether
   * another form takes the place of this one.
   */
  async function swap(to: PurchaseKind, gone: readonly CartEntry[], come: CartEntry, after: ShownOffer[]) {
    const isOther = to !== kind
    const same = gone.find((item) => isSameCartItem(item, come))
    if (!turnTo) {
      if (same) await changeQuantity(api, same, come.quantity)
      else if (!(await addToCart(api, come))) return false
    }
    if (isOther) carry(to)
    storeOffers(to, page, after)
    if (turnTo) turnTo(to, [come])
    else {
      if (isOther) await navigate(purchasePath(to, '', isMember), { replace: true })
      for (const item of gone) if (item !== same) await removeFromCart(api, item)
    }
    if (isOther) storeOffers(kind, page, [])
    return isOther && turnTo !== undefined
  }

  /** The form goes on as it is, with the interval that was chosen before. */
  function carry(to: PurchaseKind) {
    const values = form.getValues()
    const pattern = readDraft(browserStorage(), to)?.pattern ?? values.pattern
    carryOver(values)
    writeDraft(browserStorage(), to, { ...values, pattern })
    forgetDraft(browserStorage(), kind)
  }

  async function beside({ offer, is_taken }: ShownOffer) {
    const others = here.filter((one) => one.offer.offer_place !== 'beside')
    const mine = items.find(({ id }) => id === offer.item.id)
    if (is_taken) {
      if (turnTo)
        turnTo(
          kind,
          items.filter((item) => item !== mine),
        )
      else if (mine) await removeFromCart(api, mine)
      setKept(others)
      return false
    }
    if (turnTo) turnTo(kind, [...items, entryOf(offer)])
    else if (!(await addToCart(api, entryOf(offer)))) return false
    setKept([...others, { offer, is_taken: true, instead_of: null }])
    return false
  }

  async function instead({ offer, is_taken, instead_of }: ShownOffer) {
    if (is_taken && instead_of) {
      setKept([])
      return swap(
        kindOfCart(instead_of.subscription === 1 ? CART_TYPE.subscription : CART_TYPE.normal),
        items,
        instead_of,
        [],
      )
    }
    const goods = items.find((item) => !here.some((one) => one.offer.item.id === item.id))
    if (!goods) return false
    const after: ShownOffer[] = [{ offer, is_taken: true, instead_of: goods }]
    setKept(after)
    return swap(offer.is_subscription ? 'periodic' : 'normal', items, entryOf(offer), after)
  }

  async function answer(one: ShownOffer): Promise<void> {
    if (pending) return
    setPending({ offer_place: one.offer.offer_place, is_taken: !one.is_taken })
    form.clearErrors('offer_answers')
    let isLeaving = false
    try {
      isLeaving = await (one.offer.offer_place === 'beside' ? beside(one) : instead(one))
    } finally {
      // What was pressed stays so until the other form is there.
      if (!isLeaving) setPending(null)
    }
  }

  return {
    shown,
    /** Whether its amounts are those of the purchase as it is. One that was taken and has ended has no amounts any more. */
    isPriced: ({ offer }: ShownOffer) => data.some((one) => one.order_offer_id === offer.order_offer_id),
    /** What was pressed, until it has come about. */
    pending,
    /** Takes it, or takes that back. */
    answer: (one: ShownOffer) => void answer(one),
  }
}

export type OffersInForm = ReturnType<typeof useOffers>

/** Not what is there already; and no 定期便 together with what waits in the other cart. */
function canBeTaken(
  { offer_place, item, is_subscription }: OrderOffer,
  kind: PurchaseKind,
  page: PagePurchase | null,
  items: CartEntry[],
) {
  if (offer_place === 'beside') return !items.some(({ id }) => id === item.id)
  const to: PurchaseKind = is_subscription ? 'periodic' : 'normal'
  return page !== null || to === kind || itemsInCart(cartTypeOf(to)).length === 0
}
