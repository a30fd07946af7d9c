import type { Address } from '@kushi/contract/address'
import type { Customer } from '@kushi/contract/customer'
import type { Delivery } from '@kushi/contract/delivery'
import type { FieldFailure } from '@kushi/contract/failure'
import type { AddressForm } from '@kushi/contract/form/address'
import {
  inscribedNameField,
  messageCardField,
  WRAPPING_FIELD_PATHS,
  wrappingChoiceOfDraft,
} from '@kushi/contract/form/wrapping'
import type { OrderDraft } from '@kushi/contract/order'
import { DELIVERY_DESTINATION } from '@kushi/values/delivery-slot'
import { KONBINI_IDS, type Konbini } from '@kushi/values/konbini'
import { fieldRuleMessage } from '@kushi/values/message'
import type { OfferPlace } from '@kushi/values/order-offer'
import {
  isCardPayment,
  isCashOnDelivery,
  isReceivableAssigned,
  PAYMENT_METHOD,
  paymentMethod,
  paysFirstDeliveryOnly,
} from '@kushi/values/payment-method'
import { FOLLOWING_WAY_LABEL, isSamePaymentWay } from '@kushi/values/second-way'
import { lumpSumDeliveryCount } from '@kushi/values/subscription-status'
import { userMessage } from '@kushi/values/user-message'
import type { CartEntry } from '../state/cart.ts'
import { type ShownOffer, writeOffers } from '../state/order-offers.ts'
import { CASH, NEW_CARD, type PurchaseDraft } from '../state/purchase-draft.ts'
import type { PurchaseKind } from '../state/purchase-kind.ts'
import type { RegisterState } from '../state/register.ts'
import { addressForm, addressOf, writeAddress } from './address.ts'
import { codec, type FormFailure, fieldOf, readPart } from './codec.ts'
import { type MemberFields, type MemberRules, memberForm, type Registration } from './member.ts'
import { noteFailures, writeNote } from './note.ts'
import { patternFailures, writePattern } from './pattern.ts'

/** Form values of the purchase screen: the draft, and the values that are never stored. */
export interface PurchaseFields extends PurchaseDraft {
  member: MemberFields
  /** Agreement to the terms and the privacy policy. */
  agreed: boolean
  /** No field: what is wrong with a 注文のときのご案内 is said at its place. */
  offer_answers?: Partial<Record<OfferPlace, string>>
}

/** The buyer, and the buyer's saved addresses. */
export interface Buyer {
  customer: Customer | null
  addresses: readonly Address[]
}

/** The parts of an order besides the form values. */
interface PurchaseContext {
  kind: PurchaseKind
  /** The shop's delivery methods. */
  deliveries: readonly Delivery[]
  items: readonly CartEntry[]
  buyer: Buyer
  /** The 申し込みページ of the purchase; null: it is the cart's. */
  page: { slug: string } | null
  /** 注文のときのご案内 with their answers, as they are when the order is written; left out: none. */
  offers?: () => readonly ShownOffer[]
  /** お使い方のお返事, by SKU. */
  lasting_answers?: RegisterState['lasting_answers']
}

const OTHER = String(DELIVERY_DESTINATION.other)
const SAME = String(DELIVERY_DESTINATION.same_as_member)

/** The value of `destination` for an entry of the address book. */
export const bookEntry = (id: number) => `a${id}`

/** The address of the draft; null: the chosen entry of the address book no longer exists. */
export function shippingAddress(draft: PurchaseDraft, { customer, addresses }: Buyer): AddressForm | null {
  if (draft.destination === OTHER) return writeAddress(draft.other)
  if (draft.destination === SAME) return customer ? addressOf(customer) : writeAddress(draft.member)
  const entry = addresses.find(({ id }) => bookEntry(id) === draft.destination)
  return entry ? addressOf(entry) : null
}

/** The part of an address that prices and dates need. */
export interface ShipTo {
  postal_code: string
  pref_id: number
}

/** null until it is complete. */
export function shipToOf(draft: PurchaseDraft, buyer: Buyer): ShipTo | null {
  const address = shippingAddress(draft, buyer)
  const postal_code = address ? address.postal_code01 + address.postal_code02 : ''
  return address && /^\d{7}$/.test(postal_code) && address.pref_id >= 1 && address.pref_id <= 47
    ? { postal_code, pref_id: address.pref_id }
    : null
}

