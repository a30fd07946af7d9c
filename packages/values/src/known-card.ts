import type { CalendarDate } from './calendar-date.ts'
import type { CardExpire } from './card.ts'

/** Days before a charge on which its member is told that the card will not live to see it. */
export const CARD_WARNED_DAYS = [45, 14] as const

/** What a contract knows of the card that pays it. */
export interface KnownCard {
  card_seq: number
  /** null: the provider has no such card. */
  expire: CardExpire | null
  asked_on: CalendarDate
  /** Days before the charge of which its member was told last; null: not yet. */
  told: (typeof CARD_WARNED_DAYS)[number] | null
  /** The day of that charge. */
  told_for: CalendarDate | null
}
