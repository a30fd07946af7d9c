import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'

// The contract knows options and answers only as JSON objects, which the server makes and checks with its own library.

/** Asks the browser for one of the operator's passkeys. @throws the browser's error */
export const requestPasskey = async (options: object): Promise<Record<string, unknown>> => ({
  ...(await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })),
})

/** Lets the browser create a passkey on this device. @throws the browser's error */
export const createPasskey = async (options: object): Promise<Record<string, unknown>> => ({
  ...(await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })),
})
