const DAY_MS = 86_400_000

/** Days that a session lives without a visit. */
export const sessionDays = 30

/** Days after which the member logs in again, however often they came. */
export const longestSessionDays = 90

const daysAfter = (date: Date, days: number) => date.getTime() + days * DAY_MS

/** When a session ends that began at `begun` and is used now. */
export const expiryFrom = (now: Date, begun: Date = now): Date =>
  new Date(Math.min(daysAfter(now, sessionDays), daysAfter(begun, longestSessionDays)))

/** Sliding, yet written once a day at most: a write for every request would cost more than the request. */
export const shouldExtend = (session: { seen_at: Date }, now: Date): boolean =>
  now.getTime() - session.seen_at.getTime() >= DAY_MS
