import { ROLE_NAME } from '@kushi/values/role'
import { z } from 'zod'
import { idParam, listOf } from '../endpoint.ts'
import { oneOf } from '../one-of.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { PERMISSIONS } from './permission.ts'

export const roleField = oneOf(ROLE_NAME)

/** 担当者: a person who works for the shop, with the role in this shop. */
export const Operator = z.object({
  id: z.int(),
  name: z.string(),
  /** null: an operator of all shops, seen by an operator of one shop. */
  email: z.string().nullable(),
  role: roleField,
  /** The role holds in every shop of the installation. */
  is_installation: z.boolean(),
  has_passkey: z.boolean(),
  has_totp: z.boolean(),
  signed_in_at: z.iso.datetime().nullable(),
  /** The time since which the operator has no access to this shop; null: has access. */
  stopped_at: z.iso.datetime().nullable().meta({ title: '止めた日時' }),
  /** The operator can't sign in to any shop. */
  is_stopped_everywhere: z.boolean(),
  /** The invitation is not accepted yet. */
  is_invited: z.boolean(),
  /** Valid APIキー of this shop that the operator created. */
  api_keys: z.array(z.string()),
})
export type Operator = z.infer<typeof Operator>

const MyShop = z.object({
  id: z.int(),
  shop_name: z.string(),
  /** The shop is public. */
  is_open: z.boolean(),
  /** The shop is closed now, but was open before. */
  was_open: z.boolean(),
})

/** The signed-in operator, with the data that every screen needs. */
export const Me = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  role: roleField,
  /** The role holds in every shop of the installation. */
  is_installation: z.boolean(),
  permissions: z.array(z.enum(PERMISSIONS)),
  shop: MyShop,
  shops: z.array(MyShop),
  has_totp: z.boolean(),
  has_passkey: z.boolean(),
  /** This is the demo with its accounts and data; a banner states so. */
  is_demo: z.boolean(),
  has_extension_settings: z.boolean().meta({ description: 'The shop has extensions that operators can set.' }),
  /** Today in Japan, by the shop's clock. */
  today: z.iso.date(),
  /** The moment, by the same clock. */
  now: z.iso.datetime(),
})
export type Me = z.infer<typeof Me>

const email = z
  .email()
  .max(254)
  .transform((v) => v.toLowerCase())
/** At least twelve characters. The handler rejects passwords on the breach list (NIST SP 800-63B-4, 3.1.1.2). */
export const operatorPassword = z.string().min(12).max(128)
const code = z.string().regex(/^\d{6}$/)
const token = z.string().regex(/^[\w-]{43}$/)
/** WebAuthn's own JSON formats; validated by the library that parses them. */
const webauthn = z.looseObject({})
const options = z.object({ options: webauthn })
const none = z.object({})
const ofSession = { permission: 'signed-in', session: true } as const

/** `shop_id`: the shop to open first. */
const SignedIn = z.object({ operator_id: z.int(), shop_id: z.int() })

