import type { EnvironmentConfig } from '@kushi/contract/common'
import type { SheetBrand } from '@kushi/values/payment-method'
import { quietApi } from '../../api.ts'
import { loadScript } from '../load-script.ts'
import type { ReadySheet, SheetContact } from './payment-sheet.ts'

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
  if (!Session || !supportsCards(Session)) return null
  const beginSession = <T>(
    request: Pick<ApplePayJS.ApplePayPaymentRequest, 'total' | 'requiredShippingContactFields'>,
    answer: (payment: ApplePayJS.ApplePayPayment, complete: (isPaid: boolean) => void) => T,
  ) =>
    new Promise<T | null>((resolve, reject) => {
      const session = new Session(VERSION, {
        countryCode: 'JP',
        currencyCode: 'JPY',
        supportedNetworks: brands.map((brand) => NETWORKS[brand]),
        merchantCapabilities: ['supports3DS'],
        ...request,
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
        resolve(
          answer(payment, (isPaid) =>
            session.completePayment({ status: isPaid ? Session.STATUS_SUCCESS : Session.STATUS_FAILURE }),
          ),
        )
      session.oncancel = () => resolve(null)
      session.begin()
    })
  return {
    open: (total) =>
      beginSession({ total: { label: name, amount: String(total) } }, ({ token }, complete) => ({
        token: btoa(JSON.stringify(token.paymentData)),
        complete,
      })),
    fillContact: () =>
      beginSession(
        {
          total: { label: name, amount: '0', type: 'pending' },
          requiredShippingContactFields: ['name', 'phoneticName', 'postalAddress', 'phone', 'email'],
        },
        ({ shippingContact = {} }, complete) => {
          complete(true)
          return contactOf(shippingContact)
        },
      ),
  }
}

const contactOf = (contact: ApplePayJS.ApplePayPaymentContact): SheetContact => ({
  name: [contact.familyName, contact.givenName].filter(Boolean).join(' '),
  kana01: contact.phoneticFamilyName ?? '',
  kana02: contact.phoneticGivenName ?? '',
  email: contact.emailAddress ?? '',
  postal_code: contact.postalCode ?? '',
  region: contact.administrativeArea ?? '',
  lines: [(contact.locality ?? '') + (contact.subLocality ?? ''), ...(contact.addressLines ?? [])],
  phone: contact.phoneNumber ?? '',
})

const onPage = () => (window as { ApplePaySession?: typeof ApplePaySession }).ApplePaySession

function supportsCards(Session: typeof ApplePaySession): boolean {
  try {
    return Session.supportsVersion(VERSION) && Session.canMakePayments()
  } catch {
    // On a page without https it throws.
    return false
  }
}
