import { expect, test } from 'vitest'
import { readSecurity, withFacts } from './facts-tables.ts'

test('docs/security.md has the tables of the facts', () => {
  const text = readSecurity()
  expect(withFacts(text), 'run `node scripts/check/facts-tables.ts`').toBe(text)
})
