/** End of the primary's log at a time of our own monotonic clock (milliseconds). */
export interface LogPosition {
  at: number
  end: bigint
}

/** A position in the log of a database (`0/16B3748`) as a number that only increases. */
export function parseLogPosition(lsn: string): bigint {
  const [high, low] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** How fresh the data of a standby must be for a reader. */
export interface FreshnessRequest {
  now: number
  /** Maximum age of the data. */
  boundMs: number
  /** End of the log after the reader's last change; null: it changed nothing. */
  written: bigint | null
}

/**
 * The position that a standby must have replayed before it may be read: the end of the log `boundMs` ago, and the
 * reader's own last change. null: there is no recent mark, so no standby may be read.
 */
export function requiredReplayPosition(
  marks: readonly LogPosition[],
  { now, boundMs, written }: FreshnessRequest,
): bigint | null {
  const mark = marks.find(({ at }) => at >= now - boundMs)
  if (!mark) return null
  return written !== null && written > mark.end ? written : mark.end
}

/**
 * Returns the most milliseconds by which a standby at `replayed` can be behind. Returns infinity if the delay exceeds
 * the kept history.
 */
export function replicationDelay(marks: readonly LogPosition[], replayed: bigint, now: number): number {
  const reached = marks.findLast(({ end }) => end <= replayed)
  return reached ? now - reached.at : Number.POSITIVE_INFINITY
}

/**
 * Adds the newest position and drops those older than `keepMs`. If the position went back, it belongs to a different
 * log, and all older ones are dropped.
 */
export function addLogPosition(marks: readonly LogPosition[], mark: LogPosition, keepMs: number): LogPosition[] {
  const last = marks.at(-1)
  if (last && mark.end < last.end) return [mark]
  return [...marks.filter(({ at }) => at >= mark.at - keepMs), mark]
}
