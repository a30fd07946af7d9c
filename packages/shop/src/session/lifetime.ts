const DAY_MS = 86_400_000

/** Days after which an unused session expires. */
export const sessionDays = 30

/** Days after which the member must log in again, however often the session was used. */
export const longestSessionDays = 90

const daysAfter = (date: Date, days: number) => date.getTime() + days * DAY_MS

/** Returns when a session that began at `begun` and is used now expires. */
export const expiryFrom = (now: Date, begun: Date = now): Date =>
  new Date(Math.min(daysAfter(now, sessionDays), daysAfter(begun, longestSessionDays)))

/** Sliding expiry, written at most once a day: a write for every request would cost more than the request. */
export const shouldExtend = (session: { seen_at: Date }, now: Date): boolean =>
  now.getTime() - session.seen_at.getTime() >= DAY_MS
