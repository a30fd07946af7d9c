import { expect, test } from 'vitest'
import { canPass, isLate, isOpen, type PaymentState } from './payment-state.ts'

const states: PaymentState[] = [
  'intent',
  'entered',
  'redirected',
  'returned',
  'authorised',
  'failed',
  'void_pending',
  'voided',
  'captured',
  'refunded',
]

test('a payment goes these ways and no other', () => {
  const ways = Object.fromEntries(states.map((from) => [from, states.filter((to) => canPass(from, to)).join(' ')]))
  expect(ways).toEqual({
    intent: 'entered authorised failed void_pending',
    entered: 'redirected authorised failed void_pending',
    redirected: 'returned authorised failed void_pending',
    returned: 'authorised failed void_pending',
    authorised: 'void_pending voided captured',
    failed: 'void_pending',
    void_pending: 'voided',
    voided: '',
    captured: 'refunded',
    refunded: '',
  })
})

test('what is not decided can be authorised, refused, and voided when it comes too late', () => {
  for (const state of states.filter(isOpen))
    for (const to of ['authorised', 'failed', 'void_pending'] as const) expect(canPass(state, to)).toBe(true)
  expect(states.filter(isOpen)).toEqual(['intent', 'entered', 'redirected', 'returned'])
})

test('only what was never counted can come too late: money that stands is not given back by a second answer', () => {
  expect(states.filter(isLate)).toEqual(['intent', 'entered', 'redirected', 'returned', 'failed'])
})
