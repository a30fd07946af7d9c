import type { ApplePayPort } from '@kushi/shop/ports/apple-pay-port'
import { PaymentUnavailable } from '@kushi/shop/ports/payment-port'
import { fetchPublicHost } from '../network/fetch-outside.ts'
import { readAnswer } from '../network/read-answer.ts'

export interface ApplePaySettings {
  merchant_id: string
  /** The shop's name on the sheet. */
  name: string
  /** Merchant Identity Certificate with its key, PEM; null: the stand-in asks for none. */
  identity: { cert: string; key: string } | null
  /** Asked in place of Apple; null: Apple itself. */
  stand_in_url: string | null
}

const timeoutMs = 10_000
/** Bytes; a session has about five thousand. */
const MAX_SESSION = 65_536

/** Apple's published hosts of merchant validation, in China and elsewhere, live and for tests. */
const host = /^(cn-)?apple-pay-gateway(-[a-z0-9]+)*\.apple\.com$/

/** Whether a browser may send us there: it could name any address. */
export function isApplesGateway(text: string): boolean {
  const url = URL.parse(text)
  return (
    url?.protocol === 'https:' &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    host.test(url.hostname) &&
    /^\/paymentservices\/(start|payment)Session$/.test(url.pathname)
  )
}

/** Merchant validation of Apple Pay JS: our server shows the shop's certificate to Apple, and passes the session on. */
export const applePay = ({ merchant_id, name, identity, stand_in_url }: ApplePaySettings): ApplePayPort => ({
  async merchantSession(validation_url, domain) {
    if (stand_in_url === null && !isApplesGateway(validation_url)) return null
    const body = JSON.stringify({
      merchantIdentifier: merchant_id,
      displayName: name,
      initiative: 'web',
      initiativeContext: domain,
    })
    try {
      const answer = await fetchPublicHost({
        url: stand_in_url === null ? validation_url : `${stand_in_url}/paymentservices/startSession`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        timeoutMs,
        local: stand_in_url !== null,
        ...(identity && { identity }),
      })
      const { text, isLonger } = await readAnswer(answer, MAX_SESSION)
      if (isLonger) throw new Error('too long')
      const session: unknown = JSON.parse(text)
      if (answer.statusCode === 200 && typeof session === 'object' && session !== null)
        return session as Record<string, unknown>
      throw new Error(`HTTP ${answer.statusCode}`)
    } catch (cause) {
      throw new PaymentUnavailable('Apple Pay: no session', cause)
    }
  },
})
