import { expect, test } from 'vitest'
import { isUniqueViolation } from './unique-violation.ts'

const words = 'duplicate key value violates unique constraint "cart_sync_pk_102050"'

test.each([
  ['as PostgreSQL says it, in any language', { code: '23505', message: '重複したキー値' }, true],
  ['as a distributed database says it', { code: 'XX000', message: words }, true],
  [
    'another fault of a distributed database',
    { code: 'XX000', message: 'connection to the remote node failed' },
    false,
  ],
  ['what only speaks of one', { code: '22P02', message: words }, false],
])('%s: %o is %s', (_, cause, is) => {
  expect(isUniqueViolation(new Error('Failed query', { cause }))).toBe(is)
})

test('an error without a cause is not one', () => {
  expect(isUniqueViolation(new Error(words))).toBe(false)
})
