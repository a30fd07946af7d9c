import {
  type Authorisation,
  type PaymentAttempt,
  type PaymentPort,
  PaymentRefused,
  PaymentUnavailable,
} from '@kushi/shop/ports/payment-port'
import type { CardSheet } from '@kushi/values/payment-method'
import { authorisationOfRecord, isAuthorisedOrCaptured } from '../authorisation-of-record.ts'
import { type GmoOpenApiSettings, GmoProblem, makeGmoOpenApiCaller } from './call.ts'
import {
  cutToBytes,
  type GmoChargeAnswer,
  gmoMerchantFields,
  gmoOrderFields,
  gmoOrders,
  gmoReturnKey,
  uuidFromText,
} from './order.ts'

/** GMO's word for the token of each sheet. */
const tokenTypes = { apple_pay: 'APPLE_PAY_TOKEN', google_pay: 'GOOGLE_PAY_TOKEN' } as const satisfies Record<
  CardSheet,
  string
>

/** What the card company or 3-D Secure refused; any other 4xx is about the request. */
const REFUSED = 402

/**
 * The token of a sheet of the browser by GMO's OpenAPI type: charged like a card, captured at shipping. A token is good once, so a
 * repeated request may bring another one: our number keeps it at one charge.
 */
export function gmoSheet(settings: GmoOpenApiSettings, sheet: CardSheet): PaymentPort {
  const call = makeGmoOpenApiCaller(settings)
  const { find, known, capture, cancel, refund, change } = gmoOrders(call)
  const has3DS = sheet === 'google_pay'

  const standing = async (attempt: PaymentAttempt): Promise<Authorisation> => {
    const found = await known(attempt)
    if (!isAuthorisedOrCaptured(found)) throw new PaymentUnavailable(`${attempt.provider_order_id}: ${found.info}`)
    return authorisationOfRecord(found)
  }
  /** Runs a request that moves money. If it is refused, GMO's record says whether the money is reserved or taken. */
  const asked = async (attempt: PaymentAttempt, request: () => Promise<Authorisation>): Promise<Authorisation> => {
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof GmoProblem)) throw error
      const found = await find(attempt)
      if (found && isAuthorisedOrCaptured(found) && found.amount === attempt.amount) return authorisationOfRecord(found)
      if (error.status === REFUSED) throw new PaymentRefused('not_accepted', error.message)
      throw new PaymentRefused(found ? 'abandoned' : 'not_accepted', error.message)
    }
  }

  return {
    account: `gmo ${settings.shop_id}`,

    authorise: (attempt, source, { buyer }, return_url) =>
      asked(attempt, async () => {
        if (source.kind !== 'sheet_token') throw new TypeError(`${source.kind} is no sheet's`)
        const return_key = gmoReturnKey(settings, attempt)
        const body = {
          merchant: {
            ...gmoMerchantFields(settings, source.contact),
            ...(has3DS && { callbackUrl: return_url, csrfToken: return_key }),
          },
          order: gmoOrderFields(attempt),
          // 3-D Secure asks for the address too.
          payer: { name: cutToBytes(`${buyer.name01} ${buyer.name02}`, 60), ...(has3DS && { email: buyer.email }) },
          creditInformation: {
            tokenizedCard: { type: tokenTypes[sheet], token: source.token },
            creditChargeOptions: { authorizationMode: 'AUTH', useTds2: has3DS },
          },
          // No money moves before `finish`.
          ...(has3DS && { tds2Information: { tds2Options: { autoAuthorization: false } } }),
        }
        const key = uuidFromText(`${attempt.provider_order_id}\n${source.token}`)
        const { redirectInformation, orderReference } = await call<GmoChargeAnswer>('credit/charge', body, key)
        const { redirectUrl, httpMethod = 'GET' } = redirectInformation ?? {}
        const access_id = orderReference?.accessId
        if (!access_id) throw new PaymentUnavailable('credit/charge: incomplete answer')
        if (!redirectUrl) return standing(attempt)
        if (httpMethod !== 'GET') throw new PaymentRefused('not_accepted', `redirected by ${httpMethod}`)
        return { kind: 'redirect', redirect_url: redirectUrl, return_key, reference: { access_id } }
      }),

    finish: (attempt) =>
      asked(attempt, async () => {
        const found = await known(attempt)
        if (isAuthorisedOrCaptured(found)) return authorisationOfRecord(found)
        if (found.state !== 'waiting') throw new PaymentRefused('cancelled', found.info)
        await call('tds2/finalizeCharge', { accessId: found.reference.access_id })
        return standing(attempt)
      }),

    find,
    capture,

    async void(attempt) {
      const found = await find(attempt)
      return found?.state === 'authorised' ? cancel(attempt, found) : (found?.reference ?? attempt.reference)
    },

    refund,
    change,
  }
}
