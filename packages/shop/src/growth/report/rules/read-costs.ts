import type { CalendarDate } from '@kushi/values/calendar-date'
import { readDay, readYen } from '../../../foundation/csv/rules/read-cell.ts'

export interface AdCost {
  day: CalendarDate
  adcd: string
  yen: number
}

/** The most lines at once. */
const MOST_LINES = 5_000

/** The cells of a line: separated by tabs, as sheets copy them, or by commas; commas inside quotes stay. */
function cellsOf(line: string): string[] {
  const cells = line.includes('\t')
    ? line.split('\t')
    : (line.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? []).map((cell) => cell.replace(/,$/, ''))
  return cells.map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/s, '$1')
      .replaceAll('""', '"')
      .normalize('NFKC')
      .trim(),
  )
}

/**
 * Reads pasted lines of day, code and yen. A first line of heads is skipped; of one day and code the last line counts. Returns what is wrong, each
 * with its line, or the costs.
 */
export function readCosts(text: string): { costs: AdCost[] } | { problems: string[] } {
  const lines = text.split(/\r\n|\r|\n/).map((line, n) => ({ line, at: n + 1 }))
  const filled = lines.filter(({ line }) => line.trim() !== '')
  const [head] = filled
  const rows = head && !/\d/.test(cellsOf(head.line)[0] ?? '') ? filled.slice(1) : filled
  if (rows.length === 0) return { problems: ['日付・広告コード・費用を、1行ずつ入力してください。'] }
  if (rows.length > MOST_LINES)
    return { problems: [`一度に入れられるのは${MOST_LINES.toLocaleString('ja-JP')}行までです。`] }
  const problems: string[] = []
  const costs = new Map<string, AdCost>()
  for (const { line, at } of rows) {
    const [first = '', adcd = '', third = ''] = cellsOf(line)
    const day = readDay(first)
    const yen = readYen(third)
    if (!day) problems.push(`${at}行目: 日付「${first.slice(0, 20)}」が読めません。`)
    else if (!/^[\w-]{1,64}$/.test(adcd)) problems.push(`${at}行目: 広告コード「${adcd.slice(0, 20)}」が読めません。`)
    else if (yen == null || yen < 0)
      problems.push(`${at}行目: 費用「${third.slice(0, 20)}」は、円の数字で入力してください。`)
    else costs.set(`${day} ${adcd}`, { day, adcd, yen })
  }
  return problems.length > 0 ? { problems } : { costs: [...costs.values()] }
}
