/** What other features use of `webauthn`. */

export {
  creationOptions,
  type RelyingParty,
  relyingPartyOf,
  requestOptions,
  verifyCreation,
  verifyRequest,
} from './passkeys.ts'
