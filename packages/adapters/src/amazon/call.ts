import { createPrivateKey } from 'node:crypto'
import { PaymentUnavailable } from '@kushi/shop/payment/payment-port'
import { type Signed, signedHeaders } from './sign.ts'

export interface AmazonSettings {
  /** `https://pay-api.amazon.jp`, or where the stand-in is. */
  base_url: string
  /** PEM of the key whose public half Amazon has. */
  private_key: string
  /** `SANDBOX-…` or `LIVE-…`. */
  public_key_id: string
  /** Client ID of the shop's application at Amazon. */
  store_id: string
  /** Shown to the customer at Amazon, 50 characters at most. */
  store_name: string
  timeout_ms?: number
}

/** As with the card company: a payment's lease lasts for four of these. */
const timeoutMs = 30_000

/** Amazon's own word for "no". */
export class AmazonError extends Error {
  readonly reason: string
  constructor(api: string, reason: string) {
    super(`${api}: ${reason}`)
    this.reason = reason
  }
}

type Json = { [name: string]: unknown }
export type CallAmazon = <T>(method: Signed['method'], path: string, body?: Json, idempotencyKey?: string) => Promise<T>

/** Not an answer on the matter: a fault there or of our own making. */
const faults = new Set([408, 425, 426, 429])

/**
 * One call of API v2, signed. Answers what Amazon answers; the keys of its objects are Amazon's.
 * Throws AmazonError when it answers no, PaymentUnavailable when it does not answer usefully.
 */
export function callAmazon(settings: AmazonSettings): CallAmazon {
  const key = createPrivateKey(settings.private_key)
  return async <T>(method: Signed['method'], path: string, body?: Json, idempotency_key?: string): Promise<T> => {
    const api = `${method} ${path.replace(/\/[\w-]{16,}/, '/…')}`
    const url = new URL(`${settings.base_url}/v2/${path}`)
    const text = body ? JSON.stringify(body) : ''
    const signer = { key, public_key_id: settings.public_key_id, now: new Date() }
    let status: number
    let answer: Json
    try {
      const res = await fetch(url, {
        method,
        headers: signedHeaders(signer, { method, url, body: text, idempotency_key }),
        ...(text ? { body: text } : {}),
        signal: AbortSignal.timeout(settings.timeout_ms ?? timeoutMs),
      })
      status = res.status
      answer = (await res.json()) as Json
    } catch (cause) {
      throw new PaymentUnavailable(`${api}: no answer`, cause)
    }
    if (status >= 200 && status < 300) return answer as T
    const reason = typeof answer.reasonCode === 'string' ? answer.reasonCode : `HTTP ${status}`
    if (status >= 500 || faults.has(status)) throw new PaymentUnavailable(`${api}: ${reason}`)
    throw new AmazonError(api, reason)
  }
}
