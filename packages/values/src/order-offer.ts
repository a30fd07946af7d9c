/** 注文のときのご案内 that an order form shows, each place at most once an order. */
export const FORM_OFFER_PLACE_NAME = {
  beside: '一緒に注文',
  instead: '代わりに注文',
} as const

/** 注文のときのご案内: where it is shown. `after`: on the completion page, as a change of the order that was just placed. */
export const OFFER_PLACE_NAME = {
  ...FORM_OFFER_PLACE_NAME,
  after: '注文のあとに追加',
} as const

export type FormOfferPlace = keyof typeof FORM_OFFER_PLACE_NAME
export type OfferPlace = keyof typeof OFFER_PLACE_NAME

/** Most of a shop, so that a form can look through them. */
export const MAX_ORDER_OFFERS = 50

/** The minutes after an order within which an offer can be accepted: short enough that no parcel waits for it. */
export const POST_PURCHASE_OFFER_MINUTES_RANGE = { min: 5, max: 180 }
