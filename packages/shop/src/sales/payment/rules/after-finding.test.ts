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
  const trade = state && { state, amount: 5000 }
  expect(pendingPaymentStates.map((ours) => paymentRecoveryAction(ours, trade)).join(' ')).toBe(expected)
})

test.each<[ProviderPaymentRecord['state'], number[], string]>([
  ['awaiting', [], 'await'],
  ['awaiting', [4780], 'await'],
  ['captured', [4780, 220], 'settle'],
  ['captured', [5000, 5000], 'settle'],
  // Stopped or expired at the bank, but the money is here.
  ['voided', [5000], 'settle'],
  ['refused', [4780], 'await'],
  ['refused', [], 'give_up'],
])('transfers to an account that is %s: %j of 5000 yen', (state, amounts, expected) => {
  const transfers = amounts.map((amount, n) => ({
    ...{ transfer_key: String(n), remitter_name: '', transferred_on: '2026-11-22' },
    amount,
  }))
  expect(paymentRecoveryAction('awaiting', { state, amount: 5000, transfers })).toBe(expected)
})

test('an ended examination means a refusal; an attempt that was never begun is abandoned', () => {
  expect(refusalAfterLookup('held', { state: 'refused' })).toBe('examination')
  expect(refusalAfterLookup('held', null)).toBe('abandoned')
  expect(refusalAfterLookup('awaiting', { state: 'refused' })).toBe('expired')
  expect(refusalAfterLookup('redirected', { state: 'waiting' })).toBe('abandoned')
})
