import { shopUrl } from '@kushi/shop/foundation/setting/shop'
import { PaymentRefused } from '@kushi/shop/ports/payment-port'
import { PAYMENT_METHOD, paymentMethodName } from '@kushi/values/payment-method'
import type { ProviderAccountKind } from '@kushi/values/shop-account'
import type { Config } from '../config/config.ts'
import { paymentProviders } from '../config/payment-providers.ts'
import { accountPorts } from './make-ports.ts'

/** A number of ours that no order ever has: a query about it changes nothing. */
const unknownPayment = { provider_order_id: 'KUSHI-DOCTOR', amount: 1, reference: {} }
/** Of a provider that knows no number of ours. */
const UNKNOWN_APPROVAL = 'pay_KUSHIDOCTOR'
/** Apple answers a session, which nobody uses. */
const APPLES_GATEWAY = 'https://apple-pay-gateway.apple.com/paymentservices/paymentSession'
const UNKNOWN_SESSION = '00000000-0000-0000-0000-000000000000'

/** A harmless request that needs the configured account. */
interface AccountProbe {
  kind: ProviderAccountKind
  about: string
  /** The name shown to operators. */
  name: string
  /** The settings to check if the request fails. */
  settings: string
  /** @throws the adapter's error if the provider is unreachable or rejects the account */
  ask(): Promise<unknown>
}

/**
 * Builds one test request for each provider that the shop has configured. Call `close` after all of them have
 * finished.
 */
export function accountProbes(config: Config, shop_id: number): { questions: AccountProbe[]; close: () => void } {
  const { ports, verifyMail, close } = accountPorts(config)
  const questions: AccountProbe[] = []
  const add = (
    kind: ProviderAccountKind,
    [about, name]: [string, string],
    settings: string,
    ask: () => Promise<unknown>,
  ) => questions.push({ kind, about, name, settings, ask: () => ask().catch(unlessRefused) })
  const ofPayment = (kind: ProviderAccountKind, method: number) => {
    const port = ports.payment.get(method)
    const settings = 'the base URL and the account of this provider'
    if (port)
      add(kind, [paymentMethodName(method), `${paymentMethodName(method)}の決済`], settings, () =>
        port.approvals ? port.approvals.standing(UNKNOWN_APPROVAL) : port.find(unknownPayment),
      )
  }
  if (config.smtp_url !== null) add('mail', ['mail', 'メールサーバー'], 'SMTP_URL', verifyMail)
  if (config.gmo)
    add('gmo', ['cards on file', 'カードの保管(サイト)'], 'GMO_SITE_ID and GMO_SITE_PASS', () =>
      ports.card.listCards('kushi-doctor'),
    )
  ofPayment('gmo', PAYMENT_METHOD.credit_card)
  // All of GMO's wallets answer at one address.
  ofPayment('gmo', PAYMENT_METHOD.rakuten_pay)
  for (const { kind, method } of paymentProviders) ofPayment(kind, method)
  const { amazon } = ports
  if (amazon) add('amazon_pay', ['Amazon Pay', 'Amazon Pay'], 'AMAZON_…', () => amazon.session(UNKNOWN_SESSION))
  const { apple_pay } = ports
  const domain = new URL(shopUrl(config, shop_id)).hostname
  if (apple_pay)
    add('apple_pay', ['Apple Pay', 'Apple Pay'], 'APPLE_PAY_…', () => apple_pay.merchantSession(APPLES_GATEWAY, domain))
  const { risk } = ports
  if (risk) add('risk', ['risk', '不正注文の審査'], 'RISK_URL and RISK_SECRET', () => risk.check())
  if (config.line_messaging)
    add('line', ['LINE', 'LINEのメッセージ'], 'LINE_CHANNEL_ACCESS_TOKEN', () =>
      ports.line_messaging.isReachable(`U${'0'.repeat(32)}`),
    )
  return { questions, close }
}

/** A refusal of the unused number proves that the provider accepts the account. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof PaymentRefused)) throw error
}

/**
 * Rejects if there is no answer within `timeoutMs`.
 * @throws Error if there is no answer in time
 */
export function rejectAfterTimeout<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error(`no answer in ${timeoutMs / 1000} s`)), timeoutMs).unref(),
  )
  return Promise.race([answer, late])
}
