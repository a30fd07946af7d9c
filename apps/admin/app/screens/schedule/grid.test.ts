import { expect, test } from 'vitest'
import { daysOf } from './grid.tsx'

const change = (starts_at: string, ends_at: string | null) => ({
  id: 1,
  kind: 'closing' as const,
  subject_name: '',
  starts_at: `${starts_at}T00:00:00+09:00`,
  ends_at: ends_at && `${ends_at}T00:00:00+09:00`,
})
const marked = (starts_at: string, ends_at: string | null) =>
  daysOf([change(starts_at, ends_at)], '2026-11-22').flatMap(({ day, marks }) =>
    marks.map(({ what }) => `${day} ${what}`),
  )

test.each([
  ['begins and stays', '2026-11-24', null, ['2026-11-24 begins']],
  ['holds for three days', '2026-11-24', '2026-11-27', ['2026-11-24 begins', '2026-11-25 in', '2026-11-26 ends']],
  ['holds for one day', '2026-11-24', '2026-11-25', ['2026-11-24 only']],
  ['runs already', '2026-11-20', '2026-11-24', ['2026-11-22 in', '2026-11-23 ends']],
] as const)('what %s', (_, starts_at, ends_at, marks) => {
  expect(marked(starts_at, ends_at)).toEqual(marks)
})

test('returns whole weeks up to the last change, at most twelve', () => {
  const length = (starts_at: string) => daysOf([change(starts_at, null)], '2026-11-22').length
  expect([length('2026-11-24'), length('2026-12-25'), length('2028-01-01')]).toEqual([28, 35, 84])
})
