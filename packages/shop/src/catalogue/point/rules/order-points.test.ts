import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeOrderPoints } from './order-points.ts'

const item = {
  id: 1,
  quantity: 3,
  subtotal: 3000,
  discount_amount: 1000,
  point_discount: 1000,
  lump_sum_payment_flag: false,
  lump_sum_payment_num: null,
}
const gone = (quantity: number, amount: number) => ({ kind: 'goods', order_item_id: 1, quantity, amount })

describe('what an order has used and gives', () => {
  test.each([
    ['delivered, all kept', 'delivered', [], { kept: 1000, earned: 20, is_bought: true }],
    ['one of three taken back', 'delivered', [gone(1, 666)], { kept: 667, earned: 13, is_bought: true }],
    ['two of three', 'delivered', [gone(1, 666), gone(1, 667)], { kept: 334, earned: 6, is_bought: true }],
    ['all of them', 'delivered', [gone(3, 2000)], { kept: 0, earned: 0, is_bought: false }],
    [
      'a reduction gives no points back',
      'delivered',
      [{ kind: 'reduction', order_item_id: null, quantity: null, amount: 500 }],
      { kept: 1000, earned: 15, is_bought: true },
    ],
    [
      'a refunded fee changes nothing',
      'delivered',
      [{ kind: 'delivery_fee', order_item_id: null, quantity: null, amount: 660 }],
      { kept: 1000, earned: 20, is_bought: true },
    ],
    ['cancelled', 'cancelled', [], { kept: 0, earned: 0, is_bought: false }],
    ['refused', 'payment_error', [], { kept: 0, earned: 0, is_bought: false }],
    ['came back', 'returned', [], { kept: 0, earned: 0, is_bought: false }],
  ])('%s', (_, status, credited, expected) => {
    expect(computeOrderPoints({ status, items: [item], credited, rate: 1 })).toEqual(expected)
  })

  test('年払い: the points of the deliveries that are taken back', () => {
    const yearly = { ...item, quantity: 1, lump_sum_payment_flag: true, lump_sum_payment_num: 12 }
    expect(computeOrderPoints({ status: 'delivered', items: [yearly], credited: [gone(6, 1000)], rate: 1 })).toEqual({
      kept: 500,
      earned: 10,
      is_bought: true,
    })
  })
})

test('taken back piece by piece, in any order, all points return and none too many', () => {
  const items = fc.array(
    fc.record({ quantity: fc.integer({ min: 1, max: 9 }), point_discount: fc.integer({ min: 0, max: 5000 }) }),
    { minLength: 1, maxLength: 4 },
  )
  fc.assert(
    fc.property(items, fc.integer({ min: 0, max: 20 }), (given, rate) => {
      const sold = given.map((one, n) => ({
        ...item,
        ...one,
        id: n,
        subtotal: 6000,
        discount_amount: one.point_discount,
      }))
      const pieces = sold.flatMap(({ id, quantity }) => Array.from({ length: quantity }, () => id))
      let before = computeOrderPoints({ status: 'delivered', items: sold, credited: [], rate })
      expect(before.kept).toBe(sold.reduce((sum, one) => sum + one.point_discount, 0))
      for (let n = 1; n <= pieces.length; n++) {
        const credited = pieces
          .slice(0, n)
          .map((id) => ({ kind: 'goods', order_item_id: id, quantity: 1, amount: 100 }))
        const after = computeOrderPoints({ status: 'delivered', items: sold, credited, rate })
        expect(after.kept).toBeLessThanOrEqual(before.kept)
        expect(after.kept).toBeGreaterThanOrEqual(0)
        before = after
      }
      expect(before.kept).toBe(0)
    }),
  )
})
