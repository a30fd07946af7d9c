import type { CsvEncoding, FileStream } from '@kushi/contract/admin/csv'
import { escapeFormula } from '../rules/cell.ts'
import { byteOrderMark, encodeCsvText, textAfterEncoding } from './encoding.ts'

/** A column of a file. Our own numbers, dates and flags are never formulas; texts are escaped. */
export interface CsvColumn<Row> {
  head: string
  of(row: Row): string | number | boolean | null
}

/** The text of a cell, before encoding. */
function meant<Row>(column: CsvColumn<Row>, row: Row): string {
  const value = column.of(row)
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'number') return String(value)
  return escapeFormula(value.replace(/\r\n?/g, '\n'))
}

/** The exact text of a cell: an import treats a cell with the same text as unchanged. */
export const csvCellText = <Row>(column: CsvColumn<Row>, row: Row, encoding: CsvEncoding): string =>
  textAfterEncoding(meant(column, row), encoding)

const special = /[",\r\n]/

/** A row of the file (RFC 4180). A general-purpose library takes five times as long. */
const lineOf = (cells: readonly string[]): string =>
  `${cells.map((cell) => (special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`

/** A file that is written page by page, so that it may have any length. */
export function csvFile<Row>(
  file_name: string,
  columns: readonly CsvColumn<Row>[],
  encoding: CsvEncoding,
  pages: AsyncIterable<Row[]>,
): FileStream {
  const lines = (rows: string[][]) => encodeCsvText(rows.map(lineOf).join(''), encoding)
  async function* content() {
    yield encodeCsvText(byteOrderMark(encoding), encoding)
    yield lines([columns.map(({ head }) => head)])
    for await (const rows of pages)
      if (rows.length > 0) yield lines(rows.map((row) => columns.map((column) => meant(column, row))))
  }
  return { file_name: `${file_name}.csv`, content: content() }
}
