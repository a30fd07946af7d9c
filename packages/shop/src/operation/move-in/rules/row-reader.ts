import { type CalendarDate, isCalendarDate } from '@kushi/values/calendar-date'
import type { FieldRule } from '@kushi/values/field-rule'
import { cleanPrintedLine } from '@kushi/values/registrable'
import { isSpreadsheetConverted, spreadsheetConvertedMessage } from '@kushi/values/spreadsheet'

/** A problem of a cell. `head`: its column. */
export interface RowProblem {
  row: number
  head: string
  message: string
  /** The row is imported despite the problem. */
  is_taken: boolean
}

/** A row that an earlier move imported, and our id of it. */
export interface ImportedRow {
  foreign_no: string
  readers: readonly RowReader[]
  id: number
}

/** One row, read cell by cell; a cell that can't be read is noted with its column and a sentence. */
export class RowReader {
  readonly row: number
  readonly problems: RowProblem[] = []
  private readonly cells: ReadonlyMap<string, string>

  constructor(row: number, cells: ReadonlyMap<string, string>) {
    this.row = row
    this.cells = cells
  }

  /** Returns a reader of the same row without its notes. */
  copy(): RowReader {
    return new RowReader(this.row, this.cells)
  }

  /** The row is not imported. */
  fault(head: string, message: string): void {
    this.problems.push({ row: this.row, head, message, is_taken: false })
  }

  /** The row is imported, with a note for the operator. */
  note(head: string, message: string): void {
    this.problems.push({ row: this.row, head, message, is_taken: true })
  }

  get isGood(): boolean {
    return this.problems.every(({ is_taken }) => is_taken)
  }

  text(head: string): string {
    return (this.cells.get(head) ?? '').trim()
  }

  needed(head: string): string {
    const text = this.text(head)
    if (text === '') this.fault(head, `${head}がありません。`)
    return text
  }

  /** Text that a spreadsheet takes for a date or a number; it is told. */
  kept(head: string): string {
    const text = this.text(head)
    if (isSpreadsheetConverted(text)) this.note(head, spreadsheetConvertedMessage(text))
    return text
  }

  /** Text that slips and carriers' files can contain; `rules` are those of our own forms. */
  line(head: string, ...rules: FieldRule[]): string {
    const text = cleanPrintedLine(this.text(head))
    const broken = rules.map((rule) => rule(text)).find((one) => one !== null)
    if (broken) this.fault(head, broken.message)
    return text
  }

  /** null: the cell is empty. */
  whole(head: string, { min = 0, max = 99_999_999 } = {}): number | null {
    const plain = this.text(head)
      .normalize('NFKC')
      .replace(/[,\s¥円]/g, '')
      .replace(/\.0+$/, '')
    if (plain === '') return null
    const value = Number(plain)
    if (/^-?\d{1,9}$/.test(plain) && value >= min && value <= max) return value
    this.fault(head, `${min.toLocaleString('ja-JP')}から${max.toLocaleString('ja-JP')}までの整数で入力してください。`)
    return null
  }

  neededWhole(head: string, range: { min?: number; max?: number } = {}): number {
    if (this.text(head) === '') this.fault(head, `${head}がありません。`)
    return this.whole(head, range) ?? 0
  }

  flag(head: string): boolean {
    const text = this.text(head).normalize('NFKC').toLowerCase()
    if (['', '0', 'no', 'false', 'いいえ', '拒否', '希望しない'].includes(text)) return false
    if (['1', 'yes', 'true', 'はい', '許可', '希望する'].includes(text)) return true
    this.fault(head, '1か0で入力してください。')
    return false
  }

  date(head: string): CalendarDate | null {
    const text = this.text(head)
    if (text === '') return null
    const date = parseDay(text)
    if (date === null) this.fault(head, '日付は2026-12-05の形で入力してください。')
    return date
  }

  moment(head: string): Date | null {
    const text = this.text(head)
    if (text === '') return null
    const moment = parseJapanTime(text)
    if (moment === null) this.fault(head, '日時は2026-12-05 12:00:00の形で入力してください。')
    return moment
  }
}

/** Parses a date with or without a time. The time is in Japan unless the text has another zone. null: not a time. */
export function parseJapanTime(text: string): Date | null {
  const [, day = '', time = '00:00', zone] =
    /^(\S+?)(?:[ T](\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/.exec(text) ?? []
  const date = parseDay(day)
  const moment = date && new Date(`${date}T${time.padStart(time.length < 6 ? 5 : 8, '0')}${zonePart(zone)}`)
  return moment && !Number.isNaN(moment.getTime()) ? moment : null
}

/** Normalises `+09`, `+0900` and `+09:00`. */
const zonePart = (zone = '+09:00') =>
  zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`

/** Parses a date such as 2026-12-05, 2026/12/5 or 20261205, and ignores a time after it. null: not a date. */
export function parseDay(text: string): CalendarDate | null {
  const [, year, month, day] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T].*)?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? []
  const date = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  return isCalendarDate(date) ? date : null
}
