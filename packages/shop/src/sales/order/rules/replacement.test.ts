import { ORDER_STATUSES } from '@kushi/values/order-status'
import { expect, test } from 'vitest'
import { replacementRefusal, returnSettlementRefusal } from './replacement.ts'

test('goods are sent again of what has left, as long as there are pieces', () => {
  expect(
    ORDER_STATUSES.filter((status) => replacementRefusal({ status, left: 1, is_withdrawn: false }) === null).toSorted(),
  ).toEqual(
    ['delivered', 'returned', 'shipped'], // prettier
  )
  expect(replacementRefusal({ status: 'delivered', left: 1, is_withdrawn: true })).toContain('退会された')
  expect(replacementRefusal({ status: 'delivered', left: 0, is_withdrawn: false })).toContain('すべての商品')
})

test.each([
  [{}, null],
  [{ replacement_kind: null }, '再送・交換のご注文ではありません。'],
  [{ status: 'cancelled' }, 'キャンセル済みです。'],
  [{ goods_back_at: new Date() }, '戻った商品は、記録済みです。'],
] as const)('%j: what came back can be settled unless %j', (more, refusal) => {
  expect(
    returnSettlementRefusal({ status: 'shipped', replacement_kind: 'exchange', goods_back_at: null, ...more }),
  ).toBe(refusal)
})
