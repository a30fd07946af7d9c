import { addDays } from '@kushi/values/calendar-date'
import { mapOrderFees, sumOrderFees } from '@kushi/values/order-amounts'
import { taxIncludedIn } from '@kushi/values/price'
import { shareByLargestRemainder } from '@kushi/values/share'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CreditNoteItem,
  creditItemsOf,
  reductionCreditItems,
  remainingSaleOf,
} from '../../../sales/order/rules/credit.ts'
import { draftJournalSlip, journalSlipKey, sumAmounts } from '../../journal/rules/slips.ts'
import {
  type BookableOrder,
  type CreditNote,
  ledgerEntriesOfOrder,
  prepaidDeliveryShare,
  type SaleItem,
} from './entries.ts'
import { bookingDay, firstDayOfMonth } from './month.ts'

const item = (more: Partial<SaleItem> = {}): SaleItem => ({
  id: 1,
  subtotal: 2640,
  discount_amount: 0,
  tax_rate: 10,
  lump_sum_payment_flag: false,
  lump_sum_payment_num: null,
  ...more,
})
const sale = (more: Partial<BookableOrder> = {}): BookableOrder => ({
  order: {
    id: 7,
    cycle: null,
    payment_method_id: 1,
    ...mapOrderFees(() => 0),
    tax_lines: [{ tax_rate: 10, total: 2640, tax: 240 }],
  },
  items: [item()],
  is_moved: false,
  is_called_off: false,
  sold_on: '2026-11-20',
  credits: [],
  refunds: [],
  delivered: [],
  prepaid_by: null,
  ...more,
})
const brief = (all: ReturnType<typeof ledgerEntriesOfOrder>) =>
  all.map(({ day, cause, kind, tax_rate, amount, tax }) => [day, cause, kind, tax_rate, amount, tax])

test('nothing is booked before the sale', () => {
  expect(ledgerEntriesOfOrder(sale({ sold_on: null, refunds: [{ id: 1, day: '2026-11-19', amount: 100 }] }))).toEqual(
    [],
  )
})

test('前払い that was called off: only what was given back is booked, on its day', () => {
  const refunds = [{ id: 1, day: '2026-11-19', amount: 2640 }]
  const credits = [
    { id: 1, day: '2026-11-18', lines: [{ kind: 'reduction', order_item_id: null, amount: 100, tax_rate: 10 }] },
  ] as const
  expect(brief(ledgerEntriesOfOrder(sale({ sold_on: null, is_called_off: true, refunds, credits })))).toEqual([
    ['2026-11-19', 'refund 1', 'refund', null, 2640, 0],
  ])
})

test('goods, discount, delivery and fee of two rates, each on its own row', () => {
  const order = {
    id: 7,
    cycle: null,
    payment_method_id: null,
    ...mapOrderFees(() => 0),
    delivery_fee: 660,
    payment_fee: 330,
    tax_lines: [
      { tax_rate: 10, total: 3366, tax: 306 },
      { tax_rate: 8, total: 1620, tax: 120 },
    ],
  }
  const items = [item({ discount_amount: 264 }), item({ id: 2, subtotal: 1620, tax_rate: 8 })]
  expect(brief(ledgerEntriesOfOrder(sale({ order, items })))).toEqual([
    ['2026-11-20', 'sale', 'sale', 10, 2640, 240],
    ['2026-11-20', 'sale', 'discount', 10, -264, -24],
    ['2026-11-20', 'sale', 'delivery_fee', 10, 660, 60],
    ['2026-11-20', 'sale', 'payment_fee', 10, 330, 30],
    ['2026-11-20', 'sale', 'sale', 8, 1620, 120],
  ])
})

test('a return of an item of 8 % is 8 %, with its tax, on its own day; a return before the sale on the day of the sale', () => {
  const order = { ...sale().order, tax_lines: [{ tax_rate: 8, total: 3240, tax: 240 }] }
  const items = [item({ subtotal: 3240, tax_rate: 8 })]
  const line = { kind: 'goods', order_item_id: 1, amount: 1620, tax_rate: 8 } as const
  const credits: CreditNote[] = [
    { id: 3, day: '2026-11-10', lines: [line] },
    { id: 4, day: '2026-12-02', lines: [line] },
  ]
  expect(brief(ledgerEntriesOfOrder(sale({ order, items, credits }))).slice(1)).toEqual([
    ['2026-11-20', 'credit 3', 'return', 8, -1620, -120],
    ['2026-12-02', 'credit 4', 'return', 8, -1620, -120],
  ])
})

