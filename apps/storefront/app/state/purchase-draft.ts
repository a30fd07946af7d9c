import type { WrappingDraft } from '@kushi/contract/form/wrapping'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { type PurchaseKind, purchaseKinds } from './purchase-kind.ts'
import { type KeyValueStorage, readJson, writeJson } from './storage.ts'

/** Form values of an address; the postcode is one field. */
export interface AddressDraft {
  name01: string
  name02: string
  kana01: string
  kana02: string
  postal_code: string
  pref_id: string
  addr01: string
  addr02: string
  addr03: string
  phone_number: string
}

/** 生年月日, with one value per select. */
export interface BirthdayDraft {
  year: string
  month: string
  day: string
}

/** 置き配. `note` is '' for none, `FREE_NOTE` for the text in `note_text`, otherwise the place itself. */
export interface NoteDraft {
  note: string
  note_text: string
}

/** Form values of a new member, without the password. */
export interface MemberDraft extends AddressDraft {
  email: string
  /** The second input. */
  email_confirm: string
  birthday: BirthdayDraft
  sex: string
  account_type: string
  company_name: string
  company_name_kana: string
  manager_name: string
  manager_name_kana: string
  where_did_you_know: string
  mail_magazine_flag: boolean
}

/** お届け周期. Each kind keeps its own parameters, so that switching the kind loses nothing. */
export interface PatternDraft {
  kind: string
  months: string
  day: string
  week: string
  day_of_week: string
  days: string
}

/** All input of a purchase as form values. It never contains the password or a card. */
export interface PurchaseDraft extends NoteDraft {
  member: MemberDraft
  /** '2': the member's own address; '1': another one; `a12`: entry 12 of the address book. */
  destination: string
  other: AddressDraft
  save_address: boolean
  delivery_id: string
  /** '': as soon as possible. */
  delivery_date: string
  delivery_time_id: string
  wrapping: WrappingDraft
  pattern: PatternDraft
  /** The first delivery from which the day of `pattern` was preselected; '' if it was not. */
  pattern_from: string
  /** '': not chosen; `CASH`; or the id of the method. */
  payment: string
  /** `NEW_CARD`, or the `card_seq` of a saved card. */
  card: string
  save_card: boolean
  /** コンビニ払い: the chain; '': not chosen. */
  konbini: string
  /** A guest's consent to cart reminders by mail. */
  reminder: boolean
  /** 個人情報の第三者提供: consent for the chosen method. */
  third_party_consent: boolean
  /** お支払いできないときに使う方法 of a 定期便: '' none, a method as in `payment`, or one of the member's cards. */
  second_way: string
  second_way_consent: boolean
}

export const FREE_NOTE = 'free'
export const CASH = 'cash'
/** A way to pay as a form has it. */
export const paymentChoice = (id: number | null) => (id === null ? CASH : String(id))
export const NEW_CARD = 'new'

const noAddress: AddressDraft = {
  name01: '',
  name02: '',
  kana01: '',
  kana02: '',
  postal_code: '',
  pref_id: '',
  addr01: '',
  addr02: '',
  addr03: '',
  phone_number: '',
}

export const emptyDraft: PurchaseDraft = {
  member: {
    ...noAddress,
    email: '',
    email_confirm: '',
    birthday: { year: '', month: '', day: '' },
    sex: '',
    account_type: 'personal',
    company_name: '',
    company_name_kana: '',
    manager_name: '',
    manager_name_kana: '',
    where_did_you_know: '',
    mail_magazine_flag: false,
  },
  destination: '2',
  other: noAddress,
  save_address: false,
  delivery_id: '',
  delivery_date: '',
  delivery_time_id: '',
  note: '',
  note_text: '',
  wrapping: { wrap: '', noshi: '', words: '', name_on: '', has_card: false, card: '' },
  pattern: { kind: '1', months: '1', day: '', week: '1', day_of_week: '', days: '30' },
  pattern_from: '',
  payment: '',
  card: NEW_CARD,
  save_card: false,
  konbini: '',
  reminder: false,
  third_party_consent: false,
  second_way: '',
  second_way_consent: false,
}

const draftKey = (kind: PurchaseKind) => `kushi.draft.${kind}`

/** `saved` in the shape of `model`. Ignores data of an older version or of unknown origin. */
export function pickShape<T extends object>(model: T, saved: unknown): T {
  const from = (typeof saved === 'object' && saved !== null ? saved : {}) as Record<string, unknown>
  const entries = Object.entries(model).map(([key, value]) => {
    const kept = from[key]
    if (typeof value === 'object' && value !== null) return [key, pickShape(value, kept)]
    return [key, typeof kept === typeof value ? kept : value]
  })
  return Object.fromEntries(entries) as T
}

/** The saved draft of this purchase; null: none. */
export function readDraft(storage: KeyValueStorage, kind: PurchaseKind): PurchaseDraft | null {
  const saved = readJson(storage, draftKey(kind))
  return saved === null ? null : pickShape(emptyDraft, saved)
}

/** The initial draft. Customer data from the other kind of purchase are reused. */
export function startingDraft(storage: KeyValueStorage, kind: PurchaseKind): PurchaseDraft {
  const own = readDraft(storage, kind)
  if (own) return own
  const other = readDraft(storage, kind === 'normal' ? 'periodic' : 'normal')
  if (!other) return emptyDraft
  const { member, destination, other: address } = other
  return { ...emptyDraft, member, destination, other: address }
}

/** Stores the fields of the draft, without other fields of a form (password, card). */
export const writeDraft = (storage: KeyValueStorage, kind: PurchaseKind, draft: PurchaseDraft) =>
  writeJson(storage, draftKey(kind), pickShape(emptyDraft, draft))

/** A guest's form chose a new card by itself; whoever logs in may have saved ones, which the form then prefers. */
export function forgetNewCards(storage: KeyValueStorage): void {
  for (const kind of purchaseKinds) {
    const draft = readDraft(storage, kind)
    const isByItself = draft?.payment === paymentChoice(PAYMENT_METHOD.credit_card) && draft.card === NEW_CARD
    if (isByItself) writeDraft(storage, kind, { ...draft, payment: '' })
  }
}

export const forgetDraft = (storage: KeyValueStorage, kind: PurchaseKind) => writeJson(storage, draftKey(kind), null)

export const forgetDrafts = (storage: KeyValueStorage) => {
  for (const kind of purchaseKinds) forgetDraft(storage, kind)
}
