import { describe, expect, test } from 'vitest'
import { sumAmounts } from '../../journal/rules/slips.ts'
import {
  assignedLineEntries,
  paymentDifferenceEntries,
  settlementLineEntries,
  writtenOffLineEntries,
} from './booked-line.ts'
import { agreedFee, feesOfPayment, judgeLine, type PaymentClaim, type SettlementTermFacts } from './judge-line.ts'

const claim = (more: Partial<PaymentClaim> = {}): PaymentClaim => ({
  payment_id: 1,
  order_id: 2,
  payment_method_id: 1,
  provider: 'gmo',
  captured_amount: 3300,
  refunded_amount: 0,
  settled_amount: 0,
  settled_refund: 0,
  ...more,
})
const term: SettlementTermFacts = { fee_rate: 3.25, fee_fixed: 0, fee_tax: 'exempt' }
const sale = (amount: number, fee = 107) => ({ kind: 'sale' as const, is_unknown: false, amount, fee })
const refund = (amount: number) => ({ kind: 'refund' as const, is_unknown: false, amount: -amount, fee: 0 })

test.each([
  ['fits', sale(3300), claim(), null, true, 3300, 0],
  ['unknown', sale(3300), null, 'not_found', false, 0, 0],
  ['of another provider', sale(3300), claim({ provider: 'np' }), 'other_provider', false, 0, 0],
  ['not captured', sale(3300), claim({ captured_amount: 0 }), 'not_captured', false, 0, 0],
  ['too little', sale(3000), claim(), 'amount_differs', true, 3000, 0],
  ['too much', sale(3500), claim(), 'amount_differs', true, 3500, 0],
  ['twice', sale(3300), claim({ settled_amount: 3300 }), 'paid_twice', false, 0, 0],
  ['less what was refunded before', sale(2300, 74), claim({ refunded_amount: 1000 }), null, true, 3300, 1000],
  ['another fee', sale(3300, 150), claim(), 'fee_differs', true, 3300, 0],
  ['a fee that is rounded otherwise', sale(3300, 108), claim(), null, true, 3300, 0],
  ['a refund of ours', refund(1000), claim({ refunded_amount: 1000, settled_amount: 3300 }), null, true, 0, 1000],
  ['a refund that we do not know', refund(1000), claim(), 'refund_not_ours', false, 0, 0],
  ['a chargeback', { ...refund(3300), kind: 'chargeback' as const }, claim(), 'chargeback', false, 0, 0],
  ['of a kind that nobody knows', { ...sale(3300), is_unknown: true }, claim(), 'unknown_kind', false, 0, 0],
  ['a fee of its own', { ...sale(0, 550), kind: 'fee' as const }, null, null, false, 0, 0],
])('a line: %s', (_, line, one, reason, is_claimed, settled_amount, settled_refund) => {
  expect(judgeLine(line, one, 'gmo', term)).toEqual({ reason, is_claimed, settled_amount, settled_refund })
})

test.each([
  ['a part', sale(3000), null],
  ['the rest', sale(300), null],
  ['more than came in', sale(3400), 'amount_differs'],
] as const)('a line of 銀行振込: %s', (_, line, reason) => {
  const settled_amount = line.amount === 300 ? 3000 : 0
  expect(judgeLine(line, claim({ payment_method_id: 7, settled_amount }), 'gmo', null)).toMatchObject({
    reason,
    is_claimed: true,
  })
})

test('a way to pay has the fees of its own, and none of the cards', () => {
  const own = { payment_method_id: 7, fee_rate: 0, fee_fixed: 150, fee_tax: 'included' as const }
  const contract = { term, method_fees: [own] }
  expect(feesOfPayment(claim(), 'gmo', contract)).toBe(term)
  expect(feesOfPayment(null, 'gmo', contract)).toBe(term)
  expect(feesOfPayment(claim({ payment_method_id: 7 }), 'gmo', contract)).toBe(own)
  expect(feesOfPayment(claim({ payment_method_id: 6 }), 'gmo', contract)).toBeNull()
  expect(judgeLine(sale(3300, 150), claim({ payment_method_id: 7 }), 'gmo', own).reason).toBeNull()
  expect(judgeLine(sale(3300, 107), claim({ payment_method_id: 7 }), 'gmo', own).reason).toBe('fee_differs')
})

test.each([
  [10_000, term, 325],
  [999, term, 32],
  [10_000, { fee_rate: 5, fee_fixed: 30, fee_tax: 'added' }, 583],
  [10_000, { fee_rate: 5, fee_fixed: 30, fee_tax: 'included' }, 530],
  [10_000, { fee_rate: null, fee_fixed: 30, fee_tax: 'included' }, null],
  // 2.9 % of 10,000 is 290 and not 289.99…
  [10_000, { fee_rate: 2.9, fee_fixed: 0, fee_tax: 'exempt' }, 290],
] as const)('the fee of %i yen', (amount, contract, fee) => expect(agreedFee(amount, contract)).toBe(fee))

describe('in the books', () => {
  const line = {
    settlement_file_id: 7,
    row: 3,
    provider: 'gmo',
    paid_on: '2026-11-20',
    amount: 3300,
    fee: 110,
    order_id: 2,
  } as const
  const sum = (entries: ReturnType<typeof settlementLineEntries>, kind: string) =>
    sumAmounts(entries.filter((one) => one.kind === kind))
  test('money of an order settles it; money of nobody is 仮受金; the fee carries tax if the contract says so', () => {
    const own = settlementLineEntries(line, true, 'exempt')
    expect(own.map(({ kind, amount, tax_rate, tax }) => [kind, amount, tax_rate, tax])).toEqual([
      ['received', 3300, null, 0],
      ['provider_fee', 110, null, 0],
    ])
    expect(
      settlementLineEntries({ ...line, order_id: null }, false, 'added').map(({ kind, tax_rate, tax }) => [
        kind,
        tax_rate,
        tax,
      ]),
    ).toEqual([
      ['suspense', null, 0],
      ['provider_fee', 10, 10],
    ])
  })
  test('what a person decides moves no money: the bank stays as it was', () => {
    const bank = (entries: ReturnType<typeof settlementLineEntries>) =>
      sum(entries, 'received') + sum(entries, 'suspense') - sum(entries, 'provider_fee') - sum(entries, 'difference')
    expect(bank(assignedLineEntries(line, '2026-11-25'))).toBe(0)
    expect(bank(writtenOffLineEntries(line, '2026-11-25'))).toBe(0)
    expect(bank(paymentDifferenceEntries(line, 300, '2026-11-25'))).toBe(0)
    expect(bank(paymentDifferenceEntries(line, -300, '2026-11-25'))).toBe(0)
  })
})