/** undefined: not chosen. */
export function paymentOf({ payment }: Pick<PurchaseDraft, 'payment'>): OrderDraft['payment_method_id'] | undefined {
  if (payment === CASH) return null
  return payment ? (Number(payment) as OrderDraft['payment_method_id']) : undefined
}

const CARD_WAY = /^card-(\d+)$/
/** A saved card, as `second_way` of the draft names it. */
export const cardPayment = (card_seq: number) => `card-${card_seq}`

/**
 * お支払いできないときに使う方法, for a way of the order that can be refused; undefined: none is named, or the order itself takes it.
 * 年払い has none.
 */
export function secondWayOf(
  draft: Pick<PurchaseDraft, 'payment' | 'card' | 'second_way'>,
  { kind, items }: Pick<PurchaseContext, 'kind' | 'items'>,
): OrderDraft['second_way'] {
  const payment_method_id = paymentOf(draft) ?? null
  if (kind !== 'periodic' || !draft.second_way || isCashOnDelivery(payment_method_id)) return undefined
  if (lumpSumDeliveryCount(items) !== null) return undefined
  const card_seq = CARD_WAY.exec(draft.second_way)?.[1]
  const way =
    card_seq === undefined
      ? { payment_method_id: paymentOf({ payment: draft.second_way }) ?? null, card_seq: null }
      : { payment_method_id: PAYMENT_METHOD.credit_card, card_seq: Number(card_seq) }
  const isSavedCard = isCardPayment(payment_method_id) && draft.card !== NEW_CARD
  return isSamePaymentWay(way, { payment_method_id, card_seq: isSavedCard ? Number(draft.card) : null })
    ? undefined
    : way
}

/** Whether the way of the order pays the first delivery only, so that another one is named for the later ones. */
export const needsSecondWay = (draft: Pick<PurchaseDraft, 'payment'>, kind: PurchaseKind): boolean =>
  paysFirstDeliveryOnly({ payment_method_id: paymentOf(draft) ?? null, is_subscription: kind === 'periodic' })

/** メール便 goes into a letter box, so it has no date, no time and no 置き配. */
const isLetter = ({ delivery_id }: PurchaseDraft, deliveries: readonly Delivery[]) =>
  deliveries.some(({ id, mail_delivery_flag }) => String(id) === delivery_id && mail_delivery_flag)

/** 置き配 of this delivery, as it is sent. */
export const noteOf = (draft: PurchaseDraft, deliveries: readonly Delivery[]): string =>
  isLetter(draft, deliveries) ? '' : writeNote(draft)

/** ギフト包装・のし・カード as they are sent; a parcel alone is wrapped, and no 定期便. */
export const wrappingOf = (draft: PurchaseDraft, kind: PurchaseKind, deliveries: readonly Delivery[]) =>
  kind === 'periodic' || isLetter(draft, deliveries) ? null : wrappingChoiceOfDraft(draft.wrapping)

/** ご注文 as the server checks it; null while a value without a sensible default is not chosen. */
export function writeOrder(
  draft: PurchaseDraft,
  { kind, deliveries, items, buyer, page, offers, lasting_answers }: PurchaseContext,
): OrderDraft | null {
  const payment_method_id = paymentOf(draft)
  const delivery_pattern = kind === 'periodic' ? writePattern(draft.pattern) : null
  const shipping_address = shippingAddress(draft, buyer)
  if (!shipping_address || payment_method_id === undefined || !draft.delivery_id || items.length === 0) return null
  if (kind === 'periodic' && !delivery_pattern) return null
  const letter = isLetter(draft, deliveries)
  const shown = offers?.() ?? []
  const wrapping = wrappingOf(draft, kind, deliveries)
  const second_way = secondWayOf(draft, { kind, items })
  return {
    is_subscription: kind === 'periodic',
    items: items.map(({ id, quantity, revision }) => {
      const lived = kind === 'periodic' ? lasting_answers?.[id] : undefined
      return { product_sku_id: id, quantity, revision, ...(lived && { lasting_answers: [...lived] }) }
    }),
    shipping_address,
    delivery_notes: noteOf(draft, deliveries),
    delivery_id: Number(draft.delivery_id),
    delivery_time_id: draft.delivery_time_id && !letter ? Number(draft.delivery_time_id) : null,
    delivery_date: (!letter && draft.delivery_date) || null,
    payment_method_id,
    delivery_pattern,
    ...(wrapping && { wrapping }),
    ...(page && { landing_slug: page.slug }),
    ...(second_way && { second_way }),
    ...(shown.length > 0 && { offer_answers: writeOffers(shown) }),
  }
}

