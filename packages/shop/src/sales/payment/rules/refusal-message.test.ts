import { isCard, PAYMENT_METHOD, PAYMENT_METHOD_IDS } from '@kushi/values/payment-method'
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
  const messages = refusals.map((refusal) => refusalMessage(refusal, 1))
  expect(new Set(messages).size).toBe(refusals.length)
  for (const message of messages) expect(message).toMatch(/(ください|お選びいただけます)。$/)
})

test('no message without a refusal; an unknown refusal asks for another card', () => {
  expect(refusalMessage(null, 1)).toBeNull()
  expect(refusalMessage('new', 1)).toBe(refusalMessage('unusable', 1))
})

test('what was not paid by a card speaks of none', () => {
  const spoken: PaymentRefusal[] = ['limit', 'unusable', 'not_accepted', 'cancelled', 'examination']
  for (const id of PAYMENT_METHOD_IDS.filter((one) => !isCard(one)))
    for (const refusal of spoken) expect(refusalMessage(refusal, id)).not.toContain('カード')
  expect(refusalMessage('unusable', PAYMENT_METHOD.paypay)).toMatch(/^PayPayはご利用いただけません。/)
})
