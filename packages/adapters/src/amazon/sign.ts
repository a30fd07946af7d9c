import { constants, createHash, type KeyObject, sign } from 'node:crypto'

export const signatureAlgorithm = 'AMZN-PAY-RSASSA-PSS-V2'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** RSA-PSS with SHA-256 and a salt of 32 bytes over the hash of `text`, base64. */
export function signText(key: KeyObject, text: string): string {
  const toSign = Buffer.from(`${signatureAlgorithm}\n${sha256(text)}`)
  return sign('sha256', toSign, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }).toString('base64')
}

export interface RequestToSign {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  url: URL
  /** The exact bytes that are sent; empty if there is no body. */
  body: string
  /** Makes a repeated call return its first result. */
  idempotency_key?: string | undefined
}

interface Signer {
  key: KeyObject
  public_key_id: string
  now: Date
}

/** Returns all headers of a call, signed. The names are sorted, as the canonical request requires. */
export function signedHeaders({ key, public_key_id, now }: Signer, request: RequestToSign): Record<string, string> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'content-type': 'application/json',
    'x-amz-pay-date': `${now.toISOString().slice(0, 19)}Z`,
    'x-amz-pay-host': request.url.host,
    ...(request.idempotency_key ? { 'x-amz-pay-idempotency-key': request.idempotency_key } : {}),
    'x-amz-pay-region': 'jp',
  }
  const names = Object.keys(headers)
  const canonical = [
    request.method,
    request.url.pathname,
    '',
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    sha256(request.body),
  ].join('\n')
  const signature = signText(key, canonical)
  const authorization = `${signatureAlgorithm} PublicKeyId=${public_key_id}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return { ...headers, authorization }
}
