import { expect, test } from 'vitest'
import { maskEmail } from './mask.ts'

test.each([
  ['', ''],
  ['hanako@example.com', 'h***@example.com'],
  ['h@example.com', 'h***@example.com'],
  ['"a@b"@example.com', '"***@example.com'],
  ['U4af4980629aabbccdd', '***'],
  ['@example.com', '***'],
])('%j is masked as %j', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})
