import { expect, test } from 'vitest'
import { WEBHOOK_FAILING_DAYS, webhookRetryDelayMinutes } from './retry.ts'

test('pauses grow, and end after three days, before the endpoint is stopped', () => {
  const pauses: number[] = []
  for (let attempts = 1; webhookRetryDelayMinutes(attempts) !== null; attempts++)
    pauses.push(webhookRetryDelayMinutes(attempts)!)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  const days = pauses.reduce((sum, one) => sum + one, 0) / 1440
  expect(days).toBeGreaterThan(2.5)
  expect(days).toBeLessThanOrEqual(3)
  expect(WEBHOOK_FAILING_DAYS).toBeGreaterThan(days)
})
