import { PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import { askProvider } from '../network/ask-provider.ts'

export interface PaidySettings {
  /** `https://api.paidy.com`, for tests too, or the address of the simulator. */
  base_url: string
  /** 公開キー, `pk_live_…` or `pk_test_…`, with which the browser opens Paidy's window. */
  public_key: string
  /** 秘密キー, `sk_live_…` or `sk_test_…`. */
  secret_key: string
  timeout_ms?: number
}

/** As public programs send it. */
const VERSION = '2018-04-10'

/** A refusal by Paidy: its HTTP status and code. */
export class PaidyError extends Error {
  constructor(api: string, status: number, code: string) {
    super(`${api}: HTTP ${status} ${code}`.trim())
  }
}

export type CallPaidy = <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>

/** Paidy does not accept the shop's key, or is asked too much: says nothing of the payment. */
const noDecision = new Set([401, 403, 408, 425, 429])

/**
 * Returns a function that makes one call of the payments API.
 * @throws PaidyError when Paidy refuses, PaymentUnavailable when there is no usable response
 */
export function makePaidyCaller(settings: PaidySettings): CallPaidy {
  return async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
    const api = `${method} ${path.replace(/pay_[\w-]+/, '…')}`
    const request = {
      method,
      headers: {
        authorization: `Bearer ${settings.secret_key}`,
        'content-type': 'application/json',
        'paidy-version': VERSION,
      },
      ...(body && { body: JSON.stringify(body) }),
    }
    const { status, answer } = await askProvider<T & { code?: unknown }>(
      `Paidy ${api}`,
      `${settings.base_url}/${path}`,
      request,
      settings.timeout_ms,
    )
    if (status >= 500 || noDecision.has(status)) throw new PaymentUnavailable(`Paidy ${api}: HTTP ${status}`)
    if (status < 300) return answer
    throw new PaidyError(api, status, String(answer.code ?? ''))
  }
}
