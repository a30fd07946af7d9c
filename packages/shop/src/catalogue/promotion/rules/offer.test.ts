import { expect, test } from 'vitest'
import { limitRefusalText, periodRefusalText } from './offer.ts'

const row = {
  id: 1,
  promotion_name: '秋の特典',
  status: 'active' as const,
  effect: { kind: 'yen' as const, yen: 500 },
  product_ids: [],
  cart_type: null,
  min_amount: 0,
  from_cycle: 1,
  to_cycle: 1,
  stack_group: null,
  starts_at: new Date('2026-10-01T00:00:00+09:00'),
  ends_at: new Date('2026-11-01T00:00:00+09:00'),
  max_uses: null,
  budget_yen: null,
  used: 0,
  spent_yen: 0,
}

test.each<[string, string | null, string | null]>([
  ['runs', periodRefusalText(row, new Date('2026-10-31T23:59:59+09:00')), null],
  ['is stopped', periodRefusalText({ ...row, status: 'stopped' }, row.starts_at), '「秋の特典」は終了しました。'],
  [
    'has not begun',
    periodRefusalText(row, new Date('2026-09-30T23:59:59+09:00')),
    '「秋の特典」は、2026/10/01 00:00からご利用いただけます。',
  ],
  ['has ended', periodRefusalText(row, row.ends_at), '「秋の特典」は、2026/11/01 00:00で終了しました。'],
  ['has something left', limitRefusalText({ ...row, max_uses: 10, used: 9 }, null), null],
  [
    'has no use left',
    limitRefusalText({ ...row, max_uses: 10, used: 10 }, null),
    '「秋の特典」は、ご利用が上限に達したため終了しました。',
  ],
  [
    'has no budget left',
    limitRefusalText({ ...row, budget_yen: 1000, spent_yen: 1200 }, null),
    '「秋の特典」は、ご利用が上限に達したため終了しました。',
  ],
  [
    'has a code that was used',
    limitRefusalText(row, { max_uses: 1, used: 1 }),
    'このクーポン(秋の特典)は、すでに利用されています。',
  ],
])('a promotion that %s', (_, refusal, expected) => {
  expect(refusal).toBe(expected)
})
