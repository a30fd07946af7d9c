import { MESSAGE_CHANNEL_NAME } from '@kushi/values/message'
import { DEVICE_PROOF_NAME } from '@kushi/values/sign-in'
import { z } from 'zod'
import { Session } from './common.ts'
import { type Endpoints, idParam, listOf } from './endpoint.ts'
import { deviceCodeField } from './form/member.ts'
import { oneOf } from './one-of.ts'

const webauthnOptions = z.object({
  options: z
    .record(z.string(), z.unknown())
    .meta({ description: 'Options of the browser’s `navigator.credentials`, as JSON (WebAuthn).' }),
})
const credential = z
  .record(z.string(), z.unknown())
  .meta({ description: 'What the browser’s `navigator.credentials` gave, as JSON (WebAuthn).' })

/** パスキー of a member. */
export const MemberPasskey = z.object({
  id: z.int(),
  /** Where it is kept, or the browser that made it, ready to show. */
  name: z.string(),
  created_at: z.string(),
  used_at: z.string().nullable().meta({ description: 'The last login by it (UTC); null: none yet.' }),
})
export type MemberPasskey = z.infer<typeof MemberPasskey>

const Passkeys = listOf(MemberPasskey).extend({
  rp_id: z.string().meta({ description: 'The host name to which they belong.' }),
  user_id: z.string().meta({ description: 'The member’s user handle, base64url.' }),
  credential_ids: z.array(z.string()).meta({
    description: 'Those that are still accepted, base64url: for `PublicKeyCredential.signalAllAcceptedCredentials`.',
  }),
})
export type Passkeys = z.infer<typeof Passkeys>

/** 確認済みの端末 of a member. */
export const MemberDevice = z.object({
  id: z.int(),
  device: z.string(),
  proof: oneOf(DEVICE_PROOF_NAME).meta({ description: 'By what it was confirmed.' }),
  created_at: z.string(),
  seen_at: z.string().meta({ description: 'The last use, to the day (UTC).' }),
  is_current: z.boolean().meta({ description: 'Whether it is the browser that asks.' }),
})
export type MemberDevice = z.infer<typeof MemberDevice>

export const signInEndpoints = {
  'POST /v1/common/login/passkey/options': {
    summary: 'パスキーでのログインを始める',
    auth: 'none',
    while_closed: true,
    response: webauthnOptions,
    errors: ['ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/common/login/passkey': {
    summary: 'パスキーでログイン',
    auth: 'none',
    while_closed: true,
    body: z.object({ credential }),
    response: Session,
    /** ERROR_PASSKEY_UNKNOWN: one of this shop’s that is no longer accepted; the browser may be told so. */
    errors: ['ERROR_PASSKEY', 'ERROR_PASSKEY_UNKNOWN', 'ERROR_MEMBER_BLOCKED', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'GET /v1/customer/passkeys': {
    summary: '登録したパスキー',
    auth: 'member',
    acting: 'refused',
    while_closed: true,
    response: Passkeys,
  },
  'POST /v1/customer/passkeys/options': {
    summary: 'パスキーの登録を始める',
    auth: 'member',
    while_closed: true,
    confirmed_device: true,
    response: webauthnOptions,
    errors: ['ERROR_DEVICE_NOT_CONFIRMED', 'ERROR_TOO_MANY_PASSKEYS', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/customer/passkeys': {
    summary: 'パスキーの登録',
    auth: 'member',
    while_closed: true,
    confirmed_device: true,
    body: z.object({ credential }),
    response: Passkeys,
    errors: ['ERROR_DEVICE_NOT_CONFIRMED', 'ERROR_PASSKEY', 'ERROR_TOO_MANY_PASSKEYS', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'DELETE /v1/customer/passkeys/{id}': {
    summary: 'パスキーの削除',
    auth: 'member',
    while_closed: true,
    confirmed_device: true,
    params: z.object({ id: idParam }),
    response: Passkeys,
    errors: ['ERROR_DEVICE_NOT_CONFIRMED', 'ERROR_LAST_LOGIN', 'ERROR_NOT_FOUND'],
  },
  'GET /v1/customer/devices': {
    summary: '確認済みの端末',
    auth: 'member',
    acting: 'refused',
    while_closed: true,
    response: listOf(MemberDevice),
  },
  'DELETE /v1/customer/devices/{id}': {
    summary: '確認済みの端末をひとつ忘れる: 次のお手続きで、もう一度コードが要る',
    auth: 'member',
    while_closed: true,
    params: z.object({ id: idParam }),
    response: listOf(MemberDevice),
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /v1/customer/device/code': {
    summary: 'この端末を確認するコードを送る(メール、なければLINE)',
    auth: 'member',
    while_closed: true,
    response: z.object({
      sent_by: oneOf(MESSAGE_CHANNEL_NAME).meta({ description: 'By what it was sent: `mail` or `line`.' }),
      sent_to: z.string().nullable().meta({ description: 'The e-mail, shortened; null: over LINE.' }),
      expires_at: z.string(),
    }),
    errors: ['ERROR_DEVICE_NOT_CONFIRMED', 'ERROR_DEVICE_CODE_UNSENT', 'ERROR_NOT_FOUND', 'ERROR_TOO_MANY_REQUESTS'],
  },
  'POST /v1/customer/device/confirm': {
    summary: 'コードを入力して、この端末を確認する',
    auth: 'member',
    while_closed: true,
    body: z.object({ device_code: deviceCodeField }),
    response: z.object({}),
    errors: ['ERROR_DEVICE_NOT_CONFIRMED', 'ERROR_DEVICE_CODE_OVER', 'ERROR_DEVICE_CODE_WRONG'],
  },
} as const satisfies Endpoints
