import { expect, test } from 'vitest'
import { withdrawalDeadline } from './withdrawal.tsx'

const next = { summary_status: 1, next_delivery_date: '2026-12-26', change_deadline: '2026-12-16', is_changeable: true }

test.each([
  ['not known', undefined, '12日前まで'],
  ['none', [], 'いつでも'],
  ['in time', [next, { ...next, next_delivery_date: '2027-01-26' }], '次回の定期便(12月26日(土)お届け)'],
  ['in time, the day', [next], '12月16日(水)までに'],
  ['held up', [{ ...next, summary_status: 2 }], 'いつでも'],
  ['too late', [{ ...next, is_changeable: false }], '発送の準備に入っています'],
])('%s', (_, deliveries, text) => {
  expect(withdrawalDeadline(deliveries, 12)).toContain(text)
})
