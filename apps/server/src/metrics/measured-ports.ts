import type { Context } from '@kushi/shop/context'
import { PaymentRefused } from '@kushi/shop/ports/payment-port'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { noTrace, type Trace } from '../trace/trace.ts'
import type { Metrics } from './metrics.ts'

const nameOf = new Map<number | null, string>(Object.entries(PAYMENT_METHOD).map(([name, id]) => [id, name]))

/** Wraps the ports to third parties and times each call. Local computations are left as they are. */
export function measuredPorts<P extends Context['ports']>(ports: P, metrics: Metrics, trace: Trace = noTrace): P {
  const of = <T extends object>(provider: string, port: T) => measured(provider, port, { metrics, trace })
  const payment = new Map(
    [...ports.payment].map(([method, port]) => [method, of(nameOf.get(method) ?? 'payment', port)] as const),
  )
  return {
    ...ports,
    payment,
    card: of('cards_on_file', ports.card),
    amazon: ports.amazon && of('amazon_checkout', ports.amazon),
    line_messaging: of('line_messaging', ports.line_messaging),
    line_login: of('line_login', ports.line_login),
    login_code: of('login_code', ports.login_code),
    mail: of('mail', ports.mail),
    postcode: of('postcode', ports.postcode),
    webhook: of('webhook', ports.webhook),
    conversion: of('conversion', ports.conversion),
  }
}

function measured<T extends object>(
  provider: string,
  port: T,
  { metrics, trace }: { metrics: Metrics; trace: Trace },
): T {
  return new Proxy(port, {
    get(target, call) {
      const method: unknown = Reflect.get(target, call)
      if (typeof method !== 'function' || typeof call !== 'string') return method
      return (...args: unknown[]) => {
        const began = performance.now()
        const given = { name: `${provider}.${call}`, kind: 'client', attributes: { 'peer.service': provider } } as const
        const answer: unknown = trace.span(given, () => Reflect.apply(method, target, args) as unknown)
        // A synchronous result means that no third party was called.
        if (!(answer instanceof Promise)) return answer
        const note = (outcome: 'ok' | 'refused' | 'failed') =>
          metrics.providerCall({ provider, call, outcome, ms: performance.now() - began })
        answer.then(
          () => note('ok'),
          (error: unknown) => note(error instanceof PaymentRefused ? 'refused' : 'failed'),
        )
        return answer
      }
    },
  })
}
