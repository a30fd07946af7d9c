import type { UserMessageId } from './user-message.ts'

/** Application codes of answers that are no plain HTTP status, `meta.code`. */
export const APP_CODE = {
  token_expired: 8002,
  token_used: 8003,
  token_empty: 8004,
  payment_update_impossible: 50002,
} as const

/** The message for a code; anything unknown asks to try again later. */
export function appCodeMessageId(code: number): UserMessageId {
  switch (code) {
    case APP_CODE.token_expired:
      return 'token_expired'
    case APP_CODE.token_used:
      return 'token_used'
    case APP_CODE.token_empty:
      return 'token_empty'
    case APP_CODE.payment_update_impossible:
      return 'payment_update_impossible'
    default:
      return 'try_again_later'
  }
}
