import type { OfferPlace } from './order-offer.ts'

/** What an experiment (比較) tests: an offer that a control group does not see, or the variants of a page. */
export const EXPERIMENT_SUBJECT_NAME = {
  cancel_offer: '解約のときのご案内',
  pace: 'お届けのペースのご提案',
  landing_page: '申し込みページのパターン',
  order_offer: '注文のあとのご案内',
  form_offer: '注文の画面のご案内',
} as const

/**
 * Returns the subject of an offer's comparison. Offers after an order are compared by orders; those before it by
 * visitors, who do not all order.
 */
export const experimentSubjectOfOffer = (place: OfferPlace) => (place === 'after' ? 'order_offer' : 'form_offer')

/** One of the alternatives that visitors are assigned to by chance. */
export interface ExperimentArm {
  /** null: the page's own content. */
  variant_id: number | null
  name: string
  /** The share of visitors who get it. */
  visitor_percent: number
}

/** Percentages of contracts that can be put into the control group, which does not see the tested offer. */
export const HOLDOUT_PERCENTS = [10, 20, 50] as const
/** Choices for the number of days after its exposure at which a contract is judged. */
export const EXPERIMENT_WINDOW_DAYS = [28, 90, 180, 365] as const
/**
 * Days before its exposure over which a contract's payments are measured, to adjust for earlier differences between
 * contracts.
 */
export const EXPERIMENT_BASELINE_DAYS = 180

/** Variants of a landing page, besides the page's own content. */
export const MAX_LANDING_VARIANTS = 2
/** The share of visitors that one variant can have, in percent. */
export const ARM_PERCENT = { min: 5, max: 95 } as const
/** Visitors of one experiment that are counted; later ones are assigned, but neither they nor their orders count. */
export const MAX_EXPERIMENT_VISITORS = 200_000
/** Days after the visit within which an order is taken for its result. */
export const VISIT_ATTRIBUTION_DAYS = 28
/** Days for which a browser keeps the cookie of its group. */
export const VISITOR_COOKIE_DAYS = 90
/** The letter of an arm in tables and texts: the page itself is A. */
export const armLetter = (arm: number): string => 'ABC'[arm] ?? '?'
