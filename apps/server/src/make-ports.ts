import { amazonCheckout } from '@kushi/adapters/amazon/checkout'
import { amazonPayments } from '@kushi/adapters/amazon/payments'
import { carrierFiles } from '@kushi/adapters/carriers/carrier-files'
import { gmoCards } from '@kushi/adapters/gmo/cards'
import { gmoPayments } from '@kushi/adapters/gmo/payments'
import { gmoDeferredPayment } from '@kushi/adapters/gmo-deferred/gmo-deferred'
import { lineLogin, noLineLogin } from '@kushi/adapters/line/line-login'
import { loginCode, noLoginCode } from '@kushi/adapters/line/login-code'
import { lineMessaging, noLineMessaging } from '@kushi/adapters/line/messaging'
import { smtpMail } from '@kushi/adapters/mail/smtp'
import { npPayment } from '@kushi/adapters/np/np'
import { pdfDocuments } from '@kushi/adapters/pdf/pdf-documents'
import { pdfPacking } from '@kushi/adapters/pdf/pdf-packing'
import { diskStore } from '@kushi/adapters/picture/disk-store'
import { s3Store } from '@kushi/adapters/picture/s3-store'
import { sharpPictures } from '@kushi/adapters/picture/sharp-pictures'
import { postcodeJp } from '@kushi/adapters/postcode/postcode-jp'
import { cashPayments } from '@kushi/shop/payment/cash-payments'
import type { PaymentPort } from '@kushi/shop/payment/payment-port'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import type { Config } from './config.ts'
import type { InvoiceMethod, InvoiceSettings } from './invoice-providers.ts'

/** Configuration → adapters: the one place that knows which provider stands behind which port. Opens no connection yet. */
export function makePorts(config: Config) {
  const mail = smtpMail(config.smtp_url)
  const ports = {
    amazon: config.amazon_api && amazonCheckout(config.amazon_api),
    card: gmoCards(config.gmo),
    line_messaging: config.line_messaging ? lineMessaging(config.line_messaging) : noLineMessaging,
    login_code: config.login_code ? loginCode(config.login_code) : noLoginCode,
    line_login: config.line_login ? lineLogin(config.line_login) : noLineLogin,
    payment: paymentPorts(config),
    mail,
    postcode: postcodeJp(config.postcode),
    document: pdfDocuments(),
    picture_maker: sharpPictures(),
    picture_store: config.s3 ? s3Store(config.s3) : diskStore(config.picture_folder),
    carrier_file: carrierFiles(),
    packing: pdfPacking(),
  }
  return { ports, verifyMail: mail.verify, close: mail.close }
}

/** 後払い by its provider; its settings are read in invoice-providers.ts. */
const invoicePorts: Record<InvoiceMethod, (settings: InvoiceSettings) => PaymentPort> = {
  [PAYMENT_METHOD.np]: ({ credential, ...settings }) =>
    npPayment({
      ...settings,
      merchant_code: credential('MERCHANT_CODE'),
      sp_code: credential('SP_CODE'),
      terminal_id: credential('TERMINAL_ID'),
    }),
  [PAYMENT_METHOD.deferred]: ({ credential, ...settings }) =>
    gmoDeferredPayment({
      ...settings,
      authentication_id: credential('AUTHENTICATION_ID'),
      shop_code: credential('SHOP_CODE'),
      connect_password: credential('CONNECT_PASSWORD'),
    }),
}

/** A provider that is not configured is not there, and its method is not offered. */
function paymentPorts({ gmo, amazon_api, invoices }: Config): Map<number | null, PaymentPort> {
  const ports = new Map<number | null, PaymentPort>([
    [PAYMENT_METHOD.credit_card, gmoPayments(gmo)],
    [PAYMENT_METHOD.cash_on_delivery, cashPayments],
    ...[...invoices].map(([method, settings]) => [method, invoicePorts[method](settings)] as const),
  ])
  if (amazon_api) ports.set(PAYMENT_METHOD.amazon_pay, amazonPayments(amazon_api))
  return ports
}
