import { expect, test } from 'vitest'
import { JOB_CLAIM_MS, JOB_CONTINUES_TEXT } from './work-claim.ts'

test('an operator reads how long a killed process holds its job, with the minute until the next one looks', () => {
  const minutes = Number(/(\d+)分以内/.exec(JOB_CONTINUES_TEXT)?.[1])
  expect(minutes * 60_000).toBe(JOB_CLAIM_MS + 60_000)
})
