/** What an experiment (比較) tests. A control group of contracts does not see it. */
export const EXPERIMENT_SUBJECT_NAME = {
  cancel_offer: '解約のときのご案内',
  pace: 'お届けのペースのご提案',
} as const

/** Percentages of contracts that can be put into the control group, which does not see the tested offer. */
export const HOLDOUT_PERCENTS = [10, 20, 50] as const
/** Choices for the number of days after its exposure at which a contract is judged. */
export const EXPERIMENT_WINDOW_DAYS = [28, 90, 180, 365] as const
/**
 * Days before its exposure over which a contract's payments are measured, to adjust for earlier differences between
 * contracts.
 */
export const EXPERIMENT_BASELINE_DAYS = 180
