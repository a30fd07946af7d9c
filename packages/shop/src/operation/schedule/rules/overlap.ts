/** The time for which a change is valid. */
export interface SchedulePeriod {
  starts_at: Date
  /** null: permanent. */
  ends_at: Date | null
}

/**
 * Whether two changes of one subject conflict: during a change with an end no other may begin, because its end restores
 * the earlier value. A permanent change may be followed by another one at a later moment.
 */
export function doPeriodsConflict(one: SchedulePeriod, other: SchedulePeriod): boolean {
  const [first, second] = one.starts_at <= other.starts_at ? [one, other] : [other, one]
  if (first.starts_at.getTime() === second.starts_at.getTime()) return true
  return first.ends_at !== null && second.starts_at < first.ends_at
}
