import { expect, test } from 'vitest'
import { appCodeMessageId } from './app-code.ts'

test.each([
  [8002, 'token_expired'],
  [8003, 'token_used'],
  [8004, 'token_empty'],
  [50002, 'payment_update_impossible'],
  [500, 'try_again_later'],
])('code %i says %s', (code, id) => {
  expect(appCodeMessageId(code)).toBe(id)
})
