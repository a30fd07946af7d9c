import { expect, test } from 'vitest'
import { readPastedAdCosts } from './read-costs.ts'

test.each([
  ['2026-11-01,AD-A,12000', [{ day: '2026-11-01', adcd: 'AD-A', yen: 12_000 }]],
  ['日付\t広告コード\t費用\n2026/11/1\tAD-A\t¥12,000\n\n', [{ day: '2026-11-01', adcd: 'AD-A', yen: 12_000 }]],
  ['日付,コード,費用\r\n"2026年11月1日","AD_B","1,500円"', [{ day: '2026-11-01', adcd: 'AD_B', yen: 1_500 }]],
  ['２０２６/１１/０２,AD,３００', [{ day: '2026-11-02', adcd: 'AD', yen: 300 }]],
  ['2026-11-01,A,1\n2026-11-01,A,2', [{ day: '2026-11-01', adcd: 'A', yen: 2 }]],
])('%j is read', (text, costs) => {
  expect(readPastedAdCosts(text)).toEqual({ costs: costs.map((one) => ({ ...one, reported: null })) })
})

test('what can’t be read is named with its line, and nothing is taken', () => {
  expect(readPastedAdCosts('2026-11-01,A,1\n2026-02-30,A,1\n2026-11-02,あ,1\n2026-11-03,A,−5')).toEqual({
    problems: [
      '2行目: 日付「2026-02-30」が読めません。',
      '3行目: 広告コード「あ」が読めません。',
      '4行目: 費用「−5」は、円の数字で入力してください。',
    ],
  })
  expect(readPastedAdCosts('日付,コード,費用')).toHaveProperty('problems')
})

test('a sum with a comma is no smaller sum: the line is refused, never cut', () => {
  expect(readPastedAdCosts('2027-02-21,SPRING,1,200')).toEqual({
    problems: [expect.stringMatching(/^1行目: 3列より多く/)],
  })
  expect(readPastedAdCosts('2027-02-21,SPRING,"1,200"')).toEqual({
    costs: [{ day: '2027-02-21', adcd: 'SPRING', yen: 1200, reported: null }],
  })
})
