import type { EnvironmentConfig } from '@kushi/contract/common'
import type { SheetBrand } from '@kushi/values/payment-method'
import { loadScript } from '../load-script.ts'
import type { ReadySheet } from './payment-sheet.ts'

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
  return {
    async open(total) {
      try {
        const { paymentMethodData } = await client.loadPaymentData({
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
          transactionInfo: {
            countryCode: 'JP',
            currencyCode: 'JPY',
            totalPriceStatus: 'FINAL',
            totalPrice: String(total),
          },
        })
        // It closes by itself.
        return { token: btoa(paymentMethodData.tokenizationData.token), complete: () => {} }
      } catch (error) {
        if ((error as google.payments.api.PaymentsError | null)?.statusCode === 'CANCELED') return null
        throw error
      }
    },
  }
}

/** The object that the script has put on `window`. */
const onPage = () => (window as { google?: typeof google }).google?.payments?.api
