/** Nothing of an earlier failure or skip is left. */
export const cleared = {
  failure: null,
  attempts: 0,
  failed_on: null,
  retry_on: null,
  failed_card_seq: null,
  skipped: null,
} as const
