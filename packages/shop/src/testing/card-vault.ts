import type { CardPort, SavedCard } from '../ports/card-port.ts'

type Card = Pick<SavedCard, 'card_info' | 'expire' | 'holder_name'>

/**
 * A card provider in memory: every token is a card, `card('1111', '3012')`, and every CHECK succeeds, after 3-D Secure
 * if `redirects` is set. All other calls throw.
 */
export function fakeCardVault({ redirects = false } = {}) {
  const members = new Map<string, (SavedCard & { is_deleted?: boolean })[]>()
  const trades = new Map<string, Card>()
  const cardsOf = (gmo_id: string) => members.get(gmo_id) ?? []
  const find = (gmo_id: string, seq: number) => cardsOf(gmo_id).find((one) => one.card_seq === seq && !one.is_deleted)!
  const setDefault = (gmo_id: string, seq: number) => {
    for (const one of cardsOf(gmo_id)) one.default_flag = one.card_seq === seq ? '1' : '0'
  }
  const port: CardPort = {
    enterCheck: async ({ provider_order_id }) => ({ access_id: `a-${provider_order_id}`, access_pass: 'pass' }),
    async executeCheck({ provider_order_id, token }) {
      trades.set(provider_order_id, JSON.parse(token) as Card)
      if (redirects) return { kind: 'redirect', redirect_url: `https://bank.example/${provider_order_id}` }
      return { kind: 'approved' }
    },
    finishCheck: async () => undefined,
    cardOfTrade: async (provider_order_id) => trades.get(provider_order_id) ?? null,
    saveMember: async (gmo_id) => void members.set(gmo_id, cardsOf(gmo_id)),
    async saveCardOfTrade({ provider_order_id, gmo_id, is_default }) {
      const saved = { ...trades.get(provider_order_id)!, card_seq: cardsOf(gmo_id).length, brand: null }
      members.set(gmo_id, [...cardsOf(gmo_id), { ...saved, default_flag: '0' }])
      if (is_default) setDefault(gmo_id, saved.card_seq)
      return saved
    },
    listCards: async (gmo_id) => cardsOf(gmo_id).flatMap(({ is_deleted, ...one }) => (is_deleted ? [] : [one])),
    brandOf: async () => 'visa',
    setDefaultCard: async ({ gmo_id, card_seq }) => setDefault(gmo_id, card_seq),
    async deleteCard({ gmo_id, card_seq }) {
      Object.assign(find(gmo_id, card_seq) ?? {}, { is_deleted: true, default_flag: '0' })
    },
  }
  return port
}

/** A token that represents a card with these last digits. */
export const fakeCardToken = (last4: string, expire = '3012', holder_name = 'HANAKO'): string =>
  JSON.stringify({ card_info: `************${last4}`, expire, holder_name } satisfies Card)
