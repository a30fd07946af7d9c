import { testCacheOf } from '@kushi/db/testing'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { guestActor, memberActor } from '../actor.ts'
import type { Clock, Context, MemberContext, Ports } from '../context.ts'
import type { PaymentPort } from '../ports/payment-port.ts'
import '../hooks.ts'
import { cashOnDeliveryPort } from '../sales/payment/cash-payments.ts'
import { secretBox } from '../secret-box.ts'

/** The day of the tests. */
export const testDay: CalendarDate = '2026-11-21'

/** A clock that shows noon in Japan of a day and can be moved by whole days. */
export function testClock(day: CalendarDate = testDay): Clock & { move(days: number): void } {
  let today = day
  return {
    now: () => new Date(`${today}T12:00:00+09:00`),
    today: () => today,
    move(days) {
      today = addDays(today, days)
    },
  }
}

/** A port that must not be called: every method throws an error with its name. */
export function throwingPort<P extends object>(name: string): P {
  return new Proxy({} as P, {
    get: (_, method) =>
      method === 'account'
        ? undefined
        : () => {
            throw new Error(`unexpected call: ${name}.${String(method)}`)
          },
  })
}

type Overrides = Partial<Omit<Context, 'ports'>> & { ports?: Partial<Ports> }

/**
 * A context for handlers under test: shop 2, a guest, noon of 2026-11-21, ports that throw when called, a silent log.
 * `afterwards` runs nothing; pass your own to see what it receives.
 */
export function testContext(db: Context['db'], overrides: Overrides & { customer_id: number }): MemberContext
export function testContext(db: Context['db'], overrides?: Overrides): Context
export function testContext(db: Context['db'], { ports, ...overrides }: Overrides = {}): Context {
  const cache = testCacheOf(db)
  return {
    db,
    ...(cache && { cache }),
    clock: testClock(),
    ports: {
      account: throwingPort('account'),
      amazon: null,
      apple_pay: null,
      card: throwingPort('card'),
      line_login: throwingPort('line_login'),
      line_messaging: throwingPort('line_messaging'),
      login_code: throwingPort('login_code'),
      payment: new Map<number | null, PaymentPort>([
        [1, throwingPort('payment')],
        [null, cashOnDeliveryPort],
      ]),
      mail: throwingPort('mail'),
      postcode: throwingPort('postcode'),
      risk: null,
      document: throwingPort('document'),
      picture_maker: throwingPort('picture_maker'),
      picture_store: throwingPort('picture_store'),
      carrier_file: throwingPort('carrier_file'),
      journal_file: throwingPort('journal_file'),
      packing: throwingPort('packing'),
      webhook: throwingPort('webhook'),
      conversion: throwingPort('conversion'),
      ...ports,
    },
    settings: {
      public_url: 'http://localhost:3000',
      image_api: '/sh/img',
      line: null,
      payment_shop_id: 'tshop00000001',
      payment_public_key: null,
      payment_script_url: null,
      tag_manager_id: null,
      payment_live_flag: true,
      amazon: null,
      apple_pay: null,
      google_pay: null,
      paidy: null,
    },
    shop_id: 2,
    client_id: 'kushi-web-2',
    customer_id: null,
    actor: overrides.customer_id ? memberActor(overrides.customer_id) : guestActor,
    token_hash: null,
    ip: '127.0.0.1',
    user_agent: 'vitest',
    secrets: secretBox(['0'.repeat(32)]),
    log: { info() {}, warn() {}, error() {} },
    afterwards() {},
    ...overrides,
  }
}
