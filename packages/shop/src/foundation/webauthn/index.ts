/** What other features use of `webauthn`. */

export {
  type RelyingParty,
  relyingPartyOf,
  verifyWebauthnCreation,
  verifyWebauthnRequest,
  webauthnCreationOptions,
  webauthnRequestOptions,
} from './passkeys.ts'
