/** 価格の公開 in a shop for companies: to all visitors, or only to accounts that it approved. */
export const PRICE_VISIBILITY = ['everybody', 'approved'] as const
export type PriceVisibility = (typeof PRICE_VISIBILITY)[number]
