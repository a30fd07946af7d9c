/** 個人情報の請求 (個人情報保護法 第33条–第35条), by what is asked for. */
export const PRIVACY_KIND_NAME = {
  disclosure: '開示',
  correction: '訂正',
  stop: '利用停止',
  erasure: '削除',
} as const
export type PrivacyKind = keyof typeof PRIVACY_KIND_NAME
export const PRIVACY_KINDS = Object.keys(PRIVACY_KIND_NAME) as PrivacyKind[]

/** How the desk hears of one; `mypage`: the member asked there, and their password has proved it. */
export const PRIVACY_SOURCE_NAME = {
  mypage: 'マイページ',
  inquiry: 'お問い合わせ',
  phone: 'お電話',
  mail: 'メール',
  letter: '郵送・窓口',
} as const
export type PrivacySource = keyof typeof PRIVACY_SOURCE_NAME
export const PRIVACY_SOURCES = Object.keys(PRIVACY_SOURCE_NAME) as PrivacySource[]
/** Those that the desk writes down itself. */
export const DESK_SOURCES = ['inquiry', 'phone', 'mail', 'letter'] as const satisfies PrivacySource[]

/** `received` → `working` once it is known who asks → `done` or `refused`, which stay. */
export const PRIVACY_STATE_NAME = {
  received: '受付',
  working: '対応中',
  done: '完了',
  refused: 'お断り',
} as const
export type PrivacyState = keyof typeof PRIVACY_STATE_NAME
export const PRIVACY_STATES = Object.keys(PRIVACY_STATE_NAME) as PrivacyState[]

/** 遅滞なく: days that the desk gives itself where nobody says another day. */
export const PRIVACY_DAYS = 14
