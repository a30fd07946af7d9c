import type { CallHandlers } from '../../context.ts'
import { addPasskey, listMemberPasskeys, removePasskey, startPasskey } from './passkeys.ts'
import { logInByPasskey, startPasskeyLogin } from './sign-in.ts'

/** Customers' calls. */
export const calls = {
  'POST /v1/common/login/passkey/options': startPasskeyLogin,
  'POST /v1/common/login/passkey': logInByPasskey,
  'GET /v1/customer/passkeys': listMemberPasskeys,
  'POST /v1/customer/passkeys/options': startPasskey,
  'POST /v1/customer/passkeys': addPasskey,
  'DELETE /v1/customer/passkeys/{id}': removePasskey,
} satisfies Partial<CallHandlers>
