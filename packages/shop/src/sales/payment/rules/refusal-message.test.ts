import { isCardPayment, PAYMENT_METHOD, PAYMENT_METHOD_IDS } from '@kushi/values/payment-method'
import { expect, test } from 'vitest'
import type { PaymentRefusal } from '../../../ports/payment-port.ts'
import { paymentRefusalText } from './refusal-message.ts'

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
  const messages = refusals.map((refusal) => paymentRefusalText(refusal, 1))
  expect(new Set(messages).size).toBe(refusals.length)
  for (const message of messages) expect(message).toMatch(/(ください|お選びいただけます)。$/)
})

test('no message without a refusal; an unknown refusal asks for another card', () => {
  expect(paymentRefusalText(null, 1)).toBeNull()
  expect(paymentRefusalText('new', 1)).toBe(paymentRefusalText('unusable', 1))
})

test('what was not paid by a card speaks of none', () => {
  const spoken: PaymentRefusal[] = ['limit', 'unusable', 'not_accepted', 'cancelled', 'examination']
  for (const id of PAYMENT_METHOD_IDS.filter((one) => !isCardPayment(one)))
    for (const refusal of spoken) expect(paymentRefusalText(refusal, id)).not.toContain('カード')
  expect(paymentRefusalText('unusable', PAYMENT_METHOD.paypay)).toMatch(/^PayPayはご利用いただけません。/)
})
