import { expect, test } from 'vitest'
import { estimateLastingDays, lastingDaysText } from './lasting.ts'

const questions = [
  {
    question: '洗う回数',
    options: [
      { option: '毎日', days_percent: 100 },
      { option: '2日に1回', days_percent: 200 },
    ],
  },
  {
    question: '髪の長さ',
    options: [
      { option: 'ショート', days_percent: 140 },
      { option: 'ロング', days_percent: 70 },
    ],
  },
]

test.each([
  [[null, null], 45, '1点でおよそ45日(目安)'],
  [['毎日', null], 45, '1点でおよそ45日(毎日の目安)'],
  [['2日に1回', 'ショート'], 126, '1点でおよそ126日(2日に1回・ショートの目安)'],
  [[null, 'ロング'], 32, '1点でおよそ32日(ロングの目安)'],
  [['no such', null], 45, null],
])('%j', (chosen, days, text) => {
  expect(estimateLastingDays(45, questions, chosen)).toBe(days)
  if (text) expect(lastingDaysText(days, chosen)).toBe(text)
})

test('never less than a day', () =>
  expect(estimateLastingDays(1, [{ question: '', options: [{ option: 'a', days_percent: 10 }] }], ['a'])).toBe(1))
