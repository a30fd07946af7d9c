import { expect, test } from 'vitest'
import { refusalError, refusalMessage } from './refusal-message.ts'

test('every refusal says what the customer can do, in words that need no manual', () => {
  const refusals = [...Object.keys(refusalError), 'abandoned']
  const messages = refusals.map(refusalMessage)
  expect(new Set(messages).size).toBe(refusals.length)
  for (const message of messages) expect(message).toMatch(/(ください|お選びください|お試しください)。$/)
})

test('none without a refusal; one that is not known means another card', () => {
  expect(refusalMessage(null)).toBeNull()
  expect(refusalMessage('new')).toBe(refusalMessage('unusable'))
})
