/** 比較: what is compared with nothing. */
export const EXPERIMENT_SUBJECT_NAME = {
  cancel_offer: '解約のときのご案内',
  pace: 'お届けのペースのご提案',
} as const

/** Percent of contracts to which it is not shown. */
export const HOLDOUT_PERCENTS = [10, 20, 50] as const
/** Days after its exposure on which a contract is judged. */
export const JUDGED_WITHIN_DAYS = [28, 90, 180, 365] as const
/** Days before the exposure whose payments even out what a contract was before. */
export const BEFORE_DAYS = 180
