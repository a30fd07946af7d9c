/**
 * By what an account is recognised as the same person's. `phone`: the same number. `resident`: the same name and
 * address. `place`: the same house, whoever lives there.
 */
export const SIGN_KINDS = ['phone', 'mailbox', 'line', 'resident', 'place'] as const
export type SignKind = (typeof SIGN_KINDS)[number]

/** What is the same, as operators read it. */
export const SIGN_KIND_NAME: Record<SignKind, string> = {
  phone: '電話番号',
  mailbox: 'メールの受信箱',
  line: 'LINE',
  resident: 'お名前(かな)とご住所',
  place: '建物・番地',
}

/** Another account that had a benefit before, and by what it is recognised. */
export interface PersonMatch {
  customer_id: number
  kinds: readonly SignKind[]
  /** The benefit that is once a person, as customers read it. */
  benefit: string
  /** null: the first price of a 定期便. */
  promotion_id: number | null
  /** 不正注文の審査: what the service said, for operators. */
  reasons?: readonly string[]
}

/** 初回価格の対象: everybody at each new 定期便, or each person once for each product. */
export const FIRST_PRICE_AUDIENCE = ['everybody', 'once'] as const
export type FirstPriceAudience = (typeof FIRST_PRICE_AUDIENCE)[number]

export const FIRST_PRICE_AUDIENCE_NAME: Record<FirstPriceAudience, string> = {
  everybody: '何度でも(新しい定期便のたび)',
  once: 'おひとり様、1つの商品につき1回',
}

/** 注意リスト: what happens to orders of a person on it. `no_credit`: neither 後払い nor 代引. */
export const WATCH_EFFECTS = ['hold', 'no_credit', 'no_offers', 'refuse'] as const
export type WatchEffect = (typeof WATCH_EFFECTS)[number]

export const WATCH_EFFECT_NAME: Record<WatchEffect, string> = {
  hold: '出荷の前に止める',
  no_credit: '後払いと代引をお断りする',
  no_offers: '特典と初回価格を付けない',
  refuse: 'ご注文をお断りする',
}

/** The name under which an order is held for an entry. */
export const WATCH_LIST = '注意リスト'

/** 不正注文の審査 by an outside service: `take` or `hold` says what becomes of an order without its answer. */
export const RISK_CHECKS = ['off', 'take', 'hold'] as const
export type RiskCheck = (typeof RISK_CHECKS)[number]

export const RISK_CHECK_NAME: Record<RiskCheck, string> = {
  off: '使わない',
  take: '使う(答えがないときは、そのまま承る)',
  hold: '使う(答えがないときは、承って出荷の前に止める)',
}

/** The name under which an order is held for it. */
export const RISK = '不正注文の審査'
