import type { JournalGrain } from '@kushi/values/journal'
import { MONEY_KINDS } from '@kushi/values/ledger'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draftJournalSlip, journalSlipKey, type SummedLedgerRow, sumAmounts } from './slips.ts'

/** The slips of single rows of the ledger. */
function slipsOf(rows: readonly SummedLedgerRow[], grain: JournalGrain) {
  const asked = rows.map((one) => ({ ...one, order_no: grain === 'day' || one.provider ? null : one.order_no }))
  const keys = [...new Set(asked.map(journalSlipKey))].sort()
  return keys.flatMap((key) => draftJournalSlip(asked.filter((one) => journalSlipKey(one) === key)) ?? [])
}

const row = (more: Partial<SummedLedgerRow>): SummedLedgerRow => ({
  day: '2026-11-20',
  first_id: 1,
  order_no: 'A1',
  kind: 'sale',
  provider: null,
  tax_rate: 10,
  amount: 2640,
  tax: 240,
  payment_method_id: 1,
  is_gain: false,
  is_moved: false,
  ...more,
})

test('a day of one way to pay is one slip; a discount lowers the sale', () => {
  const rows = [
    row({}),
    row({ order_no: 'A2', amount: 1100, tax: 100 }),
    row({ kind: 'discount', amount: -110, tax: -10 }),
    row({ tax_rate: 8, amount: 1620, tax: 120 }),
    row({ kind: 'delivery_fee', amount: 660, tax: 60 }),
  ]
  expect(slipsOf(rows, 'day')).toEqual([
    {
      day: '2026-11-20',
      payment_method_id: 1,
      provider: null,
      order_no: null,
      debit: [{ part: 'receivable', tax_rate: null, amount: 5910, tax: 0 }],
      credit: [
        { part: 'sale', tax_rate: 10, amount: 3630, tax: 330 },
        { part: 'sale', tax_rate: 8, amount: 1620, tax: 120 },
        { part: 'delivery_fee', tax_rate: 10, amount: 660, tax: 60 },
      ],
    },
  ])
})

test('a return is 売上返還 against 売掛金; a refund by transfer leaves the bank', () => {
  const rows = [
    row({ kind: 'return', amount: -1620, tax: -120, tax_rate: 8 }),
    row({ kind: 'refund', amount: 1620, tax: 0, tax_rate: null }),
  ]
  const [slip] = slipsOf(rows, 'order')
  expect(slip).toMatchObject({
    order_no: 'A1',
    debit: [{ part: 'return', tax_rate: 8, amount: 1620, tax: 120 }],
    credit: [{ part: 'bank', tax_rate: null, amount: 1620 }],
  })
})

test('前受金 has no tax until its delivery, which debits it', () => {
  const [paid] = slipsOf([row({ kind: 'prepaid', amount: 22_628, tax: 0 })], 'day')
  expect(paid!.credit).toEqual([{ part: 'prepaid', tax_rate: null, amount: 22_628, tax: 0 }])
  const used = [row({ amount: 2057, tax: 187 }), row({ kind: 'prepaid', amount: -2057, tax: 0 })]
  expect(slipsOf(used, 'day')).toMatchObject([
    {
      debit: [{ part: 'prepaid', tax_rate: null, amount: 2057, tax: 0 }],
      credit: [{ part: 'sale', tax_rate: 10, amount: 2057, tax: 187 }],
    },
  ])
})

test('雑収入 is no 雑損失 with a minus, also when it is taken back; money for a moved-in order leaves the bank', () => {
  const gain = row({ kind: 'difference', provider: 'gmo', tax_rate: null, amount: -300, tax: 0, is_gain: true })
  const [got] = slipsOf([gain], 'day')
  expect(got!.credit).toEqual([{ part: 'gain', tax_rate: null, amount: 300, tax: 0 }])
  const [back] = slipsOf([{ ...gain, amount: 300 }], 'day')
  expect(back!.debit).toEqual([{ part: 'gain', tax_rate: null, amount: 300, tax: 0 }])
  const [moved] = slipsOf([row({ kind: 'refund', tax_rate: null, amount: 1320, tax: 0, is_moved: true })], 'day')
  expect(moved).toMatchObject({
    debit: [{ part: 'moved_return', amount: 1320 }],
    credit: [{ part: 'bank', amount: 1320 }],
  })
})

const anyRow = fc
  .record({
    day: fc.constantFrom('2026-11-20', '2026-11-21'),
    order_no: fc.constantFrom('A1', 'A2', 'A3'),
    kind: fc.constantFrom(
      'sale',
      'discount',
      'delivery_fee',
      'payment_fee',
      'adjustment',
      'return',
      'prepaid',
      'refund',
    ),
    tax_rate: fc.constantFrom(8, 10),
    amount: fc.integer({ min: -9999, max: 9999 }).filter((amount) => amount !== 0),
    payment_method_id: fc.constantFrom(null, 1, 4),
  })
  .map((one) => row(one as Partial<SummedLedgerRow>))

/** 入金 of two providers; a fee with and without tax. */
const anyMoney = fc
  .record({
    day: fc.constantFrom('2026-11-20', '2026-11-21'),
    order_no: fc.constantFrom('A1', null),
    provider: fc.constantFrom('gmo', 'np'),
    kind: fc.constantFrom(...MONEY_KINDS),
    tax_rate: fc.constantFrom(10, null),
    amount: fc.integer({ min: -9999, max: 9999 }).filter((amount) => amount !== 0),
    payment_method_id: fc.constantFrom(1, 4),
  })
  .map((one) =>
    row({ ...one, tax: 0, tax_rate: one.kind === 'provider_fee' ? one.tax_rate : null } as Partial<SummedLedgerRow>),
  )

test('入金 never moves the sum of the sales: the bank has exactly received + suspense − fee − difference', () => {
  fc.assert(
    fc.property(fc.array(anyMoney, { maxLength: 30 }), (rows) => {
      const of = (kind: SummedLedgerRow['kind']) => sumAmounts(rows.filter((one) => one.kind === kind))
      const slips = slipsOf(rows, 'order')
      const bank = (sides: 'debit' | 'credit') =>
        sumAmounts(slips.flatMap((slip) => slip[sides].filter(({ part }) => part === 'bank')))
      expect(bank('debit') - bank('credit')).toBe(
        of('received') + of('suspense') - of('provider_fee') - of('difference'),
      )
      expect(slips.every(({ provider, order_no }) => provider !== null && order_no === null)).toBe(true)
    }),
  )
})

test('whatever is booked: every slip balances, and 日ごと says the same sums as 注文ごと', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(anyRow, anyMoney), { maxLength: 30 }), (rows) => {
      const sums = (grain: JournalGrain) => {
        const all = slipsOf(rows, grain)
        for (const { debit, credit } of all) expect(sumAmounts(debit)).toBe(sumAmounts(credit))
        const net = new Map<string, number>()
        for (const { debit, credit } of all)
          for (const [sign, sides] of [
            [-1, debit],
            [1, credit],
          ] as const)
            for (const { part, tax_rate, amount } of sides)
              net.set(`${part} ${tax_rate}`, (net.get(`${part} ${tax_rate}`) ?? 0) + sign * amount)
        return [...net].filter(([, amount]) => amount !== 0).sort()
      }
      expect(sums('day')).toEqual(sums('order'))
    }),
  )
})
