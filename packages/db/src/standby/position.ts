/** Where the log of the primary ended, at a moment of our own steady clock (milliseconds). */
export interface Mark {
  at: number
  end: bigint
}

/** A place in the log of a database (`0/16B3748`), as a number that only grows. */
export function position(lsn: string): bigint {
  const [high, low] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

export interface Asked {
  now: number
  /** How old what is read may be at most. */
  boundMs: number
  /** Where the log ended after the last change of whoever asks; null: there was none. */
  written: bigint | null
}

/**
 * How far a standby has to have come so that it may be read: to the end that the log had so many milliseconds ago, and to what whoever
 * asks has written. null: nothing is known of the last moments, and so no standby may be.
 */
export function needed(marks: readonly Mark[], { now, boundMs, written }: Asked): bigint | null {
  const mark = marks.find(({ at }) => at >= now - boundMs)
  if (!mark) return null
  return written !== null && written > mark.end ? written : mark.end
}

/** By how many milliseconds a standby is behind at most that has come so far; infinite: by more than is kept. */
export function behind(marks: readonly Mark[], replayed: bigint, now: number): number {
  const reached = marks.findLast(({ end }) => end <= replayed)
  return reached ? now - reached.at : Number.POSITIVE_INFINITY
}

/** With the newest mark, without those older than `keepMs`. A log that has become shorter is another one. */
export function marked(marks: readonly Mark[], mark: Mark, keepMs: number): Mark[] {
  const last = marks.at(-1)
  if (last && mark.end < last.end) return [mark]
  return [...marks.filter(({ at }) => at >= mark.at - keepMs), mark]
}
