import { mapOrderFees } from '@kushi/values/order-amounts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceOrder } from '../../../catalogue/price/rules/price-order.ts'
import type { PricedSku } from '../../../catalogue/price/rules/price-state.ts'
import { arbitraryPromotions, arbitraryQuantityPrices, arbitrarySetParts } from '../../../testing/promotions.ts'
import {
  type InvoiceItem,
  invoiceAmounts,
  invoiceRows,
  netReceiptAmounts,
  provisoText,
  returnInvoiceAmounts,
  withHonorific,
} from './invoice.ts'

const yen = (max: number) => fc.integer({ min: 0, max })
const sku: fc.Arbitrary<PricedSku> = fc.record({
  product_id: fc.integer({ min: 1, max: 4 }),
  price: yen(30_000),
  subscription_first_price: fc.option(yen(30_000)),
  subscription_price: fc.option(yen(30_000)),
  quantity_prices: arbitraryQuantityPrices,
  tax_rate: fc.constantFrom(8 as const, 10 as const),
  parts: arbitrarySetParts,
  quantity: fc.integer({ min: 1, max: 99 }),
  subscription: fc.constantFrom(0, 1),
  is_product_sku_valid: fc.constant(true),
  lump_sum_payment_flag: fc.boolean(),
  lump_sum_payment_num: fc.option(fc.integer({ min: 1, max: 12 })),
})
const order = fc.record({
  items: fc.array(sku, { minLength: 1, maxLength: 12 }),
  cycle: fc.integer({ min: 1, max: 4 }),
  rank_discount_rate: fc.integer({ min: 0, max: 100 }),
  promotions: arbitraryPromotions,
  gifts: fc.constant([]),
  delivery: fc.record({ flat_rate_delivery_fee: yen(3_000), cool_fee: yen(1_000) }),
  gift_fee: yen(2_000),
  delivery_free_amount: fc.option(yen(50_000)),
  delivery_free_after_promotions: fc.boolean(),
  delivery_free_includes_cool: fc.boolean(),
  most_promotion_rate: fc.integer({ min: 1, max: 100 }),
  payment_fees: fc.option(fc.array(fc.record({ from_amount: yen(99_999), fee: yen(1_100) }), { maxLength: 4 })),
  adjustment_amount: fc.integer({ min: -5_000, max: 5_000 }),
  points: fc.option(
    fc.record({
      asked: yen(30_000),
      balance: yen(30_000),
      least: fc.constantFrom(1, 100),
      most_rate: fc.constantFrom(50, 100),
    }),
  ),
})

/** The items of an order as they are saved. */
const kept = (items: readonly PricedSku[], priced: ReturnType<typeof priceOrder>['items']): InvoiceItem[] =>
  items.flatMap((item, n): InvoiceItem[] => {
    const names = { product_name: `品${n}`, set_item_name1: null, set_item_name2: null, gift_promotion_id: null }
    const whole = { ...item, ...priced[n]!, ...names, set_sku_id: null, set_name: null, set_quantity: null }
    const { quantity } = item
    if (item.parts.length === 0) return [whole]
    return item.parts.map((part, at) => ({
      ...whole,
      ...priced[n]!.part_amounts[at]!,
      tax_rate: part.tax_rate,
      quantity: part.pieces * quantity,
      set_sku_id: n,
      set_name: `セット${n}`,
      set_quantity: quantity,
    }))
  })

test('the invoice of any order adds up to the yen: over all, and for each rate', () => {
  fc.assert(
    fc.property(order, (input) => {
      const { items: priced, amounts } = priceOrder(input)
      const items = kept(input.items, priced)
      const { rows, tax_lines } = invoiceAmounts({ ...amounts, payment_method_id: 1, replacement_kind: null }, items)
      const sum = (rate?: number) =>
        rows.filter((row) => rate === undefined || row.tax_rate === rate).reduce((total, row) => total + row.amount, 0)
      expect(sum()).toBe(amounts.payment_total)
      for (const { tax_rate, total, tax } of tax_lines) {
        expect(sum(tax_rate)).toBe(total)
        expect(Math.abs(tax)).toBe(Math.floor((Math.abs(total) * tax_rate) / (100 + tax_rate)))
      }
      expect(rows.every((row) => tax_lines.some((part) => part.tax_rate === row.tax_rate))).toBe(true)
    }),
    { numRuns: 500 },
  )
})

