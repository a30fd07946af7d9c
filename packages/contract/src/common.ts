import { LINE_LOGIN_TIMING, LINE_REQUIREMENT } from '@kushi/values/line'
import { z } from 'zod'
import { Customer } from './customer.ts'
import type { Endpoints } from './endpoint.ts'
import { emailField, LoginForm } from './form/member.ts'

/** The settings of this installation that the browser needs; the plaintext of `init`. It contains no secret. */
export const EnvironmentConfig = z.object({
  shop_id: z.int(),
  client_id: z.string(),
  base_url: z.string(),
  image_api: z.string(),
  /** null: this shop does not use LINE. */
  liff_id: z.string().nullable(),
  /** null: uses LINE's own framework from its package. */
  liff_script_url: z.string().nullable(),
  bot_id: z.string().nullable(),
  /** Whether the customer must be a friend on LINE before a purchase. */
  line_requirement: z.enum(LINE_REQUIREMENT),
  /** When LINE's login starts by itself on a phone. */
  line_login_timing: z.enum(LINE_LOGIN_TIMING),
  /** URL for adding the official account as a friend, and URL for confirming a linking that the bot started. */
  line_friend_url: z.string().nullable(),
  line_account_link_url: z.string().nullable(),
  tag_manager_id: z.string().nullable(),
  /** GMO: key and script with which the browser exchanges a card number for a token. */
  payment_shop_id: z.string(),
  payment_public_key: z.string().nullable(),
  /** null: the provider's own loader is used. */
  payment_script_url: z.string().nullable(),
  /** false: the provider's staging environment. */
  payment_live_flag: z.boolean(),
  /** Amazon Pay; null: not offered. */
  amazon_merchant_id: z.string().nullable(),
  amazon_public_key_id: z.string().nullable(),
  amazon_script_url: z.string().nullable(),
  amazon_sandbox_flag: z.boolean(),
})
export type EnvironmentConfig = z.infer<typeof EnvironmentConfig>

/** A new session. The bearer token is stored in the cookie. */
export const Session = z.object({ access_token: z.string(), customer: Customer })
export type Session = z.infer<typeof Session>

export const commonEndpoints = {
  'GET /v1/common/init': {
    summary: '環境設定の取得(署名付き・暗号化)',
    auth: 'none',
    /**
     * EnvironmentConfig as JSON, encrypted by AES-256-GCM, in base64; the key is derived by HKDF from the client's key.
     */
    response: z.object({ iv: z.string(), ciphertext: z.string() }),
    errors: ['ERROR_SIGNATURE', 'ERROR_CLOCK_SKEW', 'ERROR_NONCE_USED'],
  },
  'POST /v1/common/me': { summary: 'ログイン中の会員', auth: 'member', response: Customer },
  'POST /v1/common/login/customer/': {
    summary: 'メールアドレスとパスワードでログイン',
    auth: 'none',
    body: LoginForm,
    response: Session,
    errors: ['ERROR_LOGIN_FAILED', 'ERROR_MEMBER_BLOCKED', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/common/session/refresh': {
    summary: 'ブラウザのHttpOnlyクッキーから、ログイン中のトークンを取り戻す',
    auth: 'none',
    response: Session,
    errors: ['ERROR_UNAUTHORIZED', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/common/logout': { summary: 'ログアウト(トークンを無効にする)', auth: 'optional', response: z.object({}) },
  'POST /v1/common/mail/check': {
    summary: 'メールアドレスが登録済みか',
    auth: 'none',
    body: z.object({ email: emailField, line_id: z.string().max(64).optional() }),
    response: z.object({ is_registered: z.boolean() }),
    /** With `line_id`: also checks whether that LINE account belongs to another member. */
    errors: ['ERROR_USER_CUSTOMER_LINE_EXISTS', 'ERROR_TOO_MANY_REQUESTS'],
  },
} as const satisfies Endpoints
