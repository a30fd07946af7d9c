import { expect, test } from 'vitest'
import { isRankActive } from './member-rank.ts'

test.each([
  [true, '2026-11-21', null, true],
  [true, '2026-11-22', null, false],
  [true, '2026-01-01', '2026-11-22', true],
  [true, '2026-01-01', '2026-11-21', false],
  [true, null, null, false],
  [false, '2026-01-01', null, false],
])('use %s, from %s, until before %s: %s', (use, start, end, active) => {
  const shop = {
    customer_rank_use_flag: use,
    customer_rank_operation_start_date: start,
    customer_rank_operation_end_date: end,
  }
  expect(isRankActive(shop, '2026-11-21')).toBe(active)
})
