import { PaymentRefused } from '@kushi/shop/payment/payment-port'
import { PAYMENT_METHOD, paymentMethodName } from '@kushi/values/payment-method'
import type { Config } from '../config.ts'
import { makePorts } from '../make-ports.ts'
import { type Finding, good, sentenceOf, wrong } from './finding.ts'

/** A number of ours that no order ever has: asked about, it moves nothing. */
const nobodys = { provider_order_id: 'KUSHI-DOCTOR', amount: 1, reference: {} }
const nobody = '00000000-0000-0000-0000-000000000000'

/** Asks each provider something harmless that needs the account which is set. */
export async function lookAtProviders(config: Config, patienceMs = 15_000): Promise<Finding[]> {
  const { ports, verifyMail, close } = makePorts(config)
  const asked: [string, string, () => Promise<unknown>][] = [
    ['mail', 'SMTP_URL', verifyMail],
    ['postcodes', 'POSTCODE_BASE_URL and POSTCODE_API_KEY', () => ports.postcode.towns('1000001')],
    ['cards on file', 'GMO_SITE_ID and GMO_SITE_PASS', () => ports.card.listCards('kushi-doctor')],
  ]
  for (const [method, port] of ports.payment)
    if (method !== PAYMENT_METHOD.amazon_pay && method !== PAYMENT_METHOD.cash_on_delivery)
      asked.push([paymentMethodName(method), 'the base URL and the account of this provider', () => port.find(nobodys)])
  const { amazon } = ports
  if (amazon) asked.push(['Amazon Pay', 'AMAZON_…', () => amazon.session(nobody)])
  if (config.line_messaging)
    asked.push(['LINE', 'LINE_CHANNEL_ACCESS_TOKEN', () => ports.line_messaging.isReachable(`U${'0'.repeat(32)}`)])
  try {
    return await Promise.all(
      asked.map(async ([about, settings, ask]) => {
        const late = new Promise<never>((_, reject) =>
          setTimeout(() => reject(new Error(`no answer in ${patienceMs / 1000} s`)), patienceMs).unref(),
        )
        return Promise.race([ask(), late]).then(
          () => good(about, 'answers, and takes the account'),
          // A no about a number that nobody has is an answer too.
          (error: unknown) =>
            error instanceof PaymentRefused
              ? good(about, 'answers, and takes the account')
              : wrong(about, sentenceOf(error), `Check ${settings}, and that this machine may reach it.`),
        )
      }),
    )
  } finally {
    close()
  }
}
