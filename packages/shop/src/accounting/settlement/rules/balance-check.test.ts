import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BankBalanceCheck } from './balance-check.ts'
import type { SettlementFileLine } from './read-line.ts'

const line = (row: number, amount: number, bank_balance: number | null): SettlementFileLine => ({
  row,
  kind: 'deposit',
  is_unknown: false,
  order_refs: [],
  provider_ref: '',
  tracking_no: '',
  party: '',
  bank_balance,
  amount,
  fee: 0,
  happened_on: null,
  paid_on: '2026-11-20',
})
/** A statement of these amounts, with its balances. */
function statement(amounts: readonly number[], sign = 1) {
  let balance = 1000
  return amounts.map((amount, n) => {
    balance += amount
    return line(n + 2, sign * amount, balance)
  })
}
function checked(lines: readonly SettlementFileLine[]) {
  const check = new BankBalanceCheck()
  for (const one of lines) check.add(one)
  return check
}

const amounts = fc.array(
  fc.integer({ min: -9999, max: 9999 }).filter((one) => one !== 0),
  { minLength: 4, maxLength: 20 },
)

/** Read the other way round nothing is missing: 5, [3], -8, 8 is whole backwards without the 3. */
const isWholeBackwards = (lines: readonly SettlementFileLine[]) =>
  lines.slice(1).every((one, n) => one.bank_balance! - lines[n]!.bank_balance! === -lines[n]!.amount)

test('whatever came and went: a whole statement follows, forward and back; with one row missing the break is told', () => {
  fc.assert(
    fc.property(amounts, fc.nat(), (all, at) => {
      const lines = statement(all)
      for (const whole of [lines, lines.toReversed()]) {
        expect(() => checked(whole).refuseExchanged('x')).not.toThrow()
        expect(checked(whole).brokenRow).toBe(null)
      }
      const inside = 1 + (at % (all.length - 2))
      const rest = lines.toSpliced(inside, 1)
      fc.pre(!isWholeBackwards(rest))
      expect(checked(rest).brokenRow).not.toBe(null)
    }),
    { examples: [[[5, 3, -8, 8], 0]] },
  )
})

test('in and out exchanged are refused; a statement without balances says nothing', () => {
  expect(() => checked(statement([100, -30, 500], -1)).refuseExchanged('入金')).toThrow('逆')
  const none = checked([line(2, 100, null), line(3, 200, null)])
  expect(none.brokenRow).toBe(null)
  expect(checked([line(2, 100, 100), line(3, 50, 150), line(4, 50, 999)]).brokenRow).toBe(4)
})