/** With 後払い another company checks the customer and sends the bill, so the customer's data are passed on. */
const needsConsent = (draft: PurchaseDraft): boolean => isReceivableAssigned(paymentOf(draft) ?? null)

const asksStore = (id: number | null | undefined): boolean => paymentMethod(id ?? null).asks_store ?? false

/** The chain at which a コンビニ払い is paid; undefined: none is chosen, or it is paid in another way. */
export const konbiniOf = (draft: PurchaseDraft): Konbini | undefined =>
  asksStore(paymentOf(draft)) ? KONBINI_IDS.find((one) => one === draft.konbini) : undefined

export interface Purchase {
  /** Registration of a guest; null for a member. */
  registration: Registration | null
  order: OrderDraft | null
}

/** 購入: a guest's registration and the order. The card form checks itself. */
export const purchaseForm = ({ today, length, ...bought }: PurchaseContext & MemberRules) =>
  codec((form: PurchaseFields, report): Purchase => {
    const isGuest = bought.buyer.customer === null
    const registration = isGuest ? readPart(memberForm({ today, length }), form.member, { at: 'member', report }) : null
    if (form.destination === OTHER) readPart(addressForm, form.other, { at: 'other', report })
    else if (!shippingAddress(form, bought.buyer))
      report({ path: 'destination', message: 'お届け先を選び直してください。' })
    if (!form.delivery_id) report({ path: 'delivery_id', message: fieldRuleMessage('cmn-err-002', '配送方法') })
    for (const failure of noteFailures(form)) report(failure)
    if (bought.kind === 'periodic') for (const failure of patternFailures(form.pattern)) report(failure)
    const { noshi, message_card = null } = wrappingOf(form, bought.kind, bought.deliveries) ?? {}
    if (noshi && !noshi.noshi_text)
      report({ path: 'wrapping.words', message: fieldRuleMessage('cmn-err-002', '表書き') })
    if (noshi) readPart(inscribedNameField, noshi.name_on, { at: 'wrapping.name_on', report })
    if (message_card !== null) readPart(messageCardField, message_card, { at: 'wrapping.card', report })
    if (!form.payment) report({ path: 'payment', message: fieldRuleMessage('cmn-err-002', 'お支払い方法') })
    if (asksStore(paymentOf(form)) && !konbiniOf(form))
      report({ path: 'konbini', message: fieldRuleMessage('cmn-err-002', 'お支払いになるコンビニ') })
    if (needsConsent(form) && !form.third_party_consent)
      report({ path: 'third_party_consent', message: userMessage('third_party_consent_required') })
    const second = secondWayOf(form, bought)
    if (!second && needsSecondWay(form, bought.kind))
      report({ path: 'second_way', message: fieldRuleMessage('cmn-err-002', FOLLOWING_WAY_LABEL) })
    if (second && isReceivableAssigned(second.payment_method_id) && !form.second_way_consent)
      report({ path: 'second_way_consent', message: userMessage('third_party_consent_required') })
    if (isGuest && !form.agreed) report({ path: 'agreed', message: userMessage('agreement_required') })
    return { registration, order: writeOrder(form, bought) }
  })

const direct: Record<string, string> = {
  delivery_id: 'delivery_id',
  delivery_date: 'delivery_date',
  delivery_time_id: 'delivery_time_id',
  delivery_notes: 'note_text',
  delivery_pattern: 'pattern.kind',
  ...WRAPPING_FIELD_PATHS,
  payment_method_id: 'payment',
  card: 'payment',
  konbini_store: 'konbini',
  third_party_consent: 'third_party_consent',
  second_way: 'second_way',
  second_way_consent: 'second_way_consent',
}

/** Maps the server's errors of an order to the fields of this form. An error without a field is shown at the end. */
export function orderFailures(
  fields: readonly FieldFailure[],
  form: Pick<PurchaseDraft, 'destination'>,
): FormFailure[] {
  return fields.map(({ path, message }) => {
    const [head = '', field = ''] = path.split('.')
    if (head === 'offer_answers') return { path, message }
    if (head !== 'shipping_address') return { path: direct[path] ?? direct[head] ?? 'root.order', message }
    if (form.destination === OTHER) return { path: `other.${fieldOf(field)}`, message }
    return { path: form.destination === SAME ? `member.${fieldOf(field)}` : 'destination', message }
  })
}
