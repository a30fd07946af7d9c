import { constants, createHash, createPublicKey, verify } from 'node:crypto'
import type { AmazonConfig } from './config.ts'
import { AmazonError } from './errors.ts'

const ALGORITHM = 'AMZN-PAY-RSASSA-PSS-V2'
const SALT = 32
/** Allowed difference to the merchant's clock. */
const SKEW_MS = 5 * 60_000
const NEEDED = ['accept', 'content-type', 'x-amz-pay-date', 'x-amz-pay-host', 'x-amz-pay-region']

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Whether `signature` is the merchant's over `text`; RSA-PSS with SHA-256 and a salt of 32 bytes, as V2 requires. */
function isSigned(config: AmazonConfig, text: string, signature: string): boolean {
  if (config.publicKey === '' || signature === '') return false
  const key = { key: createPublicKey(config.publicKey), padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: SALT }
  return verify('sha256', Buffer.from(`${ALGORITHM}\n${sha256(text)}`), key, Buffer.from(signature, 'base64'))
}

/** Checks the payload of a button, byte for byte as the page passed it. */
export const isButtonSigned = (config: AmazonConfig, payload: string, signature: string) =>
  isSigned(config, payload, signature)

type Request = {
  method: string
  path: string
  query: string
  header: (name: string) => string | undefined
  body: string
}

/** @throws AmazonError if an API request is not signed by the merchant, or its time is not current */
export function checkSignature(config: AmazonConfig, request: Request, now: Date): void {
  const header = request.header('authorization') ?? ''
  const [, algorithm, keyId, names = '', signature = ''] =
    /^(\S+) PublicKeyId=([^,]+), SignedHeaders=([^,]+), Signature=(\S+)$/.exec(header) ?? []
  if (algorithm === undefined) throw new AmazonError('MissingHeader', 'authorization')
  if (algorithm !== ALGORITHM) throw new AmazonError('InvalidHeaderValue', `algorithm ${algorithm}`)
  if (keyId !== config.publicKeyId) throw new AmazonError('InvalidAuthentication', `PublicKeyId ${keyId}`)
  const signed = names.split(';')
  const missing = NEEDED.find((name) => !signed.includes(name) || request.header(name) === undefined)
  if (missing !== undefined) throw new AmazonError('MissingHeader', missing)
  if (request.header('x-amz-pay-idempotency-key') !== undefined && !signed.includes('x-amz-pay-idempotency-key'))
    throw new AmazonError('InvalidRequestSignature', 'the idempotency key is not signed')
  if (request.header('x-amz-pay-region') !== 'jp') throw new AmazonError('InvalidHeaderValue', 'x-amz-pay-region')
  const date = Date.parse(request.header('x-amz-pay-date') ?? '')
  if (!(Math.abs(now.getTime() - date) <= SKEW_MS)) throw new AmazonError('InvalidHeaderValue', 'x-amz-pay-date')
  if ([...signed].sort().join(';') !== names) throw new AmazonError('InvalidRequestSignature', 'SignedHeaders unsorted')
  const lines = signed.map((name) => `${name}:${request.header(name) ?? ''}`)
  const canonical = [request.method, request.path, request.query, ...lines, '', names, sha256(request.body)].join('\n')
  if (!isSigned(config, canonical, signature))
    throw new AmazonError('InvalidRequestSignature', 'Unable to verify signature')
}
