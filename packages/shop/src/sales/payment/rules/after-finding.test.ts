import { expect, test } from 'vitest'
import type { ProviderPaymentRecord } from '../../../ports/payment-port.ts'
import { paymentRecoveryAction, refusalAfterLookup } from './after-finding.ts'
import { pendingPaymentStates } from './payment-state.ts'

test.each<[ProviderPaymentRecord['state'] | null, string]>([
  [null, 'give_up give_up give_up give_up give_up'],
  ['begun', 'give_up give_up give_up give_up give_up'],
  ['waiting', 'give_up give_up finish give_up give_up'],
  ['held', 'hold hold hold hold hold'],
  ['awaiting', 'await await await await await'],
  ['authorised', 'settle settle settle settle settle'],
  ['captured', 'settle settle settle settle settle'],
  ['voided', 'give_up give_up give_up give_up give_up'],
  ['refunded', 'give_up give_up give_up give_up give_up'],
  ['refused', 'give_up give_up give_up give_up give_up'],
])('the provider says %s', (state, expected) => {
  const trade = state && { state }
  expect(pendingPaymentStates.map((ours) => paymentRecoveryAction(ours, trade)).join(' ')).toBe(expected)
})

test('an ended examination means a refusal; an attempt that was never begun is abandoned', () => {
  expect(refusalAfterLookup('held', { state: 'refused' })).toBe('examination')
  expect(refusalAfterLookup('held', null)).toBe('abandoned')
  expect(refusalAfterLookup('awaiting', { state: 'refused' })).toBe('expired')
  expect(refusalAfterLookup('redirected', { state: 'waiting' })).toBe('abandoned')
})
