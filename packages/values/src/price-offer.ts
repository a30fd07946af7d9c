/** 価格変更のお伺い: asked; then answered by the member, lapsed without an answer, or withdrawn by the shop. */
export const PRICE_OFFER_STATES = ['asked', 'agreed', 'refused', 'lapsed', 'withdrawn'] as const
export type PriceOfferState = (typeof PRICE_OFFER_STATES)[number]

/** Minimum days until a new price applies … */
export const PRICE_NOTICE_DAYS = 30
/** … and days before it until which the member can answer. The notice of a delivery states its price 14 days before. */
export const PRICE_ANSWER_DAYS = 15
