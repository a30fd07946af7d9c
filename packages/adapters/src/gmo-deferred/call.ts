import { type PaymentPort, PaymentRefused, PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import type { Carrier } from '@kushi/values/carrier'
import { translateErrors } from '../deferred/translate-errors.ts'
import { type DeferredCodes, type DeferredMeaning, hasDeferredMeaning } from './codes.ts'
import { parseXmlAnswer, writeXmlTree, type XmlElement, type XmlTree, xmlTextAt } from './xml.ts'

export interface GmoDeferredSettings {
  /** `https://shop.gmo-ab.com`, for tests `https://testshop.gmo-ab.com`. */
  base_url: string
  authentication_id: string
  shop_code: string
  connect_password: string
  /** 運送会社コード, from the provider's list. */
  carriers: Record<Carrier, string>
  codes: DeferredCodes
  timeout_ms?: number
}

const timeoutMs = 30_000

/** A refusal by the provider. */
export class GmoDeferredError extends Error {
  readonly code: string
  constructor(name: string, code: string) {
    super(`${name}: ${code}`)
    this.code = code
  }
}

export type GmoDeferredCall = (name: string, request: XmlTree) => Promise<XmlElement>

/**
 * Returns a function that makes one call: XML request, XML response. Refusals have HTTP 200 too.
 * @throws GmoDeferredError when the provider refuses, PaymentUnavailable when there is no usable response
 */
export function makeGmoDeferredCaller(settings: GmoDeferredSettings): GmoDeferredCall {
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
        body: `<?xml version="1.0" encoding="UTF-8"?>${writeXmlTree({ request: { shopInfo, ...request } })}`,
        signal: AbortSignal.timeout(settings.timeout_ms ?? timeoutMs),
      })
      if (!res.ok) throw new Error(`HTTP ${res.status}`)
      answer = parseXmlAnswer(await res.text())
    } catch (cause) {
      throw new PaymentUnavailable(`GMO後払い ${name}: no answer`, cause)
    }
    const result = xmlTextAt(answer, 'result')
    if (result === 'NG') throw new GmoDeferredError(name, xmlTextAt(answer, 'errors', 'error', 'errorCode'))
    if (result !== 'OK') throw new PaymentUnavailable(`GMO後払い ${name}: incomplete answer`)
    return answer
  }
}

/** Translates the provider's codes into the port's errors, for every call of the port. */
export const translateGmoDeferredErrors = (port: PaymentPort, codes: DeferredCodes): PaymentPort =>
  translateErrors(port, (error) => {
    if (!(error instanceof GmoDeferredError)) return error
    if (hasDeferredMeaning(codes, 'party', error.code)) return new PaymentRefused('address', error.code)
    return new PaymentUnavailable(`GMO後払い ${error.message}`, error)
  })

/**
 * Returns a function that turns refusals of one meaning into null. Such a refusal says that the work was done before,
 * or was never begun.
 */
export const nullOnMeaning =
  (codes: DeferredCodes) =>
  async <T>(work: Promise<T>, meaning: DeferredMeaning): Promise<T | null> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof GmoDeferredError && hasDeferredMeaning(codes, meaning, error.code)) return null
      throw error
    }
  }