export const operatorAdminEndpoints = {
  'GET /admin/v1/me': { summary: 'ログイン中の担当者', permission: 'signed-in', response: Me },
  'POST /admin/v1/sign-in/password': {
    summary: 'メールアドレスとパスワードでログイン(ワンタイムコードか予備コードとともに)',
    permission: 'none',
    body: z.object({ email, password: z.string().min(1).max(128), code: z.string().trim().max(20).optional() }),
    response: SignedIn,
    errors: ['ERROR_SIGN_IN', 'ERROR_CODE_WANTED', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /admin/v1/sign-in/passkey/options': {
    summary: 'パスキーでのログインの準備',
    permission: 'none',
    trail: false,
    response: options,
    errors: ['ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /admin/v1/sign-in/passkey': {
    summary: 'パスキーでログイン',
    permission: 'none',
    body: z.object({ answer: webauthn }),
    response: SignedIn,
    errors: ['ERROR_SIGN_IN', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /admin/v1/sign-out': { summary: 'ログアウト', ...ofSession, response: none },
  'POST /admin/v1/confirm': {
    summary: '本人の再確認(ワンタイムコードまたはパスキー)',
    ...ofSession,
    /** `demo`: a demo account, which has no second factor; refused everywhere else. */
    body: z.object({ code: code.optional(), answer: webauthn.optional(), demo: z.literal(true).optional() }),
    response: none,
    errors: ['ERROR_CODE', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /admin/v1/confirm/options': {
    summary: '再確認のためのパスキーの準備',
    ...ofSession,
    trail: false,
    response: options,
  },
  'GET /admin/v1/invitation/{token}': {
    summary: '招待の内容',
    permission: 'none',
    params: z.object({ token }),
    /** `has_account`: an account with this e-mail exists already, and joins with its own password and codes. */
    response: z.object({ email: z.string(), shop_name: z.string(), role: roleField, has_account: z.boolean() }),
    errors: ['ERROR_INVITATION'],
  },
  'POST /admin/v1/invitation/{token}/accept': {
    summary: '招待を受ける: 名前とパスワードを決め、ワンタイムコードの鍵を受け取る',
    permission: 'none',
    params: z.object({ token }),
    body: z.object({ name: z.string().trim().min(1).max(60), password: operatorPassword }),
    /** `otpauth_url` and its QR code (SVG) for the authenticator; `recovery_codes` are shown only once. */
    response: z.object({ otpauth_url: z.string(), qr_svg: z.string(), recovery_codes: z.array(z.string()) }),
    errors: ['ERROR_INVITATION', 'ERROR_OPERATOR_EXISTS', 'ERROR_PASSWORD_KNOWN'],
  },
  'POST /admin/v1/invitation/{token}/finish': {
    summary: '最初のワンタイムコードで招待を終える(ログインする)',
    permission: 'none',
    params: z.object({ token }),
    body: z.object({ code }),
    response: SignedIn,
    errors: ['ERROR_INVITATION', 'ERROR_OPERATOR_EXISTS', 'ERROR_CODE', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /admin/v1/invitation/{token}/join': {
    summary: 'すでに担当者である人が、自分のパスワードとコード(またはパスキー)で招待を受ける',
    permission: 'none',
    params: z.object({ token }),
    body: z.object({
      password: z.string().min(1).max(128).optional(),
      code: z.string().trim().max(20).optional(),
      answer: webauthn.optional(),
    }),
    response: SignedIn,
    errors: ['ERROR_INVITATION', 'ERROR_SIGN_IN', 'ERROR_CODE_WANTED', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'GET /admin/v1/me/sessions': {
    summary: '自分のログイン中の端末',
    ...ofSession,
    response: listOf(
      z.object({
        id: z.int(),
        user_agent: z.string(),
        ip: z.string(),
        created_at: z.iso.datetime(),
        seen_at: z.iso.datetime(),
        is_this: z.boolean(),
      }),
    ),
  },
  'DELETE /admin/v1/me/sessions/{id}': {
    summary: 'その端末をログアウトする',
    ...ofSession,
    params: z.object({ id: idParam }),
    response: none,
    errors: ['ERROR_NOT_FOUND'],
  },
  'DELETE /admin/v1/me/sessions': {
    summary: 'ほかのすべての端末をログアウトする',
    ...ofSession,
    response: none,
  },
  'GET /admin/v1/me/passkeys': {
    summary: '自分のパスキー',
    ...ofSession,
    response: listOf(
      z.object({
        id: z.int(),
        name: z.string(),
        created_at: z.iso.datetime(),
        used_at: z.iso.datetime().nullable(),
      }),
    ),
  },
  'POST /admin/v1/me/passkeys/options': {
    summary: 'パスキーの登録の準備',
    ...ofSession,
    trail: false,
    response: options,
  },
  'POST /admin/v1/me/passkeys': {
    summary: 'パスキーの登録',
    ...ofSession,
    confirm: true,
    body: z.object({ name: z.string().trim().min(1).max(60), answer: webauthn }),
    response: none,
    errors: ['ERROR_PASSKEY', 'ERROR_CONFIRM_AGAIN'],
  },
  'DELETE /admin/v1/me/passkeys/{id}': {
    summary: 'パスキーの削除',
    ...ofSession,
    confirm: true,
    params: z.object({ id: idParam }),
    response: none,
    errors: ['ERROR_NOT_FOUND', 'ERROR_CONFIRM_AGAIN'],
  },
  'POST /admin/v1/me/recovery-codes': {
    summary: '予備コードを作り直す(前のものは使えなくなる)',
    ...ofSession,
    confirm: true,
    response: z.object({ recovery_codes: z.array(z.string()) }),
    errors: ['ERROR_CONFIRM_AGAIN'],
  },
  'GET /admin/v1/operators': { summary: '担当者一覧', permission: 'operator.manage', response: listOf(Operator) },
  'POST /admin/v1/operators/invite': {
    summary: '担当者を招待する(メールを送る)',
    permission: 'operator.manage',
    confirm: true,
    body: z.object({ email, role: roleField.meta({ title: '役割' }) }),
    response: none,
    errors: ['ERROR_OPERATOR_EXISTS', 'ERROR_CONFIRM_AGAIN'],
  },
  'PUT /admin/v1/operators/{id}/role': {
    summary: '担当者の役割を変える',
    permission: 'operator.manage',
    confirm: true,
    params: z.object({ id: idParam }),
    body: z.object({ role: roleField }),
    response: none,
    errors: ['ERROR_NOT_FOUND', 'ERROR_LAST_MANAGER', 'ERROR_CONFIRM_AGAIN'],
  },
  'POST /admin/v1/operators/{id}/stop': {
    summary: '担当者を停止する(この店舗で。全店舗での停止は、全店舗の担当者だけ)',
    permission: 'operator.manage',
    confirm: true,
    params: z.object({ id: idParam }),
    body: z.object({
      everywhere: z.boolean().meta({ title: '全店舗' }),
      /** Also revokes the operator's APIキー: of this shop, or of all shops. */
      with_api_keys: z.boolean().default(false).meta({ title: 'APIキーも' }),
    }),
    response: none,
    errors: ['ERROR_NOT_FOUND', 'ERROR_FORBIDDEN', 'ERROR_LAST_MANAGER', 'ERROR_CONFIRM_AGAIN'],
  },
  'POST /admin/v1/operators/{id}/resume': {
    summary: '停止した担当者を戻す',
    permission: 'operator.manage',
    confirm: true,
    params: z.object({ id: idParam }),
    response: none,
    errors: ['ERROR_NOT_FOUND', 'ERROR_FORBIDDEN', 'ERROR_CONFIRM_AGAIN'],
  },
} as const satisfies AdminEndpoints
