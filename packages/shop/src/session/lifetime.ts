const DAY_MS = 86_400_000

/** Days that a session lives without a visit. */
export const sessionDays = 30

/** When a session ends that is used now. */
export const expiryFrom = (now: Date): Date => new Date(now.getTime() + sessionDays * DAY_MS)

/** Sliding, yet written once a day at most: a write for every request would cost more than the request. */
export const shouldExtend = (expiresAt: Date, now: Date): boolean =>
  expiryFrom(now).getTime() - expiresAt.getTime() >= DAY_MS
