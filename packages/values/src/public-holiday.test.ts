import { expect, test } from 'vitest'
import { addDays } from './calendar-date.ts'
import { publicHolidayName } from './public-holiday.ts'

const ofYear = (year: number) => {
  const found: string[] = []
  for (let date = `${year}-01-01`; date <= `${year}-12-31`; date = addDays(date, 1)) {
    const name = publicHolidayName(date)
    if (name !== null) found.push(`${date.slice(5)} ${name}`)
  }
  return found
}

// As the Cabinet Office lists them: https://www8.cao.go.jp/chosei/shukujitsu/gaiyou.html
test('2026: a 振替休日 three days after its Sunday, and a day between two 祝日', () => {
  expect(ofYear(2026)).toEqual([
    '01-01 元日',
    '01-12 成人の日',
    '02-11 建国記念の日',
    '02-23 天皇誕生日',
    '03-20 春分の日',
    '04-29 昭和の日',
    '05-03 憲法記念日',
    '05-04 みどりの日',
    '05-05 こどもの日',
    '05-06 振替休日',
    '07-20 海の日',
    '08-11 山の日',
    '09-21 敬老の日',
    '09-22 国民の休日',
    '09-23 秋分の日',
    '10-12 スポーツの日',
    '11-03 文化の日',
    '11-23 勤労感謝の日',
  ])
})

test.each([
  ['2023-01-02', '振替休日'],
  ['2024-02-12', '振替休日'],
  ['2024-09-22', '秋分の日'],
  ['2024-09-23', '振替休日'],
  ['2027-03-21', '春分の日'],
  ['2027-03-22', '振替休日'],
  ['2028-09-22', '秋分の日'],
  ['2030-05-06', '振替休日'],
  ['2032-09-21', '国民の休日'],
  ['2026-12-25', null],
  ['2026-12-31', null],
])('%s: %s', (date, name) => {
  expect(publicHolidayName(date)).toBe(name)
})
