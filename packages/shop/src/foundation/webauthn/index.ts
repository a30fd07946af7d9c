/** The exports of `webauthn` for other features. */

export {
  type RelyingParty,
  relyingPartyOf,
  verifyWebauthnCreation,
  verifyWebauthnRequest,
  webauthnCreationOptions,
  webauthnRequestOptions,
} from './passkeys.ts'
