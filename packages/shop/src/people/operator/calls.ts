import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { acceptInvitation, finishInvitation, joinByInvitation } from './accept-invitation.ts'
import { addApiKey, listApiKeys, revokeApiKey } from './admin/api-keys.ts'
import { confirmIdentity, renewRecoveryCodes, startIdentityConfirmation } from './confirm.ts'
import { showCurrentOperator } from './current-operator.ts'
import { sendInvitation, showInvitation } from './invitation.ts'
import { changeOperatorRole, listOperators, resumeOperator, stopOperator } from './operators.ts'
import { deletePasskey, listPasskeys, registerPasskey, startPasskeyRegistration } from './passkey.ts'
import { endOtherOperatorSessions, endOwnOperatorSession, listOperatorSessions, signOut } from './session.ts'
import { signInByPasskey, signInByPassword, startPasskeySignIn } from './sign-in.ts'
import { deleteSavedView, listSavedViews, saveView } from './views.ts'

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/me': showCurrentOperator,
  'POST /admin/v1/sign-in/password': signInByPassword,
  'POST /admin/v1/sign-in/passkey/options': startPasskeySignIn,
  'POST /admin/v1/sign-in/passkey': signInByPasskey,
  'POST /admin/v1/sign-out': signOut,
  'POST /admin/v1/confirm': confirmIdentity,
  'POST /admin/v1/confirm/options': startIdentityConfirmation,
  'GET /admin/v1/invitation/{token}': showInvitation,
  'POST /admin/v1/invitation/{token}/accept': acceptInvitation,
  'POST /admin/v1/invitation/{token}/finish': finishInvitation,
  'POST /admin/v1/invitation/{token}/join': joinByInvitation,
  'GET /admin/v1/me/sessions': listOperatorSessions,
  'DELETE /admin/v1/me/sessions/{id}': endOwnOperatorSession,
  'DELETE /admin/v1/me/sessions': endOtherOperatorSessions,
  'GET /admin/v1/me/passkeys': listPasskeys,
  'POST /admin/v1/me/passkeys/options': startPasskeyRegistration,
  'POST /admin/v1/me/passkeys': registerPasskey,
  'DELETE /admin/v1/me/passkeys/{id}': deletePasskey,
  'POST /admin/v1/me/recovery-codes': renewRecoveryCodes,
  'GET /admin/v1/operators': listOperators,
  'POST /admin/v1/operators/invite': sendInvitation,
  'PUT /admin/v1/operators/{id}/role': changeOperatorRole,
  'POST /admin/v1/operators/{id}/stop': stopOperator,
  'POST /admin/v1/operators/{id}/resume': resumeOperator,
  'GET /admin/v1/views/{list}': listSavedViews,
  'POST /admin/v1/views/{list}': saveView,
  'DELETE /admin/v1/views/{list}/{id}': deleteSavedView,
  'GET /admin/v1/setting/api-keys': listApiKeys,
  'POST /admin/v1/setting/api-keys': addApiKey,
  'POST /admin/v1/setting/api-keys/{id}/revoke': revokeApiKey,
} satisfies Partial<AdminCallHandlers>