const yearly = item({ subtotal: 24_685, lump_sum_payment_flag: true, lump_sum_payment_num: 12 })
const paidOnce = { ...sale().order, cycle: 1, tax_lines: [{ tax_rate: 10, total: 24_685, tax: 2244 }] }

test('年払い: the first delivery is a sale, the rest is 前受金 until each delivery', () => {
  expect(brief(ledgerEntriesOfOrder(sale({ order: paidOnce, items: [yearly] })))).toEqual([
    ['2026-11-20', 'sale', 'sale', 10, 2057, 187],
    ['2026-11-20', 'sale', 'prepaid', 10, 22_628, 0],
  ])
  const later = { ...sale().order, id: 8, cycle: 12, tax_lines: [] }
  const delivered = [{ cycle: 12, sold_on: '2027-10-20' }]
  const prepaid_by = { order: paidOnce, items: [yearly], credits: [], delivered }
  expect(brief(ledgerEntriesOfOrder(sale({ order: later, items: [], prepaid_by, sold_on: '2027-10-20' })))).toEqual([
    ['2027-10-20', 'prepaid', 'sale', 10, 2058, 187],
    ['2027-10-20', 'prepaid', 'prepaid', 10, -2058, 0],
  ])
})

test('年払い: money that was given back lowers 前受金, and a delivery uses no more than is left of it', () => {
  const month = (cycle: number) => `2027-${String(cycle).padStart(2, '0')}-20`
  const sold = (cycle: number, amount: number) => {
    const line = { kind: 'reduction', order_item_id: null, amount, tax_rate: 10 } as const
    const credits: CreditNote[] = [{ id: 5, day: '2027-02-25', lines: [line] }]
    const delivered = Array.from({ length: cycle }, (_, n) => ({ cycle: n + 1, sold_on: month(n + 1) }))
    const prepaid_by = { order: paidOnce, items: [yearly], credits, delivered }
    const later = { ...sale().order, id: 8, cycle, tax_lines: [] }
    return brief(ledgerEntriesOfOrder(sale({ order: later, items: [], prepaid_by, sold_on: month(cycle) }))).map(
      (row) => row[4],
    )
  }
  expect(sold(2, 24_684)).toEqual([2057, -2057])
  expect(sold(3, 24_684)).toEqual([])
  expect(sold(11, 100)).toEqual([2057, -2057])
  expect(sold(12, 100)).toEqual([1958, -1958])
})

test.each([
  ['goods', 1],
  ['reduction', null],
] as const)('年払い that ends early: %s lower 前受金, and the sale only beyond it', (kind, order_item_id) => {
  const lines = [{ kind, order_item_id, amount: 21_000, tax_rate: 10 }]
  const credits: CreditNote[] = [{ id: 5, day: '2027-01-10', lines }]
  const delivered = [
    { cycle: 1, sold_on: '2026-11-20' },
    { cycle: 2, sold_on: '2026-12-20' },
  ]
  const booked = brief(ledgerEntriesOfOrder(sale({ order: paidOnce, items: [yearly], credits, delivered })))
  expect(booked.slice(2)).toEqual([
    ['2027-01-10', 'credit 5', 'prepaid', 10, -20_571, 0],
    ['2027-01-10', 'credit 5', 'return', 10, -429, -39],
  ])
})

test('a discount that rounds otherwise than the document: the 売上 bears the yen', () => {
  const order = { ...sale().order, tax_lines: [{ tax_rate: 10, total: 2965, tax: 269 }] }
  const items = [item({ subtotal: 3300, discount_amount: 335 })]
  const all = brief(ledgerEntriesOfOrder(sale({ order, items })))
  expect(all.map(([, , kind, , amount, tax]) => [kind, amount, tax])).toEqual([
    ['sale', 3300, 299],
    ['discount', -335, -30],
  ])
})

