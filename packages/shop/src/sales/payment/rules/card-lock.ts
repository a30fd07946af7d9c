export interface CardLockRule {
  /** So many refused cards … */
  card_decline_max: number
  /** … within this many minutes … */
  card_decline_minutes: number
  /** … lock card entry for this many minutes after the last refusal. */
  card_lock_minutes: number
}

const MINUTE = 60_000

/** Returns until when no card may be entered, or null. `declines`: of one account or address, newest first. */
export function cardLockedUntil(declines: readonly Date[], rule: CardLockRule, now: Date): Date | null {
  const newest = declines[0]
  const oldest = declines[rule.card_decline_max - 1]
  if (!newest || !oldest || newest.getTime() - oldest.getTime() > rule.card_decline_minutes * MINUTE) return null
  const until = new Date(newest.getTime() + rule.card_lock_minutes * MINUTE)
  return until > now ? until : null
}
