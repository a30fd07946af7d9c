import { expect, test } from 'vitest'
import { promotionAdminEndpoints } from './admin/promotion.ts'
import { isoDate } from './endpoint.ts'

test.each([
  ['0001-01-01', true],
  ['9998-12-31', true],
  ['0000-12-31', false],
  ['9999-01-01', false],
  ['9999-12-31', false],
  ['2026-02-30', false],
])('%s is a day: %s; the days beside it exist too', (day, is) => expect(isoDate.safeParse(day).success).toBe(is))

test.each([
  ['2026-11-26T15:00:00+09:00', true],
  ['0000-01-01T00:00:00Z', false],
  ['9999-12-31T23:59:59-12:00', false],
])('a promotion can begin at %s: %s', (at, can) => {
  const { starts_at } = promotionAdminEndpoints['POST /admin/v1/promotions'].body.shape
  expect(starts_at.safeParse(at).success).toBe(can)
})
