// パスキー (WebAuthn) of members and of operators: discoverable, with user verification, without attestation. Who may have
// one, and where challenges are kept, is the caller's.

/**
 * Loaded with the first passkey, because loading takes a quarter of a second, which would delay every start of the
 * server.
 */
const webauthn = () => import('@simplewebauthn/server')

/** A passkey belongs to a host name. */
export interface RelyingParty {
  rpID: string
  origin: string
}

export function relyingPartyOf(url: string): RelyingParty {
  const { hostname, origin } = new URL(url)
  return { rpID: hostname, origin }
}

/** Options of a browser's `navigator.credentials`, as JSON, with the challenge that the answer has to sign. */
type WebauthnOptions = Record<string, unknown> & { challenge: string }

/** Any passkey of this host may answer. */
export async function webauthnRequestOptions({ rpID }: RelyingParty): Promise<WebauthnOptions> {
  const { generateAuthenticationOptions } = await webauthn()
  return (await generateAuthenticationOptions({ rpID, userVerification: 'required' })) as unknown as WebauthnOptions
}

interface PasskeyUser {
  rp_name: string
  /** The user handle, which the passkey returns at a login. */
  user_id: string
  user_name: string
  display_name: string
  /** Ids of the user's passkeys. A device that holds one of them creates no second. */
  own: readonly string[]
}

export async function webauthnCreationOptions({ rpID }: RelyingParty, user: PasskeyUser): Promise<WebauthnOptions> {
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: user.rp_name,
    rpID,
    userID: new TextEncoder().encode(user.user_id),
    userName: user.user_name,
    userDisplayName: user.display_name,
    excludeCredentials: user.own.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return options as unknown as WebauthnOptions
}

/** Uses up a challenge; false: it was not issued, is too old or was answered already. */
type UseChallenge = (challenge: string) => Promise<boolean>

interface StoredPasskey {
  credential_id: string
  public_key: Buffer
  counter: number
}

/**
 * Verifies a passkey's answer to one of our challenges. Returns the passkey's new counter; null: the answer is invalid.
 */
export async function verifyWebauthnRequest(
  { rpID, origin }: RelyingParty,
  answer: Record<string, unknown>,
  key: StoredPasskey,
  useChallenge: UseChallenge,
): Promise<{ counter: number } | null> {
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer as never,
    expectedChallenge: useChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: { id: key.credential_id, publicKey: new Uint8Array(key.public_key), counter: key.counter },
  }).catch(() => ({ verified: false, authenticationInfo: null }))
  return verified && authenticationInfo ? { counter: authenticationInfo.newCounter } : null
}

/** Returns a new passkey as it is stored; null: the answer is invalid. */
export async function verifyWebauthnCreation(
  { rpID, origin }: RelyingParty,
  answer: Record<string, unknown>,
  useChallenge: UseChallenge,
): Promise<(StoredPasskey & { transports: string[]; aaguid: string }) | null> {
  const { verifyRegistrationResponse } = await webauthn()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: answer as never,
    expectedChallenge: useChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }))
  if (!verified || !registrationInfo) return null
  const { credential, aaguid } = registrationInfo
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    aaguid,
  }
}
