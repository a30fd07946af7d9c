import type { EnvironmentConfig } from '@kushi/contract/common'
import type { SheetBrand } from '@kushi/values/payment-method'
import { quietApi } from '../../api.ts'
import { loadScript } from '../load-script.ts'
import type { ReadySheet, SheetAnswer } from './payment-sheet.ts'

/** The first that knows JCB. */
const VERSION = 5
const NETWORKS: Readonly<Record<SheetBrand, string>> = {
  visa: 'visa',
  mastercard: 'masterCard',
  amex: 'amex',
  jcb: 'jcb',
}

/** null: this browser has no Apple Pay. */
export async function loadApplePay({
  name,
  brands,
  script_url,
}: NonNullable<EnvironmentConfig['apple_pay']>): Promise<ReadySheet | null> {
  if (script_url !== null && !onPage()) await loadScript(script_url)
  const Session = onPage()
  if (!Session || !isPossible(Session)) return null
  return {
    open: (total) =>
      new Promise<SheetAnswer | null>((resolve, reject) => {
        const session = new Session(VERSION, {
          countryCode: 'JP',
          currencyCode: 'JPY',
          supportedNetworks: brands.map((brand) => NETWORKS[brand]),
          merchantCapabilities: ['supports3DS'],
          total: { label: name, amount: String(total) },
        })
        session.onvalidatemerchant = async ({ validationURL }) => {
          try {
            const { merchant_session } = await quietApi('POST /v1/common/payment/apple-pay/merchant-session', {
              body: { validation_url: validationURL },
            })
            session.completeMerchantValidation(merchant_session)
          } catch (error) {
            reject(error)
            session.abort()
          }
        }
        session.onpaymentauthorized = ({ payment }) =>
          resolve({
            token: btoa(JSON.stringify(payment.token.paymentData)),
            complete: (isPaid) =>
              session.completePayment({ status: isPaid ? Session.STATUS_SUCCESS : Session.STATUS_FAILURE }),
          })
        session.oncancel = () => resolve(null)
        session.begin()
      }),
  }
}

const onPage = () => (window as { ApplePaySession?: typeof ApplePaySession }).ApplePaySession

function isPossible(Session: typeof ApplePaySession): boolean {
  try {
    return Session.supportsVersion(VERSION) && Session.canMakePayments()
  } catch {
    // On a page without https it throws.
    return false
  }
}