test('年払い: all deliveries together have the tax of the document, whatever is given back between', () => {
  const lines = [{ kind: 'reduction', order_item_id: null, amount: 1234, tax_rate: 10 }] as const
  const month = (cycle: number) => addDays('2026-11-20', 30 * (cycle - 1))
  const delivered = Array.from({ length: 12 }, (_, n) => ({ cycle: n + 1, sold_on: month(n + 1) }))
  const credits: CreditNote[] = [{ id: 5, day: addDays(month(4), 3), lines }]
  const first = ledgerEntriesOfOrder(sale({ order: paidOnce, items: [yearly], credits, delivered }))
  const later = delivered.slice(1).flatMap(({ cycle, sold_on }) => {
    const order = { ...sale().order, id: 20 + cycle, cycle, tax_lines: [] }
    const prepaid_by = { order: paidOnce, items: [yearly], credits, delivered }
    return ledgerEntriesOfOrder(sale({ order, items: [], prepaid_by, sold_on }))
  })
  const all = [...first, ...later]
  const sum = (of: 'amount' | 'tax', kinds: string[]) =>
    all.filter(({ kind }) => kinds.includes(kind)).reduce((total, one) => total + one[of], 0)
  expect(sum('amount', ['prepaid'])).toBe(0)
  expect(sum('amount', ['sale'])).toBe(24_685 - 1234)
  expect(sum('tax', ['sale'])).toBe(
    2244 - (taxIncludedIn(24_685 - 4 * 2057, 10) - taxIncludedIn(24_685 - 4 * 2057 - 1234, 10)),
  )
})

test('an order that was moved in is no sale: what is given back for it is 返金, on its own day', () => {
  const line = { kind: 'goods', order_item_id: 1, amount: 1320, tax_rate: 10 } as const
  const credits: CreditNote[] = [{ id: 3, day: '2027-01-10', lines: [line] }]
  const moved = { is_moved: true, sold_on: null, credits }
  expect(ledgerEntriesOfOrder(sale({ ...moved, credits: [] }))).toEqual([])
  expect(brief(ledgerEntriesOfOrder(sale(moved)))).toEqual([['2027-01-10', 'credit 3', 'refund', null, 1320, 0]])
})

const amount = fc.integer({ min: 0, max: 50_000 })
const anyItem = fc
  .record({
    subtotal: amount,
    share: fc.integer({ min: 0, max: 100 }),
    tax_rate: fc.constantFrom(8, 10),
    deliveries: fc.constantFrom(1, 1, 1, 6, 12),
  })
  .map(({ subtotal, share, tax_rate, deliveries }) =>
    item({
      subtotal,
      discount_amount: Math.floor((subtotal * share) / 100),
      tax_rate,
      lump_sum_payment_flag: deliveries > 1,
      lump_sum_payment_num: deliveries > 1 ? deliveries : null,
    }),
  )
const anySale = fc
  .record({
    items: fc.array(anyItem, { minLength: 1, maxLength: 5 }),
    ...mapOrderFees(() => amount),
    adjustment: fc.integer({ min: -500, max: 500 }),
  })
  .map(({ items: all, adjustment, ...fees }) => {
    const items = all.map((one, n) => ({ ...one, id: n + 1 }))
    const of = (rate: number) =>
      items
        .filter(({ tax_rate }) => tax_rate === rate)
        .reduce((sum, one) => sum + one.subtotal - one.discount_amount, 0)
    const before = [of(10) + sumOrderFees(fees), of(8)]
    const shares = shareByLargestRemainder(adjustment, before)
    const tax_lines = ([10, 8] as const).map((tax_rate, n) => {
      const total = before[n]! + shares[n]!
      return { tax_rate, total, tax: taxIncludedIn(total, tax_rate) }
    })
    return sale({ order: { ...sale().order, cycle: 1, ...fees, tax_lines }, items })
  })

