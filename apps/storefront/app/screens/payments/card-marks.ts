import type { OwnCard } from '@kushi/contract/card'
import { type CardExpire, type CardExpiryState, parseCardExpire } from '@kushi/values/card-expiry'

type Sorted = Pick<OwnCard, 'card_seq' | 'default_flag' | 'expiry_state'>

/** いつも使うカード on top, the expired at the end, the others as they were added. */
export const inOrder = <C extends Sorted>(cards: readonly C[]): C[] => {
  const rank = (card: C) => (card.default_flag === '1' ? 0 : card.expiry_state === 'expired' ? 2 : 1)
  return [...cards].sort((a, b) => rank(a) - rank(b) || a.card_seq - b.card_seq)
}

/** One default at most. */
export const withDefault = <C extends Sorted>(cards: readonly C[], card_seq: number | null): C[] =>
  cards.map((card) => ({ ...card, default_flag: card.card_seq === card_seq ? '1' : '0' }))

/** 「2028年12月末まで」 */
export function expiryText(expire: CardExpire): string {
  const last = parseCardExpire(expire)
  return last ? `${last.year}年${last.month}月末まで` : '不明'
}

/** How the expiry is marked; null: it isn't. */
export const EXPIRY_MARK: Record<CardExpiryState, { label: string; tone: 'plain' | 'danger' } | null> = {
  valid: null,
  expiring: { label: 'まもなく期限切れ', tone: 'plain' },
  expired: { label: '期限切れ', tone: 'danger' },
}
