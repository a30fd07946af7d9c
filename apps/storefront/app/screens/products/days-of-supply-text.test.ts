import { expect, test } from 'vitest'
import { daysOfSupplyText } from './days-of-supply-text.ts'

test.each([
  [20, '約20日分'],
  [30, '約1か月分'],
  [45, '約1.5か月分'],
  [90, '約3か月分'],
  [180, '約6か月分'],
])('%i days: %s', (days, text) => {
  expect(daysOfSupplyText(days)).toBe(text)
})
