/** 注文のときのご案内: where an order form shows it, each place at most once an order. */
export const OFFER_PLACE_NAME = {
  beside: '一緒に注文',
  instead: '代わりに注文',
} as const

export type OfferPlace = keyof typeof OFFER_PLACE_NAME

/** Most of a shop, so that a form can look through them. */
export const MAX_ORDER_OFFERS = 50
