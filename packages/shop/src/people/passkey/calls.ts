import type { CallHandlers } from '../../context.ts'
import {
  deleteMemberPasskey,
  listMemberPasskeys,
  registerMemberPasskey,
  startMemberPasskeyRegistration,
} from './passkeys.ts'
import { logInByPasskey, startPasskeyLogin } from './sign-in.ts'

/** Customers' calls. */
export const calls = {
  'POST /v1/common/login/passkey/options': startPasskeyLogin,
  'POST /v1/common/login/passkey': logInByPasskey,
  'GET /v1/customer/passkeys': listMemberPasskeys,
  'POST /v1/customer/passkeys/options': startMemberPasskeyRegistration,
  'POST /v1/customer/passkeys': registerMemberPasskey,
  'DELETE /v1/customer/passkeys/{id}': deleteMemberPasskey,
} satisfies Partial<CallHandlers>
