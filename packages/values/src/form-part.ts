/** フォームの集計: the parts of the order form, in the order in which it asks for them. */
export const FORM_PART_NAME = {
  offer: 'ご案内',
  email: 'メールアドレス',
  password: 'パスワード',
  name: 'お名前・ふりがな',
  postal_code: '郵便番号',
  address: 'ご住所',
  phone: '電話番号',
  profile: '性別・生年月日・会社',
  destination: 'お届け先の選択',
  delivery: 'お届けの方法と日時',
  note: '置き配',
  pattern: 'お届け周期',
  wrapping: 'ギフト包装',
  discount: 'クーポン・ポイント',
  payment: 'お支払い方法',
  card: 'カード',
  consent: '同意',
  other: 'そのほか',
} as const

export type FormPart = keyof typeof FORM_PART_NAME
export const FORM_PARTS = Object.keys(FORM_PART_NAME) as FormPart[]

/** The part of a field, by the end of its path in the form; the first that fits. */
const ENDS: readonly (readonly [RegExp, FormPart])[] = [
  [/^offer/, 'offer'],
  [/^wrapping\b/, 'wrapping'],
  [/^pattern\b/, 'pattern'],
  [/email/, 'email'],
  [/password/, 'password'],
  [/(name|kana)0\d$/, 'name'],
  [/postal_code/, 'postal_code'],
  [/(pref_id|addr0\d)$/, 'address'],
  [/phone_number$/, 'phone'],
  [/(sex|birthday|company|department|account_type)/, 'profile'],
  [/^(destination|save_address)$/, 'destination'],
  [/^delivery_/, 'delivery'],
  [/^note/, 'note'],
  [/(coupon|points)/, 'discount'],
  [/^(payment|konbini|second_way)$/, 'payment'],
  [/^(card|save_card|cc-)/, 'card'],
  [/(agreed|consent|reminder)/, 'consent'],
]

/** `path`: of a field in the form (`member.addr01`), or what a field without one says of itself (`cc-number`). */
export const formPartOf = (path: string): FormPart =>
  ENDS.find(([end]) => end.test(path.replace(/^(member|other)\./, '')))?.[1] ?? 'other'

/** Longer than this nobody looks at one form. */
export const MAX_FORM_SECONDS = 3_600
