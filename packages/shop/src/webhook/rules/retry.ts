/** Minutes until the next attempt, the longer the more there were: three days in all. */
const pauses = [1, 5, 15, 60, 180, 360, 720, 1440, 1440]

/** null: it is given up. */
export const pauseAfter = (attempts: number): number | null => pauses[attempts - 1] ?? null

/** Days without one message that got through, after which an endpoint is stopped. */
export const FAILING_DAYS = 5
