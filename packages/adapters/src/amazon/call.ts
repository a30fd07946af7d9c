import { createPrivateKey } from 'node:crypto'
import { PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import { askProvider } from '../network/ask-provider.ts'
import { type RequestToSign, signedHeaders } from './sign.ts'

export interface AmazonSettings {
  /** `https://pay-api.amazon.jp`, or the address of the simulator. */
  base_url: string
  /** PEM of the private key whose public key is registered at Amazon. */
  private_key: string
  /** `SANDBOX-…` or `LIVE-…`. */
  public_key_id: string
  /** Client ID of the shop's application at Amazon. */
  store_id: string
  /** Shown to the customer at Amazon, at most 50 characters. */
  store_name: string
  timeout_ms?: number
}

/** A refusal by Amazon. */
export class AmazonError extends Error {
  readonly reason: string
  /** HTTP status. */
  readonly status: number
  constructor(api: string, reason: string, status: number) {
    super(`${api}: ${reason}`)
    this.reason = reason
    this.status = status
  }
}

type Json = { [name: string]: unknown }
export type CallAmazon = <T>(
  method: RequestToSign['method'],
  path: string,
  body?: Json,
  idempotencyKey?: string,
) => Promise<T>

/** Statuses that are no decision: a fault on either side. */
const faults = new Set([408, 425, 426, 429])

/**
 * Returns a function that makes one signed call of API v2. It returns Amazon's response; the keys of its objects are
 * Amazon's.
 * @throws AmazonError when Amazon refuses, PaymentUnavailable when there is no usable response
 */
export function makeAmazonCaller(settings: AmazonSettings): CallAmazon {
  const key = createPrivateKey(settings.private_key)
  return async <T>(
    method: RequestToSign['method'],
    path: string,
    body?: Json,
    idempotency_key?: string,
  ): Promise<T> => {
    const api = `${method} ${path.replace(/\/[\w-]{16,}/, '/…')}`
    const url = new URL(`${settings.base_url}/v2/${path}`)
    const text = body ? JSON.stringify(body) : ''
    const signer = { key, public_key_id: settings.public_key_id, now: new Date() }
    const request = {
      method,
      headers: signedHeaders(signer, { method, url, body: text, idempotency_key }),
      ...(text ? { body: text } : {}),
    }
    const { status, answer } = await askProvider<Json>(api, url, request, settings.timeout_ms)
    if (status >= 200 && status < 300) return answer as T
    const reason = typeof answer.reasonCode === 'string' ? answer.reasonCode : `HTTP ${status}`
    if (status >= 500 || faults.has(status)) throw new PaymentUnavailable(`${api}: ${reason}`)
    throw new AmazonError(api, reason, status)
  }
}
