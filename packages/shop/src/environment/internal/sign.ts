import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a client signs to be told the environment; the counterpart is `signInit` of the contract. */
export interface SignedRequest {
  client_id: string
  /** Unix time in seconds. */
  timestamp: string
  nonce: string
  /** HMAC-SHA-256 in lower-case hex: one signature has one spelling. */
  signature: string
}

/** Whether the signature is the client's. Takes the same time wherever the first wrong byte stands. */
export function isSignedBy(clientKey: string, { client_id, timestamp, nonce, signature }: SignedRequest): boolean {
  const expected = createHmac('sha256', clientKey).update(`${client_id}\n${timestamp}\n${nonce}`).digest('hex')
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, Buffer.from(expected))
}
