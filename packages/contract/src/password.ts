import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { emailField } from './form/member.ts'
import { ResetPasswordForm } from './form/password.ts'

/** The one-time token of a link in a mail. An empty token has its own error code, 8004. */
export const oneTimeToken = z.string().max(200).default('')

/** Codes 8002 (older than an hour), 8003 (already used) and 8004 (empty or unknown). */
export const tokenErrors = ['ERROR_TOKEN_EXPIRED', 'ERROR_TOKEN_USED', 'ERROR_TOKEN_EMPTY'] as const

export const passwordEndpoints = {
  'POST /v1/common/reset-password/': {
    summary: 'パスワード再設定のメールを送る。登録の有無にかかわらず、同じ答えを返す',
    auth: 'none',
    while_closed: true,
    body: z.object({ email: emailField }),
    response: z.object({}),
    errors: ['ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/common/reset-password/verify': {
    summary: 'パスワード再設定のURLが使えるか(使わずに確かめる)',
    auth: 'none',
    while_closed: true,
    body: z.object({ token: oneTimeToken }),
    response: z.object({ is_valid: z.literal(true), expires_at: z.iso.datetime() }),
    errors: [...tokenErrors, 'ERROR_TOO_MANY_REQUESTS'],
  },
  'PATCH /v1/common/reset-password_confirm/': {
    summary: 'パスワードの再設定。すべての端末でログアウトされる',
    auth: 'none',
    while_closed: true,
    body: ResetPasswordForm,
    response: z.object({}),
    errors: [...tokenErrors, 'ERROR_TOO_MANY_REQUESTS'],
  },
} as const satisfies Endpoints
