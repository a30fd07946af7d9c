import { expect, test } from 'vitest'
import { deliveryDayLabel } from './delivery-days.ts'

test.each([
  ['2026-11-02', '11月2日(月)'],
  ['2026-11-03', '11月3日(火) 文化の日'],
  ['2027-01-01', '1月1日(金) 元日'],
  ['2027-03-22', '3月22日(月) 振替休日'],
])('%s is offered as %s', (date, label) => {
  expect(deliveryDayLabel(date)).toBe(label)
})
