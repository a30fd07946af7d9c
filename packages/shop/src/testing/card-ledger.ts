import {
  CardAlreadyEntered,
  type CardPort,
  CardRefused,
  type CardTrade,
  CardUnavailable,
} from '../payment/card-port.ts'
import { noPort } from './context.ts'

type Fate = 'ok' | 'limit' | 'unusable'

/**
 * A card provider in memory that keeps books: every OrderID once, every execution counted. `fate` says what a card does;
 * `disturb` is asked before and after each step at the provider and may throw, as a crash or a dead line would.
 */
export function cardLedger() {
  const trades = new Map<string, CardTrade & { executions: number; refusals: number; three_d: boolean }>()
  const ledger = {
    trades,
    fate: (_: { gmo_id: string; card_seq: number }): Fate => 'ok',
    disturb: (_call: 'enter' | 'execute' | 'search', _when: 'before' | 'after'): void => undefined,
    /** What the provider holds, yen. */
    held: () => [...trades.values()].filter((one) => ['AUTH', 'SALES'].includes(one.status)),
    port: {
      ...noPort<CardPort>('card'),
      async enter({ provider_order_id: id, amount, is_authenticated = true }) {
        ledger.disturb('enter', 'before')
        if (trades.has(id)) throw new CardAlreadyEntered(id)
        const access = { access_id: `a-${id}`, access_pass: 'pass' }
        const fresh = { status: 'UNPROCESSED', amount, card_info: '', expire: '', approve: '', tran_id: '' } as const
        trades.set(id, { ...fresh, ...access, executions: 0, refusals: 0, three_d: is_authenticated })
        ledger.disturb('enter', 'after')
        return access
      },
      async execute({ provider_order_id: id, card }) {
        ledger.disturb('execute', 'before')
        const trade = trades.get(id)!
        if (trade.status !== 'UNPROCESSED') throw new CardUnavailable('E11010001')
        const fate = 'token' in card ? 'ok' : ledger.fate(card)
        if (fate !== 'ok') trade.refusals += 1
        else
          Object.assign(trade, { status: 'AUTH', executions: trade.executions + 1, approve: '1', tran_id: `t-${id}` })
        ledger.disturb('execute', 'after')
        if (fate !== 'ok') throw new CardRefused(fate, fate === 'limit' ? '42G020000' : '42G120000')
        return { kind: 'approved', approve: trade.approve, tran_id: trade.tran_id }
      },
      async search(id) {
        ledger.disturb('search', 'before')
        return trades.get(id) ?? null
      },
      capture: async ({ access_id }) => void Object.assign(trades.get(access_id.slice(2))!, { status: 'SALES' }),
      cancel: async ({ access_id, job }) => void Object.assign(trades.get(access_id.slice(2))!, { status: job }),
      listCards: async () =>
        [0, 1, 2].map((card_seq) => ({
          ...{ card_seq, default_flag: '0' as const, card_info: `***${card_seq}`, expire: '3912', holder_name: 'H' },
          brand: null,
        })),
    } satisfies CardPort as CardPort,
  }
  return ledger
}
