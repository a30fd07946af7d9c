import type { EnvironmentConfig } from './common.ts'
import type { FieldFailure } from './failure.ts'

/*
 * The browser's half of `GET /v1/common/init`, by WebCrypto only. It needs a secure context: https, or localhost.
 */

export interface InitHeaders {
  'x-client-id': string
  /** Unix time in seconds. */
  'x-timestamp': string
  'x-nonce': string
  /** HMAC-SHA-256 over client id, timestamp and nonce, one per line, in hex. */
  'x-signature': string
}

const bytesOf = (text: string) => new TextEncoder().encode(text)
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))

/** Returns the headers of a signed request. Keep `x-nonce`: the response can't be decrypted without it. */
export async function signInitRequest(clientId: string, key: string, now: Date): Promise<InitHeaders> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const nonce = hex(crypto.getRandomValues(new Uint8Array(16)))
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const signer = await crypto.subtle.importKey('raw', bytesOf(key), hmac, false, ['sign'])
  const signature = await crypto.subtle.sign('HMAC', signer, bytesOf(`${clientId}\n${timestamp}\n${nonce}`))
  return {
    'x-client-id': clientId,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-signature': hex(new Uint8Array(signature)),
  }
}

/** Decrypts the response to a request that was signed with `key` and `nonce`. Throws if the response was altered. */
export async function decryptInitResponse(
  answer: { iv: string; ciphertext: string },
  key: string,
  nonce: string,
): Promise<EnvironmentConfig> {
  const base = await crypto.subtle.importKey('raw', bytesOf(key), 'HKDF', false, ['deriveKey'])
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: bytesOf(nonce), info: bytesOf('kushi-init') }
  const aes = await crypto.subtle.deriveKey(hkdf, base, { name: 'AES-GCM', length: 256 }, false, ['decrypt'])
  const gcm = { name: 'AES-GCM', iv: fromBase64(answer.iv) }
  const text = await crypto.subtle.decrypt(gcm, aes, fromBase64(answer.ciphertext))
  return JSON.parse(new TextDecoder().decode(text)) as EnvironmentConfig
}

/**
 * Reads the server's time from the response that rejects a wrong client clock (ERROR_CLOCK_SKEW). The request is then
 * signed again with this time.
 */
export function serverTimeFromFailure(fields: readonly FieldFailure[]): Date | null {
  const stated = fields.find((field) => field.path === 'x-timestamp')
  return stated ? new Date(Number(stated.message) * 1000) : null
}
