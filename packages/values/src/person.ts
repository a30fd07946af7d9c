/**
 * Signs by which two accounts are recognised as the same person. `phone`: same number. `resident`: same name and
 * address. `place`: same house, whoever lives there. Names of the signs, for operators.
 */
export const IDENTITY_SIGN_KIND_NAME = {
  phone: '電話番号',
  mailbox: 'メールの受信箱',
  line: 'LINE',
  resident: 'お名前(かな)とご住所',
  place: '建物・番地',
} as const
export type IdentitySignKind = keyof typeof IDENTITY_SIGN_KIND_NAME

/** Another account of the same person that had a benefit before, and the signs by which it was recognised. */
export interface PersonMatch {
  customer_id: number
  kinds: readonly IdentitySignKind[]
  /** The benefit that is once a person, as customers read it. */
  benefit: string
  /** null: the first price of a 定期便. */
  promotion_id: number | null
  /** 不正注文の審査: the reasons of the service, for operators. */
  reasons?: readonly string[]
}

/** 初回価格の対象: everybody at each new 定期便, or each person once for each product. */
export const FIRST_PRICE_AUDIENCE_NAME = {
  everybody: '何度でも(新しい定期便のたび)',
  once: 'おひとり様、1つの商品につき1回',
} as const
export type FirstPriceAudience = keyof typeof FIRST_PRICE_AUDIENCE_NAME

/**
 * What the watch list (注意リスト) does to the orders of a person on it. `no_credit`: neither deferred payment (後払い) nor
 * cash on delivery (代引).
 */
export const WATCH_EFFECT_NAME = {
  hold: '出荷の前に止める',
  no_credit: '後払いと代引をお断りする',
  no_offers: '特典と初回価格を付けない',
  refuse: 'ご注文をお断りする',
} as const
export type WatchEffect = keyof typeof WATCH_EFFECT_NAME

/** The `benefit` of a `PersonMatch` that comes from an entry of the watch list (注意リスト). */
export const WATCH_LIST_HOLD_NAME = '注意リスト'

/**
 * Modes of the fraud check (不正注文の審査) by an outside service. Without an answer of the service, `take` accepts the order
 * and `hold` holds it.
 */
export const RISK_CHECK_MODE_NAME = {
  off: '使わない',
  take: '使う(答えがないときは、そのまま承る)',
  hold: '使う(答えがないときは、承って出荷の前に止める)',
} as const
export type RiskCheckMode = keyof typeof RISK_CHECK_MODE_NAME

/** The `benefit` of a `PersonMatch` that comes from the fraud check by an outside service (不正注文の審査). */
export const RISK_CHECK_HOLD_NAME = '不正注文の審査'
