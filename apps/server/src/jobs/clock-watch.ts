/** A wall clock, which can be set, and a monotonic one; both in milliseconds. */
export interface Clocks {
  wall(): number
  steady(): number
}

export const machineClocks: Clocks = { wall: () => Date.now(), steady: () => performance.now() }

/** NTP slewing stays far below; a machine that slept is above. */
const noticedMs = 3_000

/**
 * Returns a function that tells by how many milliseconds the wall clock was set since its last call; 0 if it was not
 * set.
 */
export function watchClockJumps({ wall, steady }: Clocks = machineClocks): () => number {
  let offset = wall() - steady()
  return () => {
    const now = wall() - steady()
    const moved = now - offset
    if (Math.abs(moved) < noticedMs) return 0
    offset = now
    return moved
  }
}
