/** Minutes until the next attempt, increasing; three days in total. */
const pauses = [1, 5, 15, 60, 180, 360, 720, 1440, 1440]

/** Returns the minutes until the next attempt after this number of attempts. null: no more attempts. */
export const webhookRetryDelayMinutes = (attempts: number): number | null => pauses[attempts - 1] ?? null

/** Number of days without any delivered message after which an endpoint is stopped. */
export const WEBHOOK_FAILING_DAYS = 5
