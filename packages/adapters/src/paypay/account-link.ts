import { createHmac, timingSafeEqual } from 'node:crypto'
import { type AccountLink, type AccountLinkPort, PaymentRefused } from '@kushi/shop/ports/payment-port'
import { type CallPayPay, isClosedLink, type PayPaySettings, translatePayPayErrors } from './call.ts'

/** 連携 of a customer's PayPay for payments that recur (scope `continuous_payments`). */
export const paypayLink = (settings: PayPaySettings, call: CallPayPay): AccountLinkPort => ({
  async begin({ nonce, reference_id, return_url }) {
    try {
      const { linkQRCodeURL } = await call<{ linkQRCodeURL: string }>('POST', 'v1/qr/sessions', {
        scopes: ['continuous_payments'],
        nonce,
        referenceId: reference_id,
        redirectType: 'WEB_LINK',
        redirectUrl: return_url,
      })
      return linkQRCodeURL
    } catch (error) {
      throw translatePayPayErrors(error)
    }
  },

  read: (token) => readResponseToken(token, settings),

  async isActive(id) {
    try {
      const query = new URLSearchParams({ userAuthorizationId: id })
      return (await call<{ status: string }>('GET', `v2/user/authorizations?${query}`)).status === 'ACTIVE'
    } catch (error) {
      if (isClosedLink(error)) return false
      throw translatePayPayErrors(error)
    }
  },

  async revoke(id) {
    try {
      await call('DELETE', `v2/user/authorizations/${encodeURIComponent(id)}`)
    } catch (error) {
      if (!isClosedLink(error)) throw translatePayPayErrors(error)
    }
  },
})

const json = (part: string): Record<string, unknown> => {
  try {
    const read: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/**
 * Reads the `responseToken` of a finished session: a JWT, signed by HS256 with the API secret, which is base64.
 * @throws PaymentRefused if PayPay did not sign it, or its time is over
 */
export function readResponseToken(token: string, { api_secret }: Pick<PayPaySettings, 'api_secret'>): AccountLink {
  const [head = '', body = '', signature = '', ...more] = token.split('.')
  const expected = createHmac('sha256', Buffer.from(api_secret, 'base64')).update(`${head}.${body}`).digest()
  const given = Buffer.from(signature, 'base64url')
  const isTheirs = given.length === expected.length && timingSafeEqual(given, expected)
  // Another algorithm is none that PayPay uses, whatever the token says of itself.
  if (!isTheirs || more.length > 0 || json(head).alg !== 'HS256')
    throw new PaymentRefused('not_accepted', 'responseToken: not signed by PayPay')
  const { result, nonce, referenceId, userAuthorizationId, exp } = json(body)
  if (typeof exp === 'number' && exp * 1000 < Date.now())
    throw new PaymentRefused('session_expired', 'responseToken: over')
  const isAgreed = typeof userAuthorizationId === 'string' && userAuthorizationId !== '' && result !== 'declined'
  return {
    nonce: String(nonce ?? ''),
    reference_id: String(referenceId ?? ''),
    user_authorization_id: isAgreed ? userAuthorizationId : null,
  }
}
