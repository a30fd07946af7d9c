import {
  FEE_NAME,
  FEE_TAX_RATE,
  mapOrderFees,
  ORDER_AMOUNTS,
  ORDER_FEES,
  sumOrderFees,
} from '@kushi/values/order-amounts'
import { sum } from '@kushi/values/sum'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { taxByRate } from '../../../catalogue/price/index.ts'
import { invoiceRows } from '../../../sales/document/rules/invoice.ts'
import { creditItemsOf, remainingCreditItems, remainingSaleOf } from '../../../sales/order/rules/credit.ts'
import { ledgerEntriesOfOrder } from './entries.ts'

const anyItem = fc
  .record({
    subtotal: fc.integer({ min: 100, max: 30_000 }),
    off: fc.integer({ min: 0, max: 50 }),
    tax_rate: fc.constantFrom(8 as const, 10 as const),
    quantity: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ off, ...item }) => ({ ...item, discount_amount: Math.floor((item.subtotal * off) / 100) }))
const anyOrder = fc.record({
  items: fc.array(anyItem, { minLength: 1, maxLength: 4 }),
  // Every fee that an order has, also one that is added to the list.
  fees: fc.record(mapOrderFees(() => fc.integer({ min: 1, max: 3_000 }))),
})

test('without 調整額 no document, 赤伝 or book has one: each fee stands there by its name, and no goods bear it', () => {
  fc.assert(
    fc.property(anyOrder, ({ items: bought, fees }) => {
      const none = { lump_sum_payment_flag: false, lump_sum_payment_num: null }
      const items = bought.map((item, n) => ({
        ...none,
        id: n + 1,
        product_name: `品${n}`,
        ...{ set_item_name1: null, set_item_name2: null, gift_promotion_id: null, price: 0 },
        ...{ set_sku_id: null, set_name: null, set_quantity: null },
        promotions: [{ promotion_id: 1, promotion_name: '特典', discount_amount: item.discount_amount }],
        ...item,
      }))
      const paid = items.map(({ subtotal, discount_amount }) => subtotal - discount_amount)
      const goods = items.map(({ tax_rate }, n) => ({ tax_rate, total: paid[n]! }))
      const tax_lines = taxByRate(goods, sumOrderFees(fees), 0)
      const order = { id: 1, cycle: null, payment_method_id: 1, replacement_kind: null, ...fees, tax_lines }

      const rows = invoiceRows({ ...order, payment_total: 0, tax_total: 0 }, items)
      expect(rows.map(({ name }) => name)).not.toContain(ORDER_AMOUNTS.adjustment_amount.label)

      const nothing = {
        credits: [],
        refunds: [],
        delivered: [],
        prepaid_by: null,
        is_moved: false,
        is_called_off: false,
      }
      const booked = ledgerEntriesOfOrder({ order, items, sold_on: '2026-11-20', ...nothing })
      expect(booked.map(({ kind }) => kind)).not.toContain('adjustment')

      const rest = remainingSaleOf(order, items, [])
      expect(rest.items.map(({ amount }) => amount)).toEqual(paid)
      const all = items.map(({ id, quantity }) => ({ order_item_id: id, quantity }))
      expect(sum(creditItemsOf(order, items, [], { items: all }).map(({ amount }) => amount))).toBe(sum(paid))
      const back = remainingCreditItems(order, items, [], false)
      expect(back.map(({ kind }) => kind)).not.toContain('reduction')

      for (const name of ORDER_FEES) {
        expect(rows.filter((row) => row.name === FEE_NAME[name]).map(({ amount }) => amount)).toEqual([fees[name]])
        const own = { kind: name, amount: fees[name], tax_rate: FEE_TAX_RATE }
        expect(booked.filter(({ kind }) => kind === name)).toEqual([expect.objectContaining(own)])
        expect(back.filter(({ kind }) => kind === name)).toEqual([expect.objectContaining(own)])
        expect(rest[name]).toBe(fees[name])
      }
    }),
  )
})
