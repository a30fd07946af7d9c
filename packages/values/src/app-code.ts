/** Application codes of responses beyond the plain HTTP status, `meta.code`. */
export const FAILURE_META_CODE = {
  token_expired: 8002,
  token_used: 8003,
  token_empty: 8004,
  payment_update_impossible: 50002,
} as const
