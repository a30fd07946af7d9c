import { deliveryPatternText } from '@kushi/values/delivery-pattern'
import { expect, test } from 'vitest'
import { deliveryPatternMessage, isValidDeliveryPattern } from './pattern.ts'

type Parameters = [id: number, param1: number, param2: number | null, param3: number | null]

const pattern = (id: number, param1: number, param2: number | null = null, param3: number | null = null) => ({
  subscription_division_id: id,
  param1,
  param2,
  param3,
})

test.each<Parameters>([
  [1, 1, 1, null],
  [1, 6, 31, null],
  [2, 1, 1, 1],
  [2, 6, 5, 7],
  [3, 10, null, null],
  [3, 180, null, null],
])('%i %i %s %s is a pattern', (...parameters) => {
  expect(isValidDeliveryPattern(pattern(...parameters))).toBe(true)
  expect(deliveryPatternMessage(pattern(...parameters))).toBeNull()
})

test.each<Parameters>([
  [1, 0, 1, null],
  [1, 7, 1, null],
  [1, 1, 0, null],
  [1, 1, 32, null],
  [1, 1, null, null],
  [1, 1, 1, 1],
  [1, 1.5, 1, null],
  [2, 1, 6, 1],
  [2, 1, 1, 0],
  [2, 1, 1, 8],
  [2, 1, 1, null],
  [2, 7, 1, 1],
  [3, 9, null, null],
  [3, 181, null, null],
  [3, 30, 1, null],
  [4, 30, null, null],
])('%i %i %s %s is none', (...parameters) => {
  expect(isValidDeliveryPattern(pattern(...parameters))).toBe(false)
  expect(deliveryPatternMessage(pattern(...parameters))).toBe('お届け周期が正しくありません。')
})

test.each([
  [pattern(1, 1, 5), '毎月5日'],
  [pattern(1, 2, 20), '2か月ごとの20日'],
  [pattern(1, 1, 31), '毎月末日'],
  [pattern(2, 1, 2, 5), '毎月第2木曜日'],
  [pattern(2, 2, 2, 5), '2か月ごとの第2木曜日'],
  [pattern(2, 3, 5, 1), '3か月ごとの最終日曜日'],
  [pattern(3, 30), '30日ごと'],
])('%j reads %s', (given, label) => {
  expect(deliveryPatternText(given)).toBe(label)
})