const item: InvoiceItem = {
  product_name: '椿油',
  set_item_name1: '無香料',
  set_item_name2: '60mL',
  quantity: 2,
  price: 3300,
  subtotal: 6600,
  discount_amount: 198,
  promotions: [],
  tax_rate: 10,
  lump_sum_payment_flag: false,
  lump_sum_payment_num: null,
  gift_promotion_id: null,
  set_sku_id: null,
  set_name: null,
  set_quantity: null,
}
const tea = {
  ...item,
  product_name: '茶',
  set_item_name1: null,
  set_item_name2: null,
  quantity: 1,
  price: 1080,
  subtotal: 1080,
  discount_amount: 32,
  tax_rate: 8,
}
const charged = {
  payment_method_id: null,
  replacement_kind: null,
  ...mapOrderFees(() => 0),
  delivery_fee: 660,
  payment_fee: 330,
  payment_total: 8340,
  tax_total: 737,
  tax_lines: [
    { tax_rate: 10, total: 7306, tax: 664 },
    { tax_rate: 8, total: 1034, tax: 73 },
  ],
}

test('goods, discounts by rate, delivery, fee and each rate’s share of an adjustment', () => {
  const rows = invoiceRows(charged, [item, tea])
  expect(
    rows.map(({ name, detail, tax_rate, quantity, amount }) => [name, detail, tax_rate, quantity, amount]),
  ).toEqual([
    ['椿油', '無香料 / 60mL', 10, 2, 6600],
    ['茶', '', 8, 1, 1080],
    ['会員ランク割引', '', 10, null, -198],
    ['会員ランク割引', '', 8, null, -32],
    ['送料', '', 10, null, 660],
    ['手数料', '', 10, null, 330],
    ['調整額', '', 10, null, -86],
    ['調整額', '', 8, null, -14],
  ])
  expect(invoiceAmounts(charged, [item, tea])).toMatchObject({ payment_total: 8340, payment_name: '代金引換' })
  const yearly = { ...item, subtotal: 79_200, lump_sum_payment_flag: true, lump_sum_payment_num: 12 }
  expect(invoiceRows({ ...charged, tax_lines: [] }, [yearly])[0]).toMatchObject({ detail: '無香料 / 60mL 12回分' })
})

test.each([
  ['a total that was not paid', { payment_total: 8341 }],
  ['a tax that is not the rates’', { tax_total: 738 }],
  ['a rate that is missing', { tax_lines: charged.tax_lines.slice(0, 1) }],
])('%s is no invoice', (_, wrong) => {
  expect(() => invoiceAmounts({ ...charged, ...wrong }, [item, tea])).toThrow('do not add up')
})

test.each([
  ['山口 花子', '山口 花子 様'],
  [' 山口　花子 ', '山口 花子 様'],
  ['山口 花子様', '山口 花子様'],
  ['株式会社 椿野', '株式会社 椿野 御中'],
  ['(株)椿野', '(株)椿野 御中'],
  ['医療法人 結髪会', '医療法人 結髪会 御中'],
  ['株式会社 椿野 御中', '株式会社 椿野 御中'],
  ['上様', '上様'],
])('%s is addressed as %s', (name, addressee) => {
  expect(withHonorific(name)).toBe(addressee)
})

test.each([
  ['', '但し 商品代 として'],
  ['お品代', '但し お品代 として'],
  ['但し お品代として', '但し お品代 として'],
  ['研修用備品', '但し 研修用備品 として'],
])('%j is for %s', (typed, proviso) => {
  expect(provisoText(typed)).toBe(proviso)
})

const sold = [item, tea]
test('what was taken back stands at its own rate, and the receipt shows what is left', () => {
  const oil = { name: '返品: 椿油', detail: '60mL', quantity: 2, amount: 6402, tax_rate: 10 }
  const tea = { name: '返品: 茶', detail: '', quantity: 1, amount: 1034, tax_rate: 8 }
  expect(returnInvoiceAmounts(charged, [tea])).toMatchObject({
    rows: [{ name: '返品: 茶', quantity: 1, price: 1034, amount: 1034, tax_rate: 8 }],
    tax_lines: [{ tax_rate: 8, total: 1034, tax: 76 }],
    tax_total: 76,
    payment_total: 1034,
  })
  const left = netReceiptAmounts(charged, sold, [oil, tea])
  expect(left.rows.slice(-2)).toMatchObject([{ amount: -6402 }, { amount: -1034 }])
  expect(left.payment_total).toBe(charged.payment_total - 6402 - 1034)
  expect(left.tax_lines.reduce((sum, { total }) => sum + total, 0)).toBe(left.payment_total)
})
