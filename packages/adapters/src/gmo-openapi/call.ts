import { randomUUID } from 'node:crypto'
import { PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import { askProvider } from '../network/ask-provider.ts'

export interface GmoOpenApiSettings {
  /** `https://openapi.mul-pay.jp`, for tests `https://stg.openapi.mul-pay.jp`, or the address of the simulator. */
  base_url: string
  /** The account of the cards. */
  shop_id: string
  shop_pass: string
  /** The shop's name as wallets show it: in カナ of two bytes, and in Latin letters. */
  name_kana: string
  name_alphabet: string
  timeout_ms?: number
}

/** The version of the interface that is spoken. */
const VERSION = '2023-06'

/** A refusal by GMO (RFC 7807): `title` is its code. */
export class GmoProblem extends Error {
  readonly title: string
  readonly status: number
  constructor(api: string, title: string, status: number) {
    super(`${api}: ${title} (HTTP ${status})`)
    this.title = title
    this.status = status
  }
}

/** GMO does not accept the shop's keys, is asked too much, or is still at work on the same request: says nothing of the payment. */
const noDecision = new Set([401, 403, 408, 409, 425, 429])

export type CallGmoOpenApi = <T extends object>(api: string, body: object, key?: string) => Promise<T>

/**
 * Returns a function that makes one call of GMO's OpenAPI type. `key`: its Idempotency-Key; absent: a new one.
 * @throws GmoProblem when GMO refuses, PaymentUnavailable when there is no usable response
 */
export function makeGmoOpenApiCaller(settings: GmoOpenApiSettings): CallGmoOpenApi {
  const { base_url, shop_id, shop_pass } = settings
  const authorization = `Basic ${Buffer.from(`${shop_id}:${shop_pass}`).toString('base64')}`
  return async <T extends object>(api: string, body: object, key: string = randomUUID()): Promise<T> => {
    const request = {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key, 'x-mp-version': VERSION },
      body: JSON.stringify(body),
    }
    const { status, answer } = await askProvider<T | { title?: unknown } | null>(
      `GMO ${api}`,
      `${base_url}/${api}`,
      request,
      settings.timeout_ms,
    )
    if (status >= 200 && status < 300 && answer !== null) return answer as T
    const title = String((answer as { title?: unknown } | null)?.title ?? '')
    if (title === '' || status < 400 || status >= 500 || noDecision.has(status))
      throw new PaymentUnavailable(`GMO ${api}: HTTP ${status} ${title}`)
    throw new GmoProblem(api, title, status)
  }
}
