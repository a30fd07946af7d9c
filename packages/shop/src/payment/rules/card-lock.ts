export interface CardLockRule {
  /** So many refused cards … */
  card_decline_max: number
  /** … in so many minutes … */
  card_decline_minutes: number
  /** … stop the entry of cards for so many minutes after the last of them. */
  card_lock_minutes: number
}

const MINUTE = 60_000

/** Until when no card may be entered, or null. `declines`: of one account or address, the newest first. */
export function lockedUntil(declines: readonly Date[], rule: CardLockRule, now: Date): Date | null {
  const newest = declines[0]
  const oldest = declines[rule.card_decline_max - 1]
  if (!newest || !oldest || newest.getTime() - oldest.getTime() > rule.card_decline_minutes * MINUTE) return null
  const until = new Date(newest.getTime() + rule.card_lock_minutes * MINUTE)
  return until > now ? until : null
}
