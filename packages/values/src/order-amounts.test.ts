import { expect, test } from 'vitest'
import {
  mapOrderAmounts,
  ORDER_AMOUNT_NAMES,
  orderAmountLines,
  sumOrderAmounts,
  sumOrderFees,
} from './order-amounts.ts'

test('the total is the sum of the lines, a discount lowers it', () => {
  const amounts = {
    ...mapOrderAmounts(() => 0),
    subtotal: 5000,
    discount_amount: 500,
    delivery_fee: 660,
    cool_fee: 330,
    gift_fee: 220,
    payment_fee: 330,
    adjustment_amount: -90,
  }
  expect(sumOrderAmounts(amounts)).toBe(5950)
  expect(sumOrderFees(amounts)).toBe(1540)
  const lines = orderAmountLines(amounts).filter(({ amount }) => amount !== 0)
  expect(lines.map(({ label, amount }) => `${label} ${amount}`)).toEqual([
    '商品合計 5000',
    '割引 -500',
    '送料 660',
    'クール代 330',
    'ギフト包装 220',
    '手数料 330',
    '調整額 -90',
  ])
})

test('a discount whose parts are known has a line for each', () => {
  const amounts = { ...mapOrderAmounts(() => 0), subtotal: 3000, discount_amount: 500 }
  const discounts = [
    { name: '会員ランク割引', amount: 200 },
    { name: '開店祝い', amount: 300 },
  ]
  expect(
    orderAmountLines({ ...amounts, discounts })
      .filter(({ amount }) => amount !== 0)
      .map(({ label, amount }) => `${label} ${amount}`),
  ).toEqual(['商品合計 3000', '会員ランク割引 -200', '開店祝い -300'])
})

test('an amount of nothing is no negative zero', () => {
  for (const { amount } of orderAmountLines(mapOrderAmounts(() => 0))) expect(Object.is(amount, 0)).toBe(true)
  expect(sumOrderAmounts(mapOrderAmounts(() => 1))).toBe(ORDER_AMOUNT_NAMES.length - 2)
})