test('whatever is sold: the rows of a rate and their tax add up to the document, with what is to be delivered later', () => {
  fc.assert(
    fc.property(anySale, (one) => {
      const all = ledgerEntriesOfOrder(one)
      for (const { tax_rate, total, tax } of one.order.tax_lines) {
        const own = all.filter((row) => row.tax_rate === tax_rate)
        const sum = (name: 'amount' | 'tax') => own.reduce((all, row) => all + row[name], 0)
        const ahead = own.filter(({ kind }) => kind === 'prepaid').reduce((all, { amount }) => all + amount, 0)
        expect(sum('amount')).toBe(total)
        if (own.some(({ kind }) => kind !== 'prepaid'))
          expect(sum('tax')).toBe(tax - taxIncludedIn(ahead, tax_rate as 8 | 10))
      }
      for (const row of all) expect(Math.abs(row.tax)).toBeLessThan(Math.abs(row.amount))
    }),
  )
})

test('年払い: a delivery that comes at the end instead of one that was called off uses up its share', () => {
  const day = (cycle: number) => addDays('2026-11-20', 30 * cycle)
  // The third was called off.
  const delivered = [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((cycle) => ({ cycle, sold_on: day(cycle) }))
  const year = { order: paidOnce, items: [yearly], credits: [], delivered }
  const rows = delivered.flatMap(({ cycle, sold_on }) =>
    cycle === 1
      ? ledgerEntriesOfOrder(sale({ ...year, sold_on }))
      : ledgerEntriesOfOrder(
          sale({
            order: { ...sale().order, id: 20 + cycle, cycle, tax_lines: [] },
            items: [],
            prepaid_by: year,
            sold_on,
          }),
        ),
  )
  const sum = (wanted: string) => rows.reduce((yen, { kind, amount }) => yen + (kind === wanted ? amount : 0), 0)
  expect([sum('prepaid'), sum('sale')]).toEqual([0, 24_685])
})

test('whatever is paid in advance: the deliveries use it up, to the yen', () => {
  fc.assert(
    fc.property(anyItem, (one) => {
      const deliveries = one.lump_sum_payment_num ?? 1
      const shares = Array.from({ length: deliveries }, (_, n) => prepaidDeliveryShare(one, n + 1))
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(one.subtotal - one.discount_amount)
    }),
  )
})

test('年払い: several 赤伝, and some given up again, take no more of 前受金 together than was left of it; the sales bear the rest', () => {
  const anyCredit = fc.record({
    kind: fc.constantFrom('goods', 'reduction', 'back'),
    amount: fc.integer({ min: 1, max: 9000 }),
    after: fc.integer({ min: 0, max: 360 }),
  })
  fc.assert(
    fc.property(
      fc.array(anyCredit, { minLength: 2, maxLength: 6 }),
      fc.integer({ min: 1, max: 12 }),
      (given, cycles) => {
        const day = (n: number) => addDays('2026-11-20', n)
        const delivered = Array.from({ length: cycles }, (_, n) => ({ cycle: n + 1, sold_on: day(30 * n) }))
        let back = 0
        const credits = given
          .toSorted((a, b) => a.after - b.after)
          .flatMap(({ kind, amount, after }, n): CreditNote[] => {
            const taken = kind === 'back' ? -Math.min(amount, back) : Math.min(amount, 24_685 - back)
            back += taken
            const line = { kind: kind === 'goods' ? 'goods' : 'reduction', amount: taken, tax_rate: 10 } as const
            const of = { ...line, order_item_id: kind === 'goods' ? 1 : null }
            return taken === 0 ? [] : [{ id: n + 1, day: day(after), lines: [of] }]
          })
        const year = { order: paidOnce, items: [yearly], credits, delivered }
        const rows = [
          ...ledgerEntriesOfOrder(sale(year)),
          ...delivered.slice(1).flatMap(({ cycle, sold_on }) => {
            const order = { ...sale().order, id: 20 + cycle, cycle, tax_lines: [] }
            return ledgerEntriesOfOrder(sale({ order, items: [], prepaid_by: year, sold_on }))
          }),
        ]
        const sum = (kind: string, until = '9999-12-31') =>
          rows.filter((row) => row.kind === kind && row.day <= until).reduce((all, { amount }) => all + amount, 0)
        // What is paid in advance is never below 0, on no day, and what is given back is given back once.
        for (const { day: until } of rows) expect(sum('prepaid', until)).toBeGreaterThanOrEqual(0)
        expect(sum('sale') + sum('return') + sum('prepaid')).toBe(24_685 - back)
        // No 赤伝 that is given up brings back more than those before it took.
        let taken = 0
        for (const { id } of credits) {
          for (const row of rows) if (row.cause === `credit ${id}` && row.kind === 'prepaid') taken += row.amount
          expect(taken).toBeLessThanOrEqual(0)
        }
        // The sales bear something only while nothing is left that was paid in advance.
        for (const { day: until } of rows) if (sum('return', until) < 0) expect(sum('prepaid', until)).toBe(0)
      },
    ),
  )
})

const days = fc.integer({ min: 0, max: 120 }).map((n) => addDays('2026-11-01', n))
const lived = fc
  .record({
    one: anySale,
    sold_on: days,
    taken: fc.array(fc.record({ day: days, what: fc.integer({ min: 0, max: 40_000 }), hand: fc.boolean() }), {
      maxLength: 5,
    }),
  })
  .map(({ one, sold_on, taken }, n = 0) => {
    const credited: CreditNoteItem[] = []
    const sold = { ...one.order, payment_fee: one.order.payment_fee }
    const items = one.items.map((item) => ({ ...item, quantity: 2 }))
    const credits = taken
      .sort((a, b) => (a.day < b.day ? -1 : 1))
      .flatMap(({ day, what }, nth): CreditNote[] => {
        const rest = remainingSaleOf(sold, items, credited)
        const piece = rest.items[what % rest.items.length]!
        // By turns a piece, both fees, or a sum on the whole, never more than is left.
        const lines =
          what % 3 === 0 && piece.pieces > 0
            ? creditItemsOf(sold, items, credited, { items: [{ order_item_id: piece.order_item_id, quantity: 1 }] })
            : what % 3 === 1
              ? creditItemsOf(sold, items, credited, { items: [], delivery_fee: true, payment_fee: true })
              : reductionCreditItems(rest, Math.min(what, Math.max(0, rest.amount)))
        credited.push(...lines)
        return lines.length === 0 ? [] : [{ id: nth + 1, day, lines }]
      })
    const given = credits.filter((_, nth) => taken[nth]!.hand)
    const refunds = given.map(({ id, day, lines }) => ({
      id,
      day,
      amount: lines.reduce((sum, { amount }) => sum + amount, 0),
    }))
    return { ...one, order: { ...one.order, id: n }, sold_on, credits, refunds }
  })

test('random months: ledger = orders − refunds, closed or not, and every slip balances', () => {
  const closings = fc.subarray(['2026-11-01', '2026-12-01', '2027-01-01'])
  fc.assert(
    fc.property(fc.array(lived, { minLength: 1, maxLength: 8 }), closings, (sales, closed) => {
      const sum = (rows: readonly { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0)
      const rows = sales.flatMap((one, id) =>
        ledgerEntriesOfOrder({ ...one, order: { ...one.order, id } }).map((row) => ({
          ...row,
          day: bookingDay(row.day, new Set(closed)),
          provider: null,
          is_gain: false,
          is_moved: false,
          is_called_off: false,
          first_id: id,
          order_id: id,
        })),
      )
      const orders = sum(sales.flatMap(({ order }) => order.tax_lines.map(({ total: amount }) => ({ amount }))))
      const back = sum(sales.flatMap(({ credits }) => credits.flatMap(({ lines }) => lines)))
      const byHand = sum(sales.flatMap(({ refunds }) => refunds))
      expect(sum(rows.filter(({ kind }) => kind !== 'refund'))).toBe(orders - back)
      expect(sum(rows.filter(({ kind }) => kind === 'refund'))).toBe(byHand)
      expect(rows.every(({ day }) => !closed.includes(firstDayOfMonth(day)))).toBe(true)
      for (const grain of ['day', 'order'] as const) {
        const own = rows.map((row) => ({ ...row, order_no: grain === 'order' ? `K${row.order_id}` : null }))
        const slips = [...Map.groupBy(own, journalSlipKey).values()].flatMap((of) => draftJournalSlip(of) ?? [])
        for (const { debit, credit } of slips) expect(sumAmounts(debit)).toBe(sumAmounts(credit))
        const receivable = (side: 'debit' | 'credit') =>
          sum(slips.flatMap((slip) => slip[side].filter(({ part }) => part === 'receivable')))
        expect(receivable('debit') - receivable('credit')).toBe(orders - back + byHand)
      }
    }),
  )
})
