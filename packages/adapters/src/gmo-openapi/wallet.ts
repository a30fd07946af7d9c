import {
  type PaymentAttempt,
  type PaymentPort,
  PaymentRefused,
  PaymentUnavailable,
} from '@kushi/shop/ports/payment-port'
import type { GmoWallet } from '@kushi/values/payment-method'
import { authorisationOfRecord, isAuthorisedOrCaptured } from '../authorisation-of-record.ts'
import { type GmoOpenApiSettings, GmoProblem, makeGmoOpenApiCaller } from './call.ts'
import {
  cutToBytes,
  type GmoChargeAnswer,
  type GmoOrderRecord,
  gmoMerchantFields,
  gmoOrderFields,
  gmoOrders,
  gmoReturnKey,
  uuidFromText,
} from './order.ts'

/** A wallet by GMO's OpenAPI type: authorised on the wallet's page, captured at shipping. */
export function gmoWallet(settings: GmoOpenApiSettings, walletType: GmoWallet): PaymentPort {
  const call = makeGmoOpenApiCaller(settings)
  const { find, capture, cancel, refund, change } = gmoOrders(call)

  /**
   * The state from which no money moves by itself any more, as far as GMO lets a page be closed. What is authorised after that is
   * voided, when a notice or the reconciliation finds it.
   */
  const settled = async (attempt: PaymentAttempt): Promise<GmoOrderRecord | null> => {
    const found = await find(attempt)
    if (found?.state !== 'waiting') return found
    await call('order/cancel', { accessId: found.reference.access_id }).catch((error: unknown) => {
      if (!(error instanceof GmoProblem)) throw error
    })
    return find(attempt)
  }

  return {
    account: `gmo ${settings.shop_id}`,

    async authorise(attempt, source, { buyer }, return_url) {
      if (source.kind !== 'provider_page' || return_url === null) throw new TypeError(`${source.kind} is no wallet's`)
      const return_key = gmoReturnKey(settings, attempt)
      const body = {
        merchant: {
          ...gmoMerchantFields(settings, source.contact),
          callbackUrl: return_url,
          webhookUrl: new URL('notification', return_url).href,
          csrfToken: return_key,
        },
        order: gmoOrderFields(attempt),
        // What GMO asks of the customer at least.
        payer: { name: cutToBytes(`${buyer.name01} ${buyer.name02}`, 60) },
        walletInformation: { walletType, walletChargeOptions: { authorizationMode: 'AUTH' } },
      }
      try {
        // The same key for a repeated request: GMO repeats the page's address.
        const made = await call<GmoChargeAnswer>('wallet/charge', body, uuidFromText(attempt.provider_order_id))
        const { redirectUrl, httpMethod = 'GET' } = made.redirectInformation ?? {}
        const access_id = made.orderReference?.accessId
        if (!redirectUrl || !access_id) throw new PaymentUnavailable('wallet/charge: incomplete answer')
        if (httpMethod !== 'GET') throw new PaymentRefused('not_accepted', `redirected by ${httpMethod}`)
        return { kind: 'redirect', redirect_url: redirectUrl, return_key, reference: { access_id } }
      } catch (error) {
        if (!(error instanceof GmoProblem)) throw error
        const found = await find(attempt)
        if (found && isAuthorisedOrCaptured(found) && found.amount === attempt.amount)
          return authorisationOfRecord(found)
        throw new PaymentRefused(found ? 'abandoned' : 'not_accepted', error.message)
      }
    },

    async finish(attempt) {
      const found = await settled(attempt)
      if (found && isAuthorisedOrCaptured(found)) return authorisationOfRecord(found)
      throw new PaymentRefused('cancelled', found?.info ?? 'unknown to GMO')
    },

    find,
    capture,

    async void(attempt) {
      const found = await settled(attempt)
      return found?.state === 'authorised' ? cancel(attempt, found) : (found?.reference ?? attempt.reference)
    },

    refund,
    change,
  }
}
