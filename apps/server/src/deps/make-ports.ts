import { amazonCheckout } from '@kushi/adapters/amazon/checkout'
import { amazonPayments } from '@kushi/adapters/amazon/payments'
import { applePay } from '@kushi/adapters/apple-pay/merchant-session'
import { carrierFiles } from '@kushi/adapters/carriers/carrier-files'
import { conversions } from '@kushi/adapters/conversion/conversions'
import { gmoBankTransfer } from '@kushi/adapters/gmo/bank-transfer'
import { gmoCardPort, noCardPort } from '@kushi/adapters/gmo/card-port'
import { gmoKonbini } from '@kushi/adapters/gmo/konbini'
import { gmoPayments } from '@kushi/adapters/gmo/payments'
import { gmoSheet } from '@kushi/adapters/gmo-openapi/sheet'
import { gmoWallet } from '@kushi/adapters/gmo-openapi/wallet'
import { journalFiles } from '@kushi/adapters/journals/journal-files'
import { lineLogin, noLineLogin } from '@kushi/adapters/line/line-login'
import { lineLoginCode, noLineLoginCode } from '@kushi/adapters/line/login-code'
import { lineMessaging, noLineMessaging } from '@kushi/adapters/line/messaging'
import { noMail, smtpMail } from '@kushi/adapters/mail/smtp'
import { pdfDocuments } from '@kushi/adapters/pdf/pdf-documents'
import { pdfPacking } from '@kushi/adapters/pdf/pdf-packing'
import { diskStore } from '@kushi/adapters/picture/disk-store'
import { s3Store } from '@kushi/adapters/picture/s3-store'
import { sharpPictures } from '@kushi/adapters/picture/sharp-pictures'
import { postcodeJp } from '@kushi/adapters/postcode/postcode-jp'
import { httpRisk } from '@kushi/adapters/risk/http-risk'
import { webhookPost } from '@kushi/adapters/webhook/webhook-post'
import type { Ports } from '@kushi/shop/context'
import type { PaymentPort } from '@kushi/shop/ports/payment-port'
import { cashOnDeliveryPort } from '@kushi/shop/sales/payment/cash-payments'
import { cardSheetOf, PAYMENT_METHOD, PAYMENT_METHODS } from '@kushi/values/payment-method'
import type { Config } from '../config/config.ts'

type OwnPort =
  | 'amazon'
  | 'apple_pay'
  | 'card'
  | 'line_messaging'
  | 'login_code'
  | 'line_login'
  | 'payment'
  | 'mail'
  | 'risk'
/** The ports that use a shop's own accounts, and those that all shops share. */
export type AccountPorts = Pick<Ports, OwnPort>
type SharedPorts = Omit<Ports, OwnPort | 'account'>

/**
 * Accounts → adapters. A port whose account the shop lacks is absent, never another shop's. Opens no connection yet.
 * `close` closes connections once they are idle.
 */
export function accountPorts(config: Config) {
  const mail = config.smtp_url === null ? noMail : smtpMail(config.smtp_url, { outside: config.smtp_outside })
  const ports: AccountPorts = {
    amazon: config.amazon_api && amazonCheckout(config.amazon_api),
    apple_pay: config.apple_pay_api && applePay(config.apple_pay_api),
    card: config.gmo ? gmoCardPort(config.gmo) : noCardPort,
    line_messaging: config.line_messaging ? lineMessaging(config.line_messaging) : noLineMessaging,
    login_code: config.login_code ? lineLoginCode(config.login_code) : noLineLoginCode,
    line_login: config.line_login ? lineLogin(config.line_login) : noLineLogin,
    payment: paymentPorts(config),
    mail,
    risk: config.risk && httpRisk(config.risk),
  }
  return { ports, verifyMail: mail.verify, close: mail.close }
}

/**
 * Configuration → adapters: together with `accountPorts` and payment-providers.ts, the only place that knows which
 * provider is behind which port.
 */
export const sharedPorts = (config: Config): SharedPorts => ({
  postcode: postcodeJp(config.postcode),
  document: pdfDocuments(),
  picture_maker: sharpPictures(),
  picture_store: config.s3 ? s3Store(config.s3) : diskStore(config.picture_folder),
  carrier_file: carrierFiles(),
  journal_file: journalFiles,
  packing: pdfPacking(),
  webhook: webhookPost({ local: config.sandbox_url !== null }),
  conversion: conversions({ stand_in_url: config.sandbox_url && `${config.sandbox_url}/sandbox/conversions` }),
})

/** A provider that is not configured is absent, and its method is not offered. */
function paymentPorts(config: Config): Map<number | null, PaymentPort> {
  const { gmo, gmo_openapi, amazon_api, providers } = config
  const ports = new Map<number | null, PaymentPort>([
    [PAYMENT_METHOD.cash_on_delivery, cashOnDeliveryPort],
    ...providers,
  ])
  if (gmo)
    ports
      .set(PAYMENT_METHOD.credit_card, gmoPayments(gmo))
      .set(PAYMENT_METHOD.konbini, gmoKonbini(gmo))
      .set(PAYMENT_METHOD.bank_transfer, gmoBankTransfer(gmo))
  if (gmo_openapi)
    for (const { id, gmo_wallet } of PAYMENT_METHODS) {
      const sheet = cardSheetOf(id)
      if (gmo_wallet) ports.set(id, gmoWallet(gmo_openapi, gmo_wallet))
      // Only the sheet needs its account; what was paid by it is the cards' provider's.
      if (sheet) ports.set(id, { ...gmoSheet(gmo_openapi, sheet), ...(!config[sheet] && { begins_none: true }) })
    }
  if (amazon_api) ports.set(PAYMENT_METHOD.amazon_pay, amazonPayments(amazon_api))
  return ports
}
