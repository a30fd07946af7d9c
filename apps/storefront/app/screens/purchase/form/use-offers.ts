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
  hasOrderOffers,
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
import { fetchOffers, offersQuery } from './ask-offers.ts'
import { carryFormValues } from './use-purchase-form.ts'

/** Turns the purchase of a 申し込みページ to other goods, perhaps to the other kind of purchase. */
export type ReplacePurchase = (kind: PurchaseKind, items: CartEntry[]) => void

interface UseOffers<Sent> {
  kind: PurchaseKind
  page: PagePurchase | null
  isMember: boolean
  items: CartEntry[]
  /** What the purchase is priced by. */
  quoteInput: ReturnType<typeof quoteQuery>
  /** Those that were loaded with the form. */
  initialOffers: readonly OrderOffer[]
  form: UseFormReturn<PurchaseFields, unknown, Sent>
  /** undefined: the purchase is the cart's. */
  replacePurchase: ReplacePurchase | undefined
}

const entryOf = ({ item }: OrderOffer): CartEntry => ({ ...item, cart_item_id: null })
const places = Object.keys(FORM_OFFER_PLACE_NAME) as FormOfferPlace[]

/**
 * 注文のときのご案内 of a purchase. Who takes one has its goods in the cart, or among those of the page: everything else
 * follows from there.
 */
export function useOffers<Sent>({
  kind,
  page,
  isMember,
  items,
  quoteInput,
  initialOffers,
  form,
  replacePurchase,
}: UseOffers<Sent>) {
  const [stored, setStored] = useState(() => shownOffers(kind, page, items))
  const [pending, setPending] = useState<{ offer_place: FormOfferPlace; is_taken: boolean } | null>(null)
  const taken = stored.filter((one) => one.is_taken && isOfferedItemIncluded(one, items))
  const query = offersQuery(quoteInput, taken)
  const isEnabled = hasOrderOffers() && items.length > 0
  const { data = initialOffers } = useAnswer(
    isEnabled ? JSON.stringify(query) : null,
    (signal) => fetchOffers(query, { signal }),
    {
      delay: 300,
    },
  )
  const shown = places.flatMap((place): ShownOffer[] => {
    const offered = data.find((one) => one.offer_place === place)
    const takenOffer = taken.find(({ offer }) => offer.offer_place === place)
    if (takenOffer)
      return [
        offered?.order_offer_id === takenOffer.offer.order_offer_id ? { ...takenOffer, offer: offered } : takenOffer,
      ]
    return offered && canTake(offered, kind, page, items) ? [{ offer: offered, is_taken: false, instead_of: null }] : []
  })
  const serialized = JSON.stringify(shown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `serialized` stands for `shown`, which is a new array in each render
  useEffect(() => {
    if (pending === null) storeOffers(kind, page, shown)
  }, [serialized, pending])

  const navigate = useNavigate()
  const takenHere = places.flatMap((place) => taken.filter(({ offer }) => offer.offer_place === place))

  /**
   * Both ways: the goods that go, and those that come in their place, bought in perhaps the other way. Returns whether
   * another form takes the place of this one.
   */
  async function swapItems(to: PurchaseKind, removed: readonly CartEntry[], added: CartEntry, after: ShownOffer[]) {
    const isOtherKind = to !== kind
    const sameItem = removed.find((item) => isSameCartItem(item, added))
    if (!replacePurchase) {
      if (sameItem) await changeQuantity(api, sameItem, added.quantity)
      else if (!(await addToCart(api, added))) return false
    }
    if (isOtherKind) carryDraft(to)
    storeOffers(to, page, after)
    if (replacePurchase) replacePurchase(to, [added])
    else {
      if (isOtherKind) await navigate(purchasePath(to, '', isMember), { replace: true })
      for (const item of removed) if (item !== sameItem) await removeFromCart(api, item)
    }
    if (isOtherKind) storeOffers(kind, page, [])
    return isOtherKind && replacePurchase !== undefined
  }

  /** The form goes on as it is, with the interval that was chosen before. */
  function carryDraft(to: PurchaseKind) {
    const values = form.getValues()
    const pattern = readDraft(browserStorage(), to)?.pattern ?? values.pattern
    carryFormValues(values)
    writeDraft(browserStorage(), to, { ...values, pattern })
    forgetDraft(browserStorage(), kind)
  }

  async function toggleAddition({ offer, is_taken }: ShownOffer) {
    const others = takenHere.filter((one) => one.offer.offer_place !== 'beside')
    const ownItem = items.find(({ id }) => id === offer.item.id)
    if (is_taken) {
      if (replacePurchase)
        replacePurchase(
          kind,
          items.filter((item) => item !== ownItem),
        )
      else if (ownItem) await removeFromCart(api, ownItem)
      setStored(others)
      return false
    }
    if (replacePurchase) replacePurchase(kind, [...items, entryOf(offer)])
    else if (!(await addToCart(api, entryOf(offer)))) return false
    setStored([...others, { offer, is_taken: true, instead_of: null }])
    return false
  }

  async function toggleReplacement({ offer, is_taken, instead_of }: ShownOffer) {
    if (is_taken && instead_of) {
      setStored([])
      return swapItems(
        kindOfCart(instead_of.subscription === 1 ? CART_TYPE.subscription : CART_TYPE.normal),
        items,
        instead_of,
        [],
      )
    }
    const goods = items.find((item) => !takenHere.some((one) => one.offer.item.id === item.id))
    if (!goods) return false
    const after: ShownOffer[] = [{ offer, is_taken: true, instead_of: goods }]
    setStored(after)
    return swapItems(offer.is_subscription ? 'periodic' : 'normal', items, entryOf(offer), after)
  }

  async function answer(one: ShownOffer): Promise<void> {
    if (pending) return
    setPending({ offer_place: one.offer.offer_place, is_taken: !one.is_taken })
    form.clearErrors('offer_answers')
    let isLeaving = false
    try {
      isLeaving = await (one.offer.offer_place === 'beside' ? toggleAddition(one) : toggleReplacement(one))
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
function canTake(
  { offer_place, item, is_subscription }: OrderOffer,
  kind: PurchaseKind,
  page: PagePurchase | null,
  items: CartEntry[],
) {
  if (offer_place === 'beside') return !items.some(({ id }) => id === item.id)
  const to: PurchaseKind = is_subscription ? 'periodic' : 'normal'
  return page !== null || to === kind || itemsInCart(cartTypeOf(to)).length === 0
}
