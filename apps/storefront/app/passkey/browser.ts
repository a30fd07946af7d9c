import { ApiError } from '@kushi/contract/client'
import type { Session } from '@kushi/contract/common'
import type { Passkeys } from '@kushi/contract/sign-in'
import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { bareApi, quietApi } from '../api.ts'

/** Whether the browser suggests passkeys under the field of the e-mail. */
export const canSuggestPasskeys = browserSupportsWebAuthnAutofill

/** Whether the device asks for a finger, a face or a PIN itself. */
export const hasOwnAuthenticator = (): Promise<boolean> =>
  PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)

/** The member closed the browser's dialog, or another request replaced this one. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/**
 * Logs in by a passkey. `isSuggested`: waits until one of the browser's suggestions is chosen, without a dialog. Tells the
 * browser of a passkey that the shop no longer knows.
 */
export async function logInByPasskey(isSuggested: boolean): Promise<Session> {
  // The contract knows the options only as a JSON object: the server's own library makes them.
  const { options }: { options: object } = await bareApi('POST /v1/common/login/passkey/options')
  const answer = await startAuthentication({
    optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill: isSuggested,
    verifyBrowserAutofillInput: false,
  })
  try {
    return await bareApi('POST /v1/common/login/passkey', { body: { credential: { ...answer } } })
  } catch (error) {
    if (error instanceof ApiError && error.error === 'ERROR_PASSKEY_UNKNOWN')
      await signals.signalUnknownCredential?.({ rpId: location.hostname, credentialId: answer.id }).catch(() => {})
    throw error
  }
}

/** Adds a passkey on this device. @throws ApiError, or the browser's error */
export async function addPasskey(): Promise<Passkeys> {
  const { options }: { options: object } = await quietApi('POST /v1/customer/passkeys/options')
  const answer = await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
  return quietApi('POST /v1/customer/passkeys', { body: { credential: { ...answer } } })
}

/** Tells the browser which passkeys are still accepted, so that it suggests no other. */
export const tellAccepted = async ({ rp_id, user_id, credential_ids }: Passkeys): Promise<void> =>
  signals
    .signalAllAcceptedCredentials?.({ rpId: rp_id, userId: user_id, allAcceptedCredentialIds: credential_ids })
    .catch(() => {})

/** Missing in older browsers. */
const signals: Partial<typeof PublicKeyCredential> = globalThis.PublicKeyCredential ?? {}
