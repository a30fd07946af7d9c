import { type CalendarDate, isCalendarDate } from '@kushi/values/calendar-date'

export interface AdCost {
  day: CalendarDate
  adcd: string
  yen: number
}

/** The most lines at once. */
export const MOST_LINES = 5_000

/** `2026/11/1` and `2026-11-01` are the same day. */
function dayOf(text: string): CalendarDate | null {
  const found = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text)
  if (!found) return null
  const day = `${found[1]}-${found[2]!.padStart(2, '0')}-${found[3]!.padStart(2, '0')}`
  return isCalendarDate(day) ? day : null
}

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

const yenOf = (text: string): number | null => {
  const plain = text.replace(/[¥,円\s]/g, '')
  return /^\d{1,9}(\.0+)?$/.test(plain) ? Number(plain) : null
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
    const day = dayOf(first)
    const yen = yenOf(third)
    if (day === null) problems.push(`${at}行目: 日付「${first.slice(0, 20)}」が読めません。`)
    else if (!/^[\w-]{1,64}$/.test(adcd)) problems.push(`${at}行目: 広告コード「${adcd.slice(0, 20)}」が読めません。`)
    else if (yen === null) problems.push(`${at}行目: 費用「${third.slice(0, 20)}」は、円の数字で入力してください。`)
    else costs.set(`${day} ${adcd}`, { day, adcd, yen })
  }
  return problems.length > 0 ? { problems } : { costs: [...costs.values()] }
}
