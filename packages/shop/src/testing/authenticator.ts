import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url')
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
/** A CBOR text string of less than 24 characters. */
const cborText = (text: string) => Buffer.from([0x60 + text.length, ...Buffer.from(text)])
const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]), bytes])

/** Flags of the authenticator: the user was present, and verified; there is a new credential. */
const UP = 1
const UV = 4
const AT = 64

interface Answering {
  challenge: unknown
  /** The page that asks. */
  origin?: string
  /** false: nobody was asked for a fingerprint or a PIN. */
  is_verified?: boolean
  /** The user handle that is returned; absent: that of the registration. */
  user_handle?: string
}

/** A phone with one passkey (ES256, without attestation), as a browser passes its answers on. */
export function fakePasskeyAuthenticator(rp_id = 'localhost') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const credential_id = randomBytes(16)
  const id = base64url(credential_id)
  let handle = ''
  const clientData = (type: string, { challenge, origin = 'http://localhost:3000' }: Answering) =>
    JSON.stringify({ type, challenge, origin, crossOrigin: false })
  const flags = (is_verified = true) => UP | (is_verified ? UV : 0)
  const common = { id, rawId: id, type: 'public-key', clientExtensionResults: {} }
  return {
    id,
    counter: 0,
    create(options: Record<string, unknown>, more: Partial<Answering> = {}) {
      const asked = { challenge: options.challenge, ...more }
      handle = (options.user as { id: string }).id
      const key = [0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]
      const cose = Buffer.concat([
        Buffer.from(key),
        Buffer.from(x!, 'base64url'),
        Buffer.from([0x22, 0x58, 32]),
        Buffer.from(y!, 'base64url'),
      ])
      const authData = Buffer.concat([
        sha256(rp_id),
        Buffer.from([flags(more.is_verified) | AT]),
        uint32(this.counter),
        Buffer.alloc(16),
        Buffer.from([0, credential_id.length]),
        credential_id,
        cose,
      ])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authData),
      ])
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', asked)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      }
      return { ...common, response } as Record<string, unknown>
    },
    get(options: Record<string, unknown>, more: Partial<Answering> = {}) {
      const asked = { challenge: options.challenge, ...more }
      const client = clientData('webauthn.get', asked)
      const authData = Buffer.concat([sha256(rp_id), Buffer.from([flags(more.is_verified)]), uint32(this.counter)])
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        userHandle: more.user_handle === undefined ? handle : base64url(more.user_handle),
      }
      return { ...common, response } as Record<string, unknown>
    },
  }
}
