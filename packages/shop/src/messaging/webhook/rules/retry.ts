/** Minutes until the next attempt, increasing; three days in total. */
const pauses = [1, 5, 15, 60, 180, 360, 720, 1440, 1440]

/** Returns null when the message is given up. */
export const retryDelay = (attempts: number): number | null => pauses[attempts - 1] ?? null

/** Days without a delivered message after which an endpoint is stopped. */
export const FAILING_DAYS = 5
