import { expect, test } from 'vitest'
import { haveSameMoney, type PaymentRecord } from './books.ts'

const record = (state: string, amount = 3300, refunded_amount = 0): PaymentRecord => ({
  state,
  amount,
  refunded_amount,
})

test.each<[PaymentRecord, PaymentRecord | null, boolean]>([
  [record('authorised'), record('authorised'), true],
  [record('authorised'), record('authorised', 3000), false],
  [record('authorised'), record('captured'), false],
  [record('authorised'), null, false],
  [record('captured', 3300, 1000), record('refunded', 3300, 1000), true],
  [record('captured', 3300, 1000), record('captured'), false],
  [record('refunded', 3300, 3300), record('voided'), true],
  [record('voided'), null, true],
  [record('voided'), record('authorised'), false],
  [record('failed'), record('begun'), true],
  [record('failed'), record('authorised'), false],
])('%j and %j', (ours, theirs, expected) => expect(haveSameMoney(ours, theirs)).toBe(expected))
