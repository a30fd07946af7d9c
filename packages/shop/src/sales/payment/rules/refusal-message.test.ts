import { expect, test } from 'vitest'
import type { PaymentRefusal } from '../../../ports/payment-port.ts'
import { refusalMessage } from './refusal-message.ts'

const refusals: PaymentRefusal[] = [
  ...([
    'reenter',
    'limit',
    'unusable',
    'not_accepted',
    'authentication',
    'too_many',
    'examination',
    'repair_at_provider',
  ] as const),
  ...(['agreement_closed', 'session_expired', 'abandoned', 'cancelled', 'address', 'no_card'] as const),
]

test('every refusal states in plain words what the customer can do', () => {
  const messages = refusals.map(refusalMessage)
  expect(new Set(messages).size).toBe(refusals.length)
  for (const message of messages) expect(message).toMatch(/(ください|お選びいただけます)。$/)
})

test('no message without a refusal; an unknown refusal asks for another card', () => {
  expect(refusalMessage(null)).toBeNull()
  expect(refusalMessage('new')).toBe(refusalMessage('unusable'))
})
