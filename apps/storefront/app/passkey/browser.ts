import { ApiError } from '@kushi/contract/client'
import type { Session } from '@kushi/contract/common'
import type { Passkeys } from '@kushi/contract/sign-in'
import { browserSupportsWebAuthnAutofill, startAuthentication, startRegistration } from '@simplewebauthn/browser'
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
  const { options } = await bareApi('POST /v1/common/login/passkey/options')
  const answer = await startAuthentication({
    optionsJSON: options as never,
    useBrowserAutofill: isSuggested,
    verifyBrowserAutofillInput: false,
  })
  try {
    return await bareApi('POST /v1/common/login/passkey', { body: { credential: answer as never } })
  } catch (error) {
    if (error instanceof ApiError && error.error === 'ERROR_PASSKEY_UNKNOWN')
      await signals.signalUnknownCredential?.({ rpId: location.hostname, credentialId: answer.id }).catch(() => {})
    throw error
  }
}

/** Adds a passkey on this device. @throws ApiError, or the browser's error */
export async function addPasskey(): Promise<Passkeys> {
  const { options } = await quietApi('POST /v1/customer/passkeys/options')
  const answer = await startRegistration({ optionsJSON: options as never })
  return quietApi('POST /v1/customer/passkeys', { body: { credential: answer as never } })
}

/** Tells the browser which passkeys are still accepted, so that it suggests no other. */
export const tellAccepted = async ({ rp_id, user_id, credential_ids }: Passkeys): Promise<void> =>
  signals
    .signalAllAcceptedCredentials?.({ rpId: rp_id, userId: user_id, allAcceptedCredentialIds: credential_ids })
    .catch(() => {})

type Signals = Partial<
  Record<'signalUnknownCredential' | 'signalAllAcceptedCredentials', (of: object) => Promise<void>>
>
const signals = (globalThis.PublicKeyCredential ?? {}) as unknown as Signals
