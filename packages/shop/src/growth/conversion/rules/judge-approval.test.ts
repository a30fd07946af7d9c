import { ORDER_STATUSES } from '@kushi/values/order-status'
import { expect, test } from 'vitest'
import { judgeApproval } from './judge-approval.ts'

const kept = { payment_total: 3_000, credited: 2_999 }
const on = { today: '2026-12-15', approval_days: 14 }

test.each([
  ['received', null, 'open', '発送前'],
  ['payment_pending', null, 'open', '発送前'],
  ['arranged', null, 'open', '発送前'],
  ['shipped', '2026-12-01', 'approved', ''],
  ['shipped', '2026-12-02', 'open', '2026-12-16に承認の予定'],
  ['delivered', '2026-11-01', 'approved', ''],
  ['returned', '2026-11-01', 'denied', '返品・受取拒否'],
  ['cancelled', null, 'denied', 'ご注文の取消'],
  ['payment_error', null, 'denied', 'お支払いの不成立'],
] as const)('%s, shipped on %s: %s', (status, shipped_on, verdict, why) => {
  expect(judgeApproval({ status, shipped_on, ...kept }, on)).toEqual({ verdict, why })
})

test('what was not shipped is approved in no status', () => {
  for (const status of ORDER_STATUSES)
    expect(judgeApproval({ status, shipped_on: null, ...kept }, { ...on, approval_days: 0 }).verdict).not.toBe(
      'approved',
    )
})

test('what was given back whole is denied, though nothing came back; 0 yen is what it was', () => {
  const shipped = { status: 'shipped', shipped_on: '2026-11-01' } as const
  expect(judgeApproval({ ...shipped, payment_total: 3_000, credited: 3_000 }, on)).toEqual({
    ...{ verdict: 'denied', why: '全額の返金' },
  })
  expect(judgeApproval({ ...shipped, payment_total: 0, credited: 0 }, on).verdict).toBe('approved')
})
