import { expect, test } from 'vitest'
import { linkTrouble } from './line-link-confirm.tsx'

test.each([
  [8002, 'ERROR_TOKEN_EXPIRED', '/line-link'],
  [8003, 'ERROR_TOKEN_USED', '/login'],
  [8004, 'ERROR_TOKEN_EMPTY', '/line-link'],
  [409, 'ERROR_USER_CUSTOMER_LINE_EXISTS', '/contact'],
  [403, 'ERROR_LINE_NOT_FRIEND', '/line-subscribe'],
  [403, 'ERROR_LINE_ACCOUNT_DIFFERENT', '/line-link'],
])('%i %s leads to %s', (code, error, to) => {
  expect(linkTrouble({ code, error }).way?.to).toBe(to)
})

test('other errors can be retried', () => {
  expect(linkTrouble({ code: 503, error: 'ERROR_LINE_UNAVAILABLE' }).way).toBeNull()
})
