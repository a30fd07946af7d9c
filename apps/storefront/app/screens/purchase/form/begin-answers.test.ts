import { expect, test } from 'vitest'
import { CASH, emptyDraft } from '../../../state/purchase-draft.ts'
import { assumedPayment } from './begin-answers.ts'

test('a quote has the fee of the chosen method, and before the methods are there that of the card', () => {
  expect(assumedPayment(emptyDraft, false)).toBe(1)
  expect(assumedPayment(emptyDraft, true)).toBeUndefined()
  for (const areKnown of [false, true]) {
    expect(assumedPayment({ ...emptyDraft, payment: CASH }, areKnown)).toBeNull()
    expect(assumedPayment({ ...emptyDraft, payment: '3' }, areKnown)).toBe(3)
  }
})
