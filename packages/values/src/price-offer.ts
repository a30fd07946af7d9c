/** 価格変更のお伺い: asked, then answered by the member, overtaken by time, or withdrawn by the shop. */
export const PRICE_OFFER_STATES = ['asked', 'agreed', 'refused', 'lapsed', 'withdrawn'] as const
export type PriceOfferState = (typeof PRICE_OFFER_STATES)[number]

/** A new price holds no earlier than so many days ahead … */
export const PRICE_NOTICE_DAYS = 30
/** … and is answered by so many days before it, since the notice of a delivery says what it costs 14 days before. */
export const PRICE_ANSWER_DAYS = 15
