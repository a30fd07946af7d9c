import { addDays, type CalendarDate, dateParts, utcMidnightMs } from './calendar-date.ts'

/** 祝日 on the same day each year, by `MM-DD`. */
const FIXED: Readonly<Record<string, string>> = {
  '01-01': '元日',
  '02-11': '建国記念の日',
  '02-23': '天皇誕生日',
  '04-29': '昭和の日',
  '05-03': '憲法記念日',
  '05-04': 'みどりの日',
  '05-05': 'こどもの日',
  '08-11': '山の日',
  '11-03': '文化の日',
  '11-23': '勤労感謝の日',
}

/** 祝日 on a Monday, by month and which Monday of it. */
const MONDAYS: Readonly<Record<string, string>> = {
  '1-2': '成人の日',
  '7-3': '海の日',
  '9-3': '敬老の日',
  '10-2': 'スポーツの日',
}

/** 0 Sunday. */
const weekday = (date: CalendarDate) => new Date(utcMidnightMs(date)).getUTCDay()

/** Days of March and September, by the mean length of a year. The government names them each February, and never differed. */
const equinox = (year: number, begin: number) =>
  Math.floor(begin + 0.242194 * (year - 1980) - Math.floor((year - 1980) / 4))

function ownName(date: CalendarDate): string | null {
  const { year, month, day } = dateParts(date)
  if (month === 3 && day === equinox(year, 20.8431)) return '春分の日'
  if (month === 9 && day === equinox(year, 23.2488)) return '秋分の日'
  const monday = weekday(date) === 1 ? MONDAYS[`${month}-${Math.ceil(day / 7)}`] : undefined
  return monday ?? FIXED[date.slice(5)] ?? null
}

/** 振替休日: the first day after a 祝日 of Sunday that is none itself. */
function isSubstitute(date: CalendarDate): boolean {
  const before = addDays(date, -1)
  return ownName(before) !== null && (weekday(before) === 0 || isSubstitute(before))
}

/**
 * The name of a public holiday (国民の祝日に関する法律, as it is since 2022), from 2022 to 2099; null: none. By rule and no table, so that
 * it needs no update each year.
 */
export function publicHolidayName(date: CalendarDate): string | null {
  const own = ownName(date)
  if (own !== null) return own
  if (isSubstitute(date)) return '振替休日'
  return ownName(addDays(date, -1)) !== null && ownName(addDays(date, 1)) !== null ? '国民の休日' : null
}
