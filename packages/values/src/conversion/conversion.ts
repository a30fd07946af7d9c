/** 成果とする時点: the fact of an order that a 送信先 counts. A later renewal is none, except as the delivery that it names. */
export const CONVERSION_MOMENT_NAME = {
  received: 'ご注文を受け付けたとき',
  shipped: '発送したとき',
} as const

/** The kinds of events: an order was received or shipped, or was cancelled or returned afterwards. */
export const CONVERSION_EVENT_NAME = { ...CONVERSION_MOMENT_NAME, cancelled: '取消・返品' } as const
export type ConversionEventName = keyof typeof CONVERSION_EVENT_NAME

/** 金額: what an event states as its value. */
export const CONVERSION_VALUE_NAME = {
  total: 'お支払い合計(税込)',
  goods: '商品代金(税・送料・手数料を除く)',
} as const
export type ConversionValue = keyof typeof CONVERSION_VALUE_NAME

/**
 * The states of an event: waiting → accepted | refused by the third party, or dropped by the shop. `shown`: the
 * customer's browser got the tag, and its result is unknown. Only a waiting event is sent again.
 */
export const CONVERSION_STATE_NAME = {
  waiting: '送信待ち',
  accepted: '受け付けられました',
  refused: '断られました',
  shown: '完了画面に出しました',
  dropped: '送りませんでした',
} as const
export type ConversionState = keyof typeof CONVERSION_STATE_NAME

/** Why the shop did not send an event. */
export const CONVERSION_DROP_NAME = {
  no_consent: 'お客様の同意がなくなりました',
  no_match: 'クリックIDなど、広告と結びつけるものがありません',
  cancelled: '送る前に、取消・返品になりました',
  not_told: '成果を知らせていないので、取り消すものがありません',
  too_old: '受け付けられないまま、期限が過ぎました',
  not_asked: '取消・返品のパラメーターがなくなりました',
  not_opened: '完了画面が開かれないまま、1日たちました',
} as const
export type ConversionDrop = keyof typeof CONVERSION_DROP_NAME

/** The figures of a 送信先, each with the states that it counts. */
export const CONVERSION_FIGURE_NAME = { told: '知らせた', refused: '断られた・期限切れ', waiting: '送信待ち' } as const
export type ConversionFigure = keyof typeof CONVERSION_FIGURE_NAME

/** 承認・否認: what the shop says to an ASP of a conversion that it counted. */
export const CONVERSION_VERDICT_NAME = { approved: '承認', denied: '否認', open: '保留' } as const
export type ConversionVerdict = keyof typeof CONVERSION_VERDICT_NAME

/** お客様がどの連絡先のハッシュに同意したか. */
export const CONVERSION_CONTACT_NAME = { email: 'メールアドレス', phone: '電話番号' } as const
export type ConversionContact = keyof typeof CONVERSION_CONTACT_NAME

/** The consent of a customer for one 送信先: the hashes, and whether it covers more than the order itself. */
export interface ConversionRecipient {
  destination_id: number
  contacts: ConversionContact[]
  /** その後のお届け of its 定期便. */
  is_later_told: boolean
  /** 取消・返品. */
  is_cancel_told: boolean
}

/** Days for which events are kept, as the record of the data sent to third parties. */
export const CONVERSION_KEPT_DAYS = 1100

/** Days for which 今日 shows refused events. */
export const CONVERSION_REFUSED_SHOWN_DAYS = 14

/** Most 送信先 of one shop. */
export const MAX_CONVERSION_DESTINATIONS = 20

/** The numbers of the delivery that a 送信先 may count. */
export const CONVERSION_CYCLE_RANGE = { min: 1, max: 36 }

/** The id of an event. The browser's `purchase` has the same one, so that a medium counts it once. */
export const conversionEventId = (order_no: string, event: ConversionEventName): string =>
  event === 'received' ? order_no : `${order_no}-${event}`
