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
import { openDatabase } from '@kushi/db/connect'
import { listen, missed } from '@kushi/db/listen'
import { withoutPatience } from '@kushi/db/patience'
import { cashPayments } from '@kushi/shop/payment/cash-payments'
import type { PaymentPort } from '@kushi/shop/payment/payment-port'
import { secretBox } from '@kushi/shop/secret-box'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import type { Logger } from 'pino'
import { SandboxClock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { fitToDatabase } from './fit-to-database.ts'
import { AnswerCache } from './http/answer-cache.ts'
import type { InvoiceMethod, InvoiceSettings } from './invoice-providers.ts'
import { makeLog } from './log.ts'
import { Planned } from './planned.ts'

/** Configuration → adapters: the one place that knows which provider stands behind which port. */
export async function makeDeps(named: Config): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const log = makeLog(named)
  const pooled = named.database_direct_url !== null
  const database = openDatabase(named.database_url, { max: named.db_pool, pooled })
  const direct_url = named.database_direct_url ?? named.database_url
  const { config, is_demo } = await fitToDatabase(database, named)
  const sandboxClock = config.sandbox_url ? new SandboxClock(database.db) : null
  await sandboxClock?.read()
  const clock = sandboxClock?.clock ?? systemClock
  const planned = new Planned({ db: database.db, clock, log })
  const answers = new AnswerCache(() => planned.isDue)
  const stopListening = [
    await listen(direct_url, 'catalogue', (table) => {
      if (table === 'scheduled_change' || table === missed) planned.forget()
      answers.clear()
    }),
    ...(sandboxClock ? [await listen(direct_url, 'sandbox_setting', () => void sandboxClock.read())] : []),
  ]
  const { afterwards, underWay } = afterwardsWork(log)
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
  const deps: Deps = {
    config,
    log,
    database,
    answers,
    planned,
    sandboxClock,
    is_demo,
    jobs: null,
    base: {
      ...{ db: database.db, clock, ports, settings: config, log, afterwards },
      secrets: secretBox(config.secret_keys),
    },
  }
  const close = async () => {
    await Promise.allSettled(underWay)
    mail.close()
    for (const stop of stopListening) await stop()
    await database.close()
  }
  return { deps, close }
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

/** Work that no answer waits for. Whoever closes the process does: a mail half sent would come twice. */
function afterwardsWork(log: Logger) {
  const underWay = new Set<Promise<void>>()
  const afterwards = (work: () => Promise<void>) => {
    const done = withoutPatience(() => new Promise<void>((resolve) => setImmediate(resolve)).then(work))
      .catch((error: unknown) => log.error({ err: error }, 'work after an answer failed'))
      .finally(() => underWay.delete(done))
    underWay.add(done)
  }
  return { afterwards, underWay }
}
