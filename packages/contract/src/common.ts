import { LINE_LOGIN_TIMING, LINE_REQUIREMENT } from '@kushi/values/line'
import { SHEET_BRANDS } from '@kushi/values/payment-method'
import { z } from 'zod'
import { Customer } from './customer.ts'
import type { Endpoints } from './endpoint.ts'
import { emailField, LoginForm } from './form/member.ts'
import { oneOf } from './one-of.ts'

const sheetShape = {
  name: z.string().meta({ description: 'The shop’s name on the sheet.' }),
  brands: z.array(z.enum(SHEET_BRANDS)).meta({ description: 'Brands of cards that the shop takes.' }),
}
const ApplePayConfig = z.object({
  ...sheetShape,
  script_url: z.string().nullable().meta({ description: 'A script that plays Apple Pay JS; null: the browser’s own.' }),
})
const GooglePayConfig = z.object({
  ...sheetShape,
  merchant_id: z.string().meta({ description: 'The shop at Google.' }),
  auth_methods: z
    .array(z.enum(['PAN_ONLY', 'CRYPTOGRAM_3DS']))
    .meta({ description: '`PAN_ONLY`: cards that are in no device are taken too, by 3-D Secure.' }),
  environment: z.enum(['TEST', 'PRODUCTION']).meta({ description: 'Google’s environment.' }),
  gateway: z.string().meta({ description: 'The payment provider, as Google names it.' }),
  gateway_merchant_id: z.string().meta({ description: 'The shop at that provider.' }),
  script_url: z.string().meta({ description: 'Google’s `pay.js`.' }),
})

const PaidyConfig = z.object({
  public_key: z.string().meta({ description: '公開キー of the shop at Paidy.' }),
  script_url: z.string().meta({ description: 'Paidy’s `paidy.js`.' }),
})

/** The settings of this installation that the browser needs; the plaintext of `init`. It contains no secret. */
export const EnvironmentConfig = z.object({
  shop_id: z.int().meta({ description: 'Id of the shop.' }),
  client_id: z.string().meta({ description: 'The client that asked.' }),
  base_url: z.string().meta({ description: 'Where a browser reaches the shop, without a trailing slash.' }),
  image_api: z.string().meta({
    description:
      'Where pictures lie, without a trailing slash; `{image_api}/{path}-{width}.{format}`, 320, 640 and 960 wide, in `large/` 1600 too.',
  }),
  liff_id: z.string().nullable().meta({ description: 'LIFF app; null: this shop does not use LINE.' }),
  liff_script_url: z.string().nullable().meta({ description: 'Script of LIFF; null: LINE’s own package.' }),
  bot_id: z.string().nullable().meta({ description: 'LINE official account; null: none.' }),
  line_requirement: oneOf(LINE_REQUIREMENT).meta({
    description: 'Whether friendship is asked for: none, optional, required.',
  }),
  line_login_timing: oneOf(LINE_LOGIN_TIMING).meta({
    description: 'When LINE’s login starts by itself on a phone: on the first page, or at the checkout.',
  }),
  line_friend_url: z
    .string()
    .nullable()
    .meta({ description: 'Where a browser adds the official account as a friend.' }),
  line_account_link_url: z.string().nullable().meta({ description: 'Where a linking by the bot is confirmed.' }),
  tag_manager_id: z.string().nullable().meta({ description: 'Google Tag Manager’s container; null: none.' }),
  payment_shop_id: z.string().meta({ description: 'The shop at GMO.' }),
  payment_public_key: z
    .string()
    .nullable()
    .meta({ description: 'Key with which GMO’s script encrypts a card number.' }),
  payment_script_url: z
    .string()
    .nullable()
    .meta({ description: 'GMO’s token script; null: the provider’s own loader.' }),
  payment_live_flag: z.boolean().meta({ description: 'false: the provider’s staging, where test cards are good.' }),
  amazon_merchant_id: z.string().nullable().meta({ description: 'The shop at Amazon; null: not offered.' }),
  amazon_public_key_id: z.string().nullable().meta({ description: 'Key of the shop at Amazon.' }),
  amazon_script_url: z.string().nullable().meta({ description: 'Amazon’s checkout script.' }),
  amazon_sandbox_flag: z.boolean().meta({ description: 'true: Amazon’s sandbox.' }),
  apple_pay: ApplePayConfig.nullable().meta({ description: 'For the sheet of Apple Pay; null: not offered.' }),
  google_pay: GooglePayConfig.nullable().meta({ description: 'For the sheet of Google Pay; null: not offered.' }),
  paidy: PaidyConfig.nullable().meta({ description: 'For the window of Paidy; null: not offered.' }),
})
export type EnvironmentConfig = z.infer<typeof EnvironmentConfig>

/** A new session. The bearer token is stored in the cookie. */
export const Session = z.object({
  access_token: z.string().meta({
    description:
      'Bearer token, 256 random bits. Send it as `authorization: Bearer …`; it lasts 30 days from its last use.',
  }),
  customer: Customer,
})
export type Session = z.infer<typeof Session>

export const commonEndpoints = {
  'GET /v1/common/init': {
    summary: '環境設定の取得(署名付き・暗号化)',
    auth: 'none',
    while_closed: true,
    /**
     * EnvironmentConfig as JSON, encrypted by AES-256-GCM, in base64; the key is derived by HKDF from the client's key.
     */
    response: z.object({
      iv: z.string().meta({ description: 'Nonce of AES-GCM: 12 bytes, base64.' }),
      ciphertext: z.string().meta({
        description:
          'EnvironmentConfig as JSON, encrypted with AES-256-GCM, the 16 bytes of the tag behind it; base64.',
      }),
    }),
    errors: ['ERROR_SIGNATURE', 'ERROR_CLOCK_SKEW', 'ERROR_NONCE_USED'],
  },
  'POST /v1/common/me': {
    summary: 'ログイン中の会員',
    auth: 'member',
    acting: 'asks',
    while_closed: true,
    response: Customer,
  },
  'POST /v1/common/login/customer/': {
    summary: 'メールアドレスとパスワードでログイン',
    auth: 'none',
    while_closed: true,
    body: LoginForm,
    response: Session,
    errors: [
      'ERROR_LOGIN_FAILED',
      'ERROR_LOGIN_CODE',
      'ERROR_DEVICE_CODE_OVER',
      'ERROR_DEVICE_CODE_WRONG',
      'ERROR_DEVICE_CODE_UNSENT',
      'ERROR_MEMBER_BLOCKED',
      'ERROR_TOO_MANY_REQUESTS',
    ],
  },
  'POST /v1/common/session/refresh': {
    summary: 'ブラウザのHttpOnlyクッキーから、ログイン中のトークンを取り戻す',
    auth: 'none',
    while_closed: true,
    response: Session,
    errors: ['ERROR_UNAUTHORIZED', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/common/logout': {
    summary: 'ログアウト(トークンを無効にする)',
    auth: 'optional',
    while_closed: true,
    response: z.object({}),
  },
  'POST /v1/common/mail/check': {
    summary: 'メールアドレスが登録済みか',
    auth: 'none',
    body: z.object({ email: emailField, line_id: z.string().max(64).optional() }),
    response: z.object({
      is_registered: z.boolean().meta({ description: 'Whether a member has this e-mail address.' }),
    }),
    /** With `line_id`: also checks whether that LINE account belongs to another member. */
    errors: ['ERROR_USER_CUSTOMER_LINE_EXISTS', 'ERROR_TOO_MANY_REQUESTS'],
  },
} as const satisfies Endpoints
