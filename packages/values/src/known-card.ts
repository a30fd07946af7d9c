import type { CalendarDate } from './calendar-date.ts'
import type { CardExpire } from './card.ts'

/** Days before a charge on which the member is told that the card will expire before it. */
export const CARD_EXPIRY_NOTICE_DAYS = [45, 14] as const

/** The payment card of a subscription, as a contract stores it. */
export interface SubscriptionCardState {
  card_seq: number
  /** null: the provider has no such card. */
  expire: CardExpire | null
  asked_on: CalendarDate
  /** The last warning that its member got, as days before the charge; null: none. */
  told: (typeof CARD_EXPIRY_NOTICE_DAYS)[number] | null
  /** The day of that charge. */
  told_for: CalendarDate | null
}
