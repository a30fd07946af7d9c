import type { CalendarDate } from '@kushi/values/calendar-date'
import { pastedLines } from '../../../foundation/csv/rules/pasted-lines.ts'
import { readDay, readYen } from '../../../foundation/csv/rules/read-cell.ts'

/** The cost of one ad code on one day, in yen, and the conversions that its medium counted; null: not said. */
export interface AdCost {
  day: CalendarDate
  adcd: string
  yen: number
  reported: number | null
}

/** The most lines at once. */
const MAX_LINES = 5_000

/**
 * Reads pasted lines of day, code and yen. Skips a first line of headers; of one day and code the last line counts.
 * Returns the costs, or the errors, each with its line.
 */
export function readPastedAdCosts(text: string): { costs: AdCost[] } | { problems: string[] } {
  const lines = pastedLines(text)
  const rows = /\d/.test(lines[0]?.cells[0] ?? '') ? lines : lines.slice(1)
  if (rows.length === 0) return { problems: ['日付・広告コード・費用を、1行ずつ入力してください。'] }
  if (rows.length > MAX_LINES)
    return { problems: [`一度に入れられるのは${MAX_LINES.toLocaleString('ja-JP')}行までです。`] }
  const problems: string[] = []
  const costs = new Map<string, AdCost>()
  for (const { cells, at } of rows) {
    const [first = '', adcd = '', third = '', ...more] = cells
    const day = readDay(first)
    const yen = readYen(third)
    if (!day) problems.push(`${at}行目: 日付「${first.slice(0, 20)}」が読めません。`)
    else if (!/^[\w-]{1,64}$/.test(adcd)) problems.push(`${at}行目: 広告コード「${adcd.slice(0, 20)}」が読めません。`)
    else if (more.length > 0)
      problems.push(`${at}行目: 3列より多くあります。費用は「1200」のように、区切りの「,」なしで入力してください。`)
    else if (yen == null || yen < 0)
      problems.push(`${at}行目: 費用「${third.slice(0, 20)}」は、円の数字で入力してください。`)
    else costs.set(`${day} ${adcd}`, { day, adcd, yen, reported: null })
  }
  return problems.length > 0 ? { problems } : { costs: [...costs.values()] }
}
