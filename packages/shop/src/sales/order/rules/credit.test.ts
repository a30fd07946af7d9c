import { mapOrderFees, sumOrderFees } from '@kushi/values/order-amounts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CreditNoteItem,
  creditItemsOf,
  creditTaxLines,
  reductionCreditItems,
  remainingCreditItems,
  remainingSaleOf,
} from './credit.ts'

const once = { lump_sum_payment_flag: false, lump_sum_payment_num: null }
const oil = { id: 1, quantity: 3, subtotal: 5280, discount_amount: 264, tax_rate: 10, ...once }
const tea = { id: 2, quantity: 2, subtotal: 3240, discount_amount: 0, tax_rate: 8, ...once }
const order = {
  ...mapOrderFees(() => 0),
  delivery_fee: 660,
  payment_fee: 330,
  tax_lines: [
    { tax_rate: 10, total: 5280 - 264 + 660 + 330 },
    { tax_rate: 8, total: 3240 },
  ],
}
const items = [oil, tea]

test('a piece costs what was paid for it, at its own rate', () => {
  const lines = creditItemsOf(order, items, [], { items: [{ order_item_id: 2, quantity: 1, restock: true }] })
  expect(lines).toEqual([{ kind: 'goods', order_item_id: 2, quantity: 1, amount: 1620, tax_rate: 8, restocked: true }])
  expect(creditTaxLines(lines)).toEqual([{ tax_rate: 8, total: 1620, tax: 120 }])
})

test('with its share of the discount; all pieces one after the other are exactly what was paid', () => {
  const credited: CreditNoteItem[] = []
  for (let n = 0; n < 3; n++)
    credited.push(...creditItemsOf(order, items, credited, { items: [{ order_item_id: 1, quantity: 1 }] }))
  expect(credited.map(({ amount }) => amount)).toEqual([1672, 1672, 1672])
  expect(remainingSaleOf(order, items, credited).items[0]).toMatchObject({ pieces: 0, amount: 0 })
})

test('fees are apart, and only once', () => {
  const fees = creditItemsOf(order, items, [], { items: [], delivery_fee: true })
  expect(fees).toMatchObject([{ kind: 'delivery_fee', amount: 660, tax_rate: 10 }])
  expect(creditItemsOf(order, items, fees, { items: [], delivery_fee: true })).toEqual([])
  expect(remainingSaleOf(order, items, fees)).toMatchObject({ delivery_fee: 0, payment_fee: 330 })
})

test('a sum on the whole is shared over the rates; what is left of an item is then less', () => {
  const lines = reductionCreditItems(remainingSaleOf(order, items, []), 924)
  expect(lines).toMatchObject([
    { kind: 'reduction', tax_rate: 10, amount: 600 },
    { kind: 'reduction', tax_rate: 8, amount: 324 },
  ])
  expect(remainingSaleOf(order, items, lines).items[1]).toMatchObject({ pieces: 2, amount: 3240 - 324 })
})

test('a piece of a 年払い costs one delivery; the whole takes back the year', () => {
  const year = { ...oil, subtotal: 36_000, discount_amount: 0, lump_sum_payment_flag: true, lump_sum_payment_num: 12 }
  const yearly = { ...order, delivery_fee: 0, payment_fee: 0, tax_lines: [{ tax_rate: 10, total: 36_000 }] }
  const one = { items: [{ order_item_id: 1, quantity: 1 }] }
  expect(creditItemsOf(yearly, [year], [], one)).toMatchObject([{ amount: 1000 }])
  expect(remainingCreditItems(yearly, [year], [], false).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['goods', 3000],
    ['reduction', 33_000],
  ])
})

test('an adjustment belongs to the goods of its rate', () => {
  const cheaper = { ...order, tax_lines: [order.tax_lines[0]!, { tax_rate: 8, total: 3000 }] }
  expect(creditItemsOf(cheaper, items, [], { items: [{ order_item_id: 2, quantity: 2 }] })).toMatchObject([
    { amount: 3000 },
  ])
})

const amount = fc.integer({ min: 0, max: 20_000 })
const item = fc.record({
  quantity: fc.integer({ min: 1, max: 5 }),
  price: amount,
  off: fc.integer({ min: 0, max: 100 }),
  tax_rate: fc.constantFrom(8, 10),
})
const step = fc.oneof(
  fc.record({ item: fc.nat(3), quantity: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ sum: fc.integer({ min: 1, max: 9_000 }) }),
  fc.constant({ fees: true as const }),
)

const bought = fc.array(item, { minLength: 1, maxLength: 4 })
const property = fc.property(
  bought,
  fc.record(mapOrderFees(() => amount)),
  fc.array(step, { maxLength: 8 }),
  (wanted, fees, steps) => {
    const sold = wanted.map(({ quantity, price, off, tax_rate }, n) => ({
      id: n,
      quantity,
      subtotal: price * quantity,
      discount_amount: Math.floor((price * quantity * off) / 100),
      tax_rate,
      ...once,
    }))
    const total = (rate: number) =>
      sold.filter((one) => one.tax_rate === rate).reduce((sum, one) => sum + one.subtotal - one.discount_amount, 0)
    const sale = {
      ...fees,
      tax_lines: [
        { tax_rate: 10, total: total(10) + sumOrderFees(fees) },
        { tax_rate: 8, total: total(8) },
      ],
    }
    const credited: CreditNoteItem[] = []
    for (const one of steps) {
      const rest = remainingSaleOf(sale, sold, credited)
      if ('sum' in one) {
        if (one.sum <= rest.amount) credited.push(...reductionCreditItems(rest, one.sum))
      } else if ('fees' in one) {
        credited.push(...creditItemsOf(sale, sold, credited, { items: [], ...mapOrderFees(() => true) }))
      } else {
        const left = rest.items[one.item]?.pieces ?? 0
        const quantity = Math.min(one.quantity, left)
        if (quantity > 0)
          credited.push(...creditItemsOf(sale, sold, credited, { items: [{ order_item_id: one.item, quantity }] }))
      }
    }
    for (const rate of remainingSaleOf(sale, sold, credited).rates) expect(rate.amount).toBeGreaterThanOrEqual(0)
    const all = [...credited, ...remainingCreditItems(sale, sold, credited, false)]
    const rest = remainingSaleOf(sale, sold, all)
    expect(rest.rates.map((rate) => rate.amount)).toEqual([0, 0])
    expect(rest.items.every(({ pieces }) => pieces === 0)).toBe(true)
    for (const line of all) expect(line.amount).toBeGreaterThanOrEqual(0)
  },
)

test('whatever is taken back, no rate goes below zero, and the rest makes it whole to the yen', () => {
  fc.assert(property)
})
