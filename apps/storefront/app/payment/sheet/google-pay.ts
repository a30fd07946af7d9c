import type { EnvironmentConfig } from '@kushi/contract/common'
import type { SheetBrand } from '@kushi/values/payment-method'
import { loadScript } from '../load-script.ts'
import type { ReadySheet, SheetContact } from './payment-sheet.ts'

type GooglePay = NonNullable<EnvironmentConfig['google_pay']>

const NETWORKS: Readonly<Record<SheetBrand, google.payments.api.CardNetwork>> = {
  visa: 'VISA',
  mastercard: 'MASTERCARD',
  amex: 'AMEX',
  jcb: 'JCB',
}
const version = { apiVersion: 2, apiVersionMinor: 0 } as const

/** null: this browser has no Google Pay. */
export async function loadGooglePay(config: GooglePay): Promise<ReadySheet | null> {
  if (!onPage()) await loadScript(config.script_url)
  const api = onPage()
  if (!api) throw new Error('pay.js left nothing behind')
  const client = new api.PaymentsClient({ environment: config.environment })
  const card: google.payments.api.IsReadyToPayPaymentMethodSpecification = {
    type: 'CARD',
    parameters: {
      allowedAuthMethods: config.auth_methods,
      allowedCardNetworks: config.brands.map((brand) => NETWORKS[brand]),
    },
  }
  const { result } = await client.isReadyToPay({ ...version, allowedPaymentMethods: [card] })
  if (!result) return null
  const load = async (
    total: Pick<google.payments.api.TransactionInfo, 'totalPriceStatus' | 'totalPrice'>,
    overrides: Partial<google.payments.api.PaymentDataRequest> = {},
  ) => {
    try {
      return await client.loadPaymentData({
        ...version,
        merchantInfo: { merchantId: config.merchant_id, merchantName: config.name },
        allowedPaymentMethods: [
          {
            ...card,
            tokenizationSpecification: {
              type: 'PAYMENT_GATEWAY',
              parameters: { gateway: config.gateway, gatewayMerchantId: config.gateway_merchant_id },
            },
          },
        ],
        transactionInfo: { countryCode: 'JP', currencyCode: 'JPY', ...total },
        ...overrides,
      })
    } catch (error) {
      if ((error as google.payments.api.PaymentsError | null)?.statusCode === 'CANCELED') return null
      throw error
    }
  }
  return {
    async open(total) {
      const paid = await load({ totalPriceStatus: 'FINAL', totalPrice: String(total) })
      // It closes by itself.
      return paid && { token: btoa(paid.paymentMethodData.tokenizationData.token), complete: () => {} }
    },
    async fillContact() {
      const paymentData = await load(
        { totalPriceStatus: 'NOT_CURRENTLY_KNOWN', totalPrice: '0' },
        {
          emailRequired: true,
          shippingAddressRequired: true,
          shippingAddressParameters: { allowedCountryCodes: ['JP'], phoneNumberRequired: true },
        },
      )
      return paymentData && contactOf(paymentData)
    },
  }
}

/** Google has no kana. */
const contactOf = ({ email = '', shippingAddress }: google.payments.api.PaymentData): SheetContact => ({
  name: shippingAddress?.name ?? '',
  kana01: '',
  kana02: '',
  email,
  postal_code: shippingAddress?.postalCode ?? '',
  region: shippingAddress?.administrativeArea ?? '',
  lines: [
    shippingAddress?.locality ?? '',
    shippingAddress?.address1 ?? '',
    shippingAddress?.address2 ?? '',
    shippingAddress?.address3 ?? '',
  ],
  phone: shippingAddress?.phoneNumber ?? '',
})

/** The object that the script has put on `window`. */
const onPage = () => (window as { google?: typeof google }).google?.payments?.api
