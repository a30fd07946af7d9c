export interface Period {
  starts_at: Date
  /** null: it stays. */
  ends_at: Date | null
}

/**
 * Whether two changes of one thing get in each other's way: within the time of one that ends nothing else begins, since its
 * end brings back what was there before it. One that stays may be followed by another, at another moment.
 */
export function collide(one: Period, other: Period): boolean {
  const [first, second] = one.starts_at <= other.starts_at ? [one, other] : [other, one]
  if (first.starts_at.getTime() === second.starts_at.getTime()) return true
  return first.ends_at !== null && second.starts_at < first.ends_at
}
