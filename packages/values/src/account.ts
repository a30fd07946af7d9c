import { type CalendarDate, dateParts } from './calendar-date.ts'

/** How a new member found the shop (当店をお知りになったきっかけ). `other` is その他. */
export const DISCOVERY_SOURCE = {
  newspaper: 9,
  tv: 10,
  train_ad: 11,
  folded_leaflet: 12,
  acquaintance: 13,
  direct_store: 14,
  bundled_leaflet: 15,
  other: 99,
} as const

/**
 * How a shop accepts a withdrawal of membership (退会): by phone only, as in the specification, or also on the member
 * pages.
 */
export const WITHDRAWAL_CHANNEL_NAME = { phone: '電話だけ', mypage: 'マイページと電話' } as const
export type WithdrawalChannel = keyof typeof WITHDRAWAL_CHANNEL_NAME

/** Sex (性別) as a member states it; null is 「回答しない」. */
export const SEX = { male: 1, female: 2, unknown: null } as const

/** Birth years to offer, newest first: 91 years, starting ten years ago. */
export function birthYears(today: CalendarDate): number[] {
  const newest = dateParts(today).year - 10
  return Array.from({ length: 91 }, (_, index) => newest - index)
}
