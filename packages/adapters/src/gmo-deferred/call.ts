import { type PaymentPort, PaymentRefused, PaymentUnavailable } from '@kushi/shop/payment/payment-port'
import type { Carrier } from '@kushi/values/carrier'
import { translating } from '../deferred/translating.ts'
import { codes } from './codes.ts'
import { readAnswer, type Tree, textAt, writeTree, type XmlElement } from './xml.ts'

export interface GmoDeferredSettings {
  /** `https://shop.gmo-ab.com`, for tests `https://testshop.gmo-ab.com`. */
  base_url: string
  authentication_id: string
  shop_code: string
  connect_password: string
  /** 運送会社コード, from the provider's list. */
  carriers: Record<Carrier, string>
  timeout_ms?: number
}

const timeoutMs = 30_000

/** The provider's own words for "no". */
export class GmoDeferredError extends Error {
  readonly code: string
  constructor(name: string, code: string) {
    super(`${name}: ${code}`)
    this.code = code
  }
}

export type GmoDeferredCall = (name: string, request: Tree) => Promise<XmlElement>

/**
 * One call: XML out, XML in; both refusals and answers travel with HTTP 200.
 * @throws GmoDeferredError when the provider says no, PaymentUnavailable when it does not answer usefully.
 */
export function gmoDeferredCall(settings: GmoDeferredSettings): GmoDeferredCall {
  const shopInfo = {
    authenticationId: settings.authentication_id,
    shopCode: settings.shop_code,
    connectPassword: settings.connect_password,
  }
  return async (name, request) => {
    let answer: XmlElement
    try {
      const res = await fetch(`${settings.base_url}/auto/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/xml;charset=UTF-8' },
        body: `<?xml version="1.0" encoding="UTF-8"?>${writeTree({ request: { shopInfo, ...request } })}`,
        signal: AbortSignal.timeout(settings.timeout_ms ?? timeoutMs),
      })
      if (!res.ok) throw new Error(`HTTP ${res.status}`)
      answer = readAnswer(await res.text())
    } catch (cause) {
      throw new PaymentUnavailable(`GMO後払い ${name}: no answer`, cause)
    }
    const result = textAt(answer, 'result')
    if (result === 'NG') throw new GmoDeferredError(name, textAt(answer, 'errors', 'error', 'errorCode'))
    if (result !== 'OK') throw new PaymentUnavailable(`GMO後払い ${name}: incomplete answer`)
    return answer
  }
}

/** Every call of the port with the provider's codes in its terms. */
export const inPortTerms = (port: PaymentPort): PaymentPort =>
  translating(port, (error) => {
    if (!(error instanceof GmoDeferredError)) return error
    if (codes.party.test(error.code)) return new PaymentRefused('address', error.code)
    return new PaymentUnavailable(`GMO後払い ${error.message}`, error)
  })

/** null where the provider says that it was done before, or never began. */
export async function unless<T>(work: Promise<T>, code: string): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof GmoDeferredError && error.code === code) return null
    throw error
  }
}
