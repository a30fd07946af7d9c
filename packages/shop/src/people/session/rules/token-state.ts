import { APP_CODE } from '@kushi/values/app-code'
import { type UserMessageId, userMessage } from '@kushi/values/user-message'
import { ShopError } from '../../../shop-error.ts'

export type TokenPurpose = 'reset_password' | 'change_email' | 'link_line' | 'agree_merge'

/** Minutes for which a link in a mail is valid. */
export const tokenMinutes = 60

interface Token {
  customer_id: number | null
  expires_at: Date
  used_at: Date | null
}

/** `empty`: no token, or one that was never issued. A used token stays `used` after it has expired. */
export type TokenState = 'valid' | 'expired' | 'used' | 'empty'

export function tokenState(token: Token | undefined, now: Date): TokenState {
  if (!token || token.customer_id === null) return 'empty'
  if (token.used_at) return 'used'
  return token.expires_at <= now ? 'expired' : 'valid'
}

const messages: Record<TokenPurpose, Record<Exclude<TokenState, 'valid'>, UserMessageId>> = {
  reset_password: { expired: 'reset_url_expired', used: 'token_used', empty: 'token_empty' },
  change_email: { expired: 'email_url_expired', used: 'email_url_used', empty: 'token_empty' },
  agree_merge: { expired: 'merge_url_expired', used: 'merge_url_used', empty: 'token_empty' },
  link_line: { expired: 'token_expired', used: 'token_used', empty: 'token_empty' },
}
const errors = { expired: 'ERROR_TOKEN_EXPIRED', used: 'ERROR_TOKEN_USED', empty: 'ERROR_TOKEN_EMPTY' } as const
const codes = { expired: APP_CODE.token_expired, used: APP_CODE.token_used, empty: APP_CODE.token_empty } as const

/** The error of an invalid link, worded for its purpose. */
export const tokenError = (purpose: TokenPurpose, state: Exclude<TokenState, 'valid'>): ShopError =>
  new ShopError(422, errors[state], userMessage(messages[purpose][state] as 'token_used'), { code: codes[state] })
