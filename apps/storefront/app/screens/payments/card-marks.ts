import type { Card } from '@kushi/contract/card'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { type CardExpiryState, cardExpiryState, parseCardExpire } from '@kushi/values/card-expiry'

/** いつものカード on top, the expired at the end. */
export const inOrder = (cards: readonly Card[], today: CalendarDate): Card[] => {
  const rank = (card: Card) =>
    (card.default_flag === '1' ? 0 : 2) + (cardExpiryState(card.expire, today) === 'expired' ? 1 : 0)
  return [...cards].sort((a, b) => rank(a) - rank(b) || a.card_seq - b.card_seq)
}

/** 「2028年12月末まで」 */
export function expiryText(expire: string): string {
  const last = parseCardExpire(expire)
  return last ? `${last.year}年${last.month}月末まで` : '有効期限不明'
}

const marks: Record<CardExpiryState, { label: string; tone: 'plain' | 'danger' } | null> = {
  valid: null,
  expiring: { label: 'まもなく期限切れ', tone: 'plain' },
  expired: { label: '期限切れ', tone: 'danger' },
}

/** How the expiry is marked; null: it isn't. */
export const expiryMark = (expire: string, today: CalendarDate) => marks[cardExpiryState(expire, today)]
