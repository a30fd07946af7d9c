import { type PaymentPort, PaymentRefused, PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import type { Carrier } from '@kushi/values/carrier'
import { translateErrors } from '../deferred/translate-errors.ts'

export interface NpSettings {
  /** `https://cp.np-payment-gateway.com/v1`, for tests `https://ctcp.np-payment-gateway.com/v1`. */
  base_url: string
  merchant_code: string
  sp_code: string
  terminal_id: string
  /** 運送会社コード, from NP's list. */
  carriers: Record<Carrier, string>
  timeout_ms?: number
}

/** Milliseconds, as NP recommends. */
const timeoutMs = 30_000

/** A refusal by NP. */
export class NpError extends Error {
  readonly codes: string[]
  constructor(path: string, codes: string[]) {
    super(`${path}: ${codes.join(', ')}`)
    this.codes = codes
  }
}

export type NpCall = (method: 'POST' | 'PATCH', path: string, transaction: object) => Promise<Record<string, unknown>>

/**
 * Returns a function that makes one call for one transaction and returns its result.
 * @throws NpError when NP refuses, PaymentUnavailable when there is no usable response
 */
export function makeNpCaller(settings: NpSettings): NpCall {
  const credentials = Buffer.from(`${settings.merchant_code}:${settings.sp_code}`).toString('base64')
  return async (method, path, transaction) => {
    let status: number
    let text: string
    try {
      const res = await fetch(`${settings.base_url}/${path}`, {
        method,
        headers: {
          authorization: `Basic ${credentials}`,
          'x-np-terminal-id': settings.terminal_id,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ transactions: [transaction] }),
        signal: AbortSignal.timeout(settings.timeout_ms ?? timeoutMs),
      })
      status = res.status
      text = await res.text()
    } catch (cause) {
      throw new PaymentUnavailable(`NP ${path}: no answer`, cause)
    }
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch (cause) {
      throw new PaymentUnavailable(`NP ${path}: HTTP ${status} without JSON`, cause)
    }
    const { results, errors } = (body ?? {}) as { results?: unknown[]; errors?: { codes?: unknown }[] }
    const codes = errors?.[0]?.codes
    if (status === 400 && Array.isArray(codes) && codes.length > 0) throw new NpError(path, codes.map(String))
    const result = results?.[0]
    if (status !== 200 || typeof result !== 'object' || result === null)
      throw new PaymentUnavailable(`NP ${path}: HTTP ${status}`)
    return result as Record<string, unknown>
  }
}

/** E0100048–E0100091 and E0100136 concern name, address, phone and mail; other codes of E01 are our error or a wrong state. */
const isAboutParty = (code: string) => (code >= 'E0100048' && code <= 'E0100091') || code === 'E0100136'

/** Translates NP's codes into the port's errors, for every call of the port. */
export const translateNpErrors = (port: PaymentPort): PaymentPort =>
  translateErrors(port, (error) => {
    if (!(error instanceof NpError)) return error
    // E00 are NP's own faults.
    if (!error.codes.every((code) => code.startsWith('E01')))
      return new PaymentUnavailable(`NP ${error.message}`, error)
    return new PaymentRefused(error.codes.every(isAboutParty) ? 'address' : 'not_accepted', error.codes.join(','))
  })

/** Returns `fallback` if NP reports one of these codes, i.e. that it was done before, or never begun. */
export async function fallbackOnCodes<T>(work: Promise<T>, codes: readonly string[], fallback: T): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof NpError && error.codes.some((code) => codes.includes(code))) return fallback
    throw error
  }
}
