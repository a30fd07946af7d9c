import { FAILURE_META_CODE } from '@kushi/values/app-code'
import type { LinkTokenPurpose } from '@kushi/values/sign-in'
import { userMessage } from '@kushi/values/user-message'
import { ShopError } from '../../../shop-error.ts'

/** Minutes for which a link in a mail is valid. */
export const LINK_VALID_MINUTES = 60

interface Token {
  customer_id: number | null
  expires_at: Date
  used_at: Date | null
}

/** `empty`: no token, or one that was never issued. A used token stays `used` after it has expired. */
export type LinkTokenState = 'valid' | 'expired' | 'used' | 'empty'

/** Returns the state of the token of a one-time link at this time. */
export function linkTokenState(token: Token | undefined, now: Date): LinkTokenState {
  if (!token || token.customer_id === null) return 'empty'
  if (token.used_at) return 'used'
  return token.expires_at <= now ? 'expired' : 'valid'
}

const empty = userMessage('token_empty')
const used = userMessage('token_used')
/** Texts of the merge stand here, because only the server says them. */
const messages: Record<LinkTokenPurpose, Record<Exclude<LinkTokenState, 'valid'>, string>> = {
  reset_password: { expired: userMessage('reset_url_expired'), used, empty },
  change_email: { expired: userMessage('email_url_expired'), used: userMessage('email_url_used'), empty },
  agree_merge: {
    expired: 'URLの有効期限が切れています。会員登録は、何も変わっていません。お手数ですが、当店までご連絡ください。',
    used: 'このURLは、すでにお返事にお使いになったか、新しいご案内に替わりました。',
    empty,
  },
  link_line: { expired: userMessage('token_expired'), used, empty },
}
const errors = { expired: 'ERROR_TOKEN_EXPIRED', used: 'ERROR_TOKEN_USED', empty: 'ERROR_TOKEN_EMPTY' } as const
const codes = {
  expired: FAILURE_META_CODE.token_expired,
  used: FAILURE_META_CODE.token_used,
  empty: FAILURE_META_CODE.token_empty,
} as const

/** The error of an invalid link, worded for its purpose. */
export const linkTokenError = (purpose: LinkTokenPurpose, state: Exclude<LinkTokenState, 'valid'>): ShopError =>
  new ShopError(422, errors[state], messages[purpose][state], { code: codes[state] })
