import type { OrderStatus } from '@kushi/values/order-status'
import { expect, test } from 'vitest'
import { type DocumentedOrder, documentRefusals } from './document-availability.ts'

const order = (more: Partial<DocumentedOrder>): DocumentedOrder => ({
  status: 'delivered',
  payment_method_id: 1,
  payment_total: 3_410,
  replacement_kind: null,
  is_moved: false,
  is_sent: true,
  captured_amount: 3_410,
  is_returned: false,
  ...more,
})

test('a replacement has no receipt, and its slip’s title names it as one', () => {
  const again = order({ status: 'shipped', payment_total: 0, captured_amount: 0, replacement_kind: 'resend' })
  expect(documentRefusals.receipt(again)).toContain('再送')
  expect(documentRefusals['delivery-slip'](again)).toBeNull()
})

test('an order that moved in has no papers: the other system may have given them', () => {
  expect(documentRefusals['delivery-slip'](order({ is_moved: true }))).toMatch(/以前のシステム/)
  expect(documentRefusals.receipt(order({ is_moved: true }))).toMatch(/以前のシステム/)
  expect(documentRefusals.statement(order({ is_moved: true, status: 'received', is_sent: false }))).toMatch(/以前の/)
})

test('where nothing was paid there is no receipt', () => {
  expect(documentRefusals.receipt(order({ payment_total: 0, captured_amount: 0 }))).toContain('お支払いのない')
})

test.each<[OrderStatus, number | null, sent: boolean, captured: boolean, papers: string, RegExp | null]>([
  ['received', 1, false, false, 'statement', /発送のあと/],
  ['arranged', 2, false, false, 'statement', /発送のあと/],
  ['arranged', 1, true, true, 'delivery-slip receipt', null],
  ['arranged', 1, true, false, 'delivery-slip', /確認がとれてから/],
  ['shipped', 1, true, true, 'delivery-slip receipt', null],
  ['shipped', 1, true, false, 'delivery-slip', /確認がとれてから/],
  ['delivered', 1, true, true, 'delivery-slip receipt', null],
  ['received', null, false, false, 'statement', /配送会社/],
  ['delivered', null, true, true, 'delivery-slip', /配送会社/],
  ['delivered', 4, true, true, 'delivery-slip', /受領証/],
  ['received', 3, false, false, 'statement', /受領証/],
  ['payment_pending', 1, false, false, '', /確認がとれてから/],
  ['payment_error', 1, false, false, '', /確認がとれてから/],
  ['cancelled', 1, false, false, '', /キャンセル/],
  ['returned', 1, true, true, 'delivery-slip', /返品/],
])(
  '%s, paid by %s, sent %s, money here %s: %s; receipt refused %s',
  (status, payment_method_id, is_sent, isHere, papers, refusal) => {
    const one = order({ status, payment_method_id, is_sent, captured_amount: isHere ? 3_410 : 0 })
    const there = (['delivery-slip', 'receipt', 'statement'] as const).filter((type) => !documentRefusals[type](one))
    expect(there.join(' ')).toBe(papers)
    if (refusal) expect(documentRefusals.receipt(one)).toMatch(refusal)
  },
)
