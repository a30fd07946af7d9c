/** 比較: percent of contracts to which an offer is not shown. */
export const HOLDOUT_PERCENTS = [10, 20, 50] as const
/** Days after its exposure on which a contract is judged. */
export const JUDGED_WITHIN_DAYS = [28, 90, 180] as const
/** Days before the exposure whose payments even out what a contract was before. */
export const BEFORE_DAYS = 180
