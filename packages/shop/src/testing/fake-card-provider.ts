import type { CardPort } from '../ports/card-port.ts'
import { type PaymentPort, PaymentRefused, type ProviderPaymentRecord } from '../ports/payment-port.ts'
import { cashOnDeliveryPort } from '../sales/payment/cash-payments.ts'
import { throwingPort } from './context.ts'

type Fate = 'ok' | 'limit' | 'unusable' | 'not_accepted'

interface Trade extends ProviderPaymentRecord {
  executions: number
  refusals: number
  /** Whether the customer was present. */
  is_present: boolean
}

/**
 * A card provider in memory that keeps books: accepts every number once and counts every execution. `fate` decides what
 * a card does. `disturb` is called before and after each step at the provider and may throw, like a crash or a lost
 * connection.
 */
export function fakeCardProvider() {
  const trades = new Map<string, Trade>()
  const move = (id: string, set: Partial<Trade>) => Object.assign(trades.get(id)!, set).reference
  const ledger = {
    trades,
    fate: (_: { gmo_id: string; card_seq: number }): Fate => 'ok',
    disturb: (_call: 'authorise' | 'find', _when: 'before' | 'after'): void => undefined,
    /** The payments that the provider holds. */
    charged: () => [...trades.values()].filter((one) => ['authorised', 'captured'].includes(one.state)),
    port: {
      ...throwingPort<PaymentPort>('payment'),
      async authorise({ provider_order_id: id, amount }, source, _, return_url) {
        ledger.disturb('authorise', 'before')
        const fresh = { state: 'begun', amount, refunded_amount: 0, reference: { access_id: `a-${id}` } } as const
        const is_present = return_url !== null
        if (!trades.has(id)) trades.set(id, { ...fresh, executions: 0, refusals: 0, is_present })
        const trade = trades.get(id)!
        if (trade.state === 'begun') {
          const fate = source.kind === 'saved_card' ? ledger.fate(source) : 'ok'
          if (fate !== 'ok') {
            trade.refusals += 1
            throw new PaymentRefused(fate, fate === 'limit' ? '42G020000' : '42G120000')
          }
          Object.assign(trade, { state: 'authorised', executions: trade.executions + 1 })
        }
        ledger.disturb('authorise', 'after')
        return { kind: 'authorised', reference: trade.reference }
      },
      async find({ provider_order_id: id }) {
        ledger.disturb('find', 'before')
        return trades.get(id) ?? null
      },
      capture: async ({ provider_order_id: id }) => move(id, { state: 'captured' }),
      void: async ({ provider_order_id: id }) => move(id, { state: 'voided' }),
      refund: async ({ provider_order_id: id }, refunded_amount) => move(id, { state: 'refunded', refunded_amount }),
    } satisfies PaymentPort as PaymentPort,
    cards: {
      ...throwingPort<CardPort>('card'),
      listCards: async () =>
        [0, 1, 2].map((card_seq) => ({
          card_seq,
          default_flag: '0' as const,
          card_info: `***${card_seq}`,
          expire: '3912',
          holder_name: 'H',
          brand: null,
        })),
    } satisfies CardPort as CardPort,
    /** For `testContext`. */
    ports: () => ({
      card: ledger.cards,
      payment: new Map([
        [1, ledger.port],
        [null, cashOnDeliveryPort],
      ]),
    }),
  }
  return ledger
}
