import type { Yen } from './yen.ts'

/** 価格変更のお伺い: asked; then answered by the member, lapsed without an answer, or withdrawn by the shop. */
export const PRICE_OFFER_STATE_TEXT = {
  asked: 'お返事を待っています。',
  agreed: '同意をいただきました。',
  refused: '同意しないとのお返事でした。',
  lapsed: '期限までにお返事がありませんでした。',
  withdrawn: 'お伺いを取りやめました。',
} as const
export type PriceOfferState = keyof typeof PRICE_OFFER_STATE_TEXT

/** The treatment of a 定期便 whose member does not answer. */
export const NO_ANSWER_ACTION_NAME = { keep: 'これまでの額のまま続ける', pause: '休止する' } as const
export type NoAnswerAction = keyof typeof NO_ANSWER_ACTION_NAME

/** Minimum days from the announcement of a new price until it applies. */
export const PRICE_NOTICE_DAYS = 30
/**
 * Days before a new price applies until which the member can answer. A delivery's notice, sent 14 days before it,
 * states its price.
 */
export const PRICE_ANSWER_DAYS = 15

/** Consumption tax rate (消費税率) in percent: 10 standard, 8 reduced (food and drink). */
export type TaxRate = 8 | 10

/** 軽減税率: on an invoice such items are marked ※. */
export const REDUCED_TAX_RATE: TaxRate = 8

/**
 * Returns the tax, in yen, contained in a tax-included total.
 *
 * Call it once per rate and document with the sum of that rate's items: the qualified-invoice rules (インボイス制度) allow one
 * rounding there and forbid adding up taxes that were rounded per item. Rounds towards zero, so that the refund of a
 * total returns exactly the tax that was charged on it.
 */
export function taxIncludedIn(total: Yen, rate: TaxRate): Yen {
  const tax = Math.floor((Math.abs(total) * rate) / (100 + rate))
  return total < 0 && tax > 0 ? -tax : tax
}

/** 価格の公開 in a shop for companies: to all visitors, or only to accounts that it approved. */
export const PRICE_VISIBILITY = { everybody: 'だれにでも', approved: '承認した取引先だけ' } as const
export type PriceVisibility = keyof typeof PRICE_VISIBILITY

/** A name in 「」. 「」 inside the name become 『』: 「純椿油『しずく』」. */
export const wrapInQuoteMarks = (name: string): string => `「${name.replaceAll('「', '『').replaceAll('」', '』')}」`
