import { PaymentRefused, PaymentUnavailable } from '@kushi/shop/payment/payment-port'
import { refusalOf } from './refusal.ts'
import { decodeAnswer, encodeForm } from './wire.ts'

export interface GmoSettings {
  base_url: string
  shop_id: string
  shop_pass: string
  site_id: string
  site_pass: string
  /** Name of the shop on the bank's 3-D Secure page; left out: the name registered at GMO. */
  tenant_name?: string
  timeout_ms?: number
}

/** Milliseconds. Longer than a payment's lease (10 seconds), which its holder renews while it waits for the response. */
const timeoutMs = 30_000

/** A refusal by GMO: code and detail, in pairs. */
export class GmoError extends Error {
  readonly infos: string[]
  constructor(api: string, infos: string[]) {
    super(`${api}: ${infos.join(', ')}`)
    this.infos = infos
  }
}

/**
 * Makes one call of the protocol type (プロトコルタイプ): a form in Shift_JIS to `/payment/<api>.idPass`.
 * @throws GmoError when it returns error codes, PaymentUnavailable when there is no usable response
 */
export async function callGmo(
  settings: GmoSettings,
  api: string,
  fields: Record<string, string>,
  expected: readonly string[],
): Promise<Record<string, string>> {
  let answer: Record<string, string>
  try {
    const res = await fetch(`${settings.base_url}/payment/${api}.idPass`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: encodeForm(fields),
      signal: AbortSignal.timeout(settings.timeout_ms ?? timeoutMs),
    })
    if (!res.ok) throw new Error(`HTTP ${res.status}`)
    answer = decodeAnswer(new Uint8Array(await res.arrayBuffer()))
  } catch (cause) {
    throw new PaymentUnavailable(`${api}: no answer`, cause)
  }
  if (answer.ErrInfo !== undefined) throw new GmoError(api, answer.ErrInfo.split('|'))
  // A truncated response does not show what happened.
  if (expected.some((name) => answer[name] === undefined)) throw new PaymentUnavailable(`${api}: incomplete answer`)
  return answer
}

/** Translates GMO's codes into the port's errors: refused by the card company, or a fault that is not the card's. */
export async function inPortTerms<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof GmoError)) throw error
    const refusals = error.infos.map(refusalOf)
    const [refusal] = refusals
    // If one of the codes is our own error, the whole response says nothing about the card.
    if (!refusal || refusals.includes(null)) throw new PaymentUnavailable(error.message, error)
    throw new PaymentRefused(refusal, error.infos[0]!)
  }
}
