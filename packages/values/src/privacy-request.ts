/** Replaces an erased name. */
export const ERASED_NAME = '消去済み'

/** Kinds of privacy requests (個人情報の請求, 個人情報保護法 第33条–第35条). */
export const PRIVACY_KIND_NAME = {
  disclosure: '開示',
  correction: '訂正',
  stop: '利用停止',
  erasure: '削除',
} as const
export type PrivacyKind = keyof typeof PRIVACY_KIND_NAME
export const PRIVACY_KINDS = Object.keys(PRIVACY_KIND_NAME) as PrivacyKind[]

/** How the desk receives a request; `mypage`: the member made it there, with their password as proof of identity. */
export const PRIVACY_SOURCE_NAME = {
  mypage: 'マイページ',
  inquiry: 'お問い合わせ',
  phone: 'お電話',
  mail: 'メール',
  letter: '郵送・窓口',
} as const
export type PrivacySource = keyof typeof PRIVACY_SOURCE_NAME
/** The sources that the desk records itself. */
export const PRIVACY_DESK_SOURCES = ['inquiry', 'phone', 'mail', 'letter'] as const satisfies PrivacySource[]

/** `received` → `working` once the identity is checked → `done` or `refused`, which are final. */
export const PRIVACY_STATE_NAME = {
  received: '受付',
  working: '対応中',
  done: '完了',
  refused: 'お断り',
} as const
export type PrivacyState = keyof typeof PRIVACY_STATE_NAME

/** Default days in which the desk answers a privacy request (遅滞なく). */
export const PRIVACY_REQUEST_DAYS = 14
