import { type CsvEncoding, MAX_CSV_ROWS } from '@kushi/contract/admin/csv'
import { removeInvisible } from '@kushi/values/registrable'
import { CsvError, parse as openParser, type Parser } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { invalidFields } from '../../../shop-error.ts'
import { decodeCsvBytes, detectCsvEncodingAndDelimiter, encodingProblemText } from './encoding.ts'

/** A row of a CSV. */
export interface CsvRow {
  /** The row number in the spreadsheet, whose first row has the heads. */
  row: number
  /** By head, with the text as it is in the file. */
  cells: Map<string, string>
}
/** A CSV that was read. */
export interface Csv {
  encoding: CsvEncoding
  heads: string[]
  rows: CsvRow[]
  /** Rows with more or fewer cells than the heads, which are not among `rows`: a missing cell is not an empty one. */
  miscounted: MiscountedRow[]
}
type MiscountedRow = CsvRow & { message: string }

/**
 * Reads a CSV of an import.
 * @throws ShopError 422 when the file is invalid, with a message for the operator who made it
 */
export function readCsv(content: Uint8Array, known: readonly string[] | null, needed: readonly string[]): Csv {
  const found = decodeCsvBytes(content)
  if (!found) throw refused('文字コードを読み取れません。UTF-8かShift_JISのCSVで保存してください。')
  const [first, ...records] = recordsOf(found.text)
  if (!first) throw refused('空のファイルです。')
  const heads = headsOf(first)
  const twice = heads.find((head, n) => head !== '' && heads.indexOf(head) !== n)
  if (twice) throw refused(`「${twice}」の列が2つあります。`)
  const unknown = known && heads.find((head) => !known.includes(head))
  if (unknown) throw refused(`「${unknown}」という列はありません。1行目の見出しをご確認ください。`)
  const missing = needed.find((head) => !heads.includes(head))
  if (missing) throw refused(`「${missing}」の列がありません。`)
  const rows: CsvRow[] = []
  const miscounted: Csv['miscounted'] = []
  for (const [n, cells] of records.entries()) {
    const one = rowOf(heads, n + 2, cells)
    if (one && 'message' in one) miscounted.push(one)
    else if (one) rows.push(one)
  }
  return { encoding: found.encoding, heads, rows, miscounted }
}

const headsOf = (first: readonly string[]): string[] => first.map((head) => head.trim())

/** null: an empty row. */
function rowOf(heads: readonly string[], row: number, cells: readonly string[]): CsvRow | MiscountedRow | null {
  // Spreadsheets append empty columns.
  const width = heads.findLastIndex((head) => head !== '') + 1
  const last = cells.findLastIndex((cell) => cell !== '') + 1
  if (last === 0) return null
  const one = { row, cells: new Map(heads.slice(0, width).map((head, at) => [head, removeInvisible(cells[at] ?? '')])) }
  return last > width || cells.length < width ? { ...one, message: otherCount(width, cells, last) } : one
}

/**
 * Reads the rows of a file that need not fit into memory. Headers that occur twice are numbered. `open` reads the file
 * from its beginning: first to find its encoding and delimiter, then to read it.
 * @throws ShopError 422 as readCsv, while the rows are read
 */
export async function streamCsv(
  open: () => AsyncIterable<Uint8Array>,
  { isHead }: { isHead?: (heads: readonly string[]) => boolean } = {},
): Promise<{ heads: string[]; rows: AsyncIterable<CsvRow | MiscountedRow> }> {
  const { encoding, delimiter } = await detectCsvEncodingAndDelimiter(open)
  if (!encoding) throw refused(await encodingProblemText(open))
  const records = recordsIn(open, encoding, delimiter)
  let first = await records.next()
  let head_row = 1
  // Files of others have lines before their heads.
  for (; isHead && !first.done && !isHead(headsOf(first.value)); head_row++) first = await records.next()
  if (first.done) throw refused(head_row === 1 ? '空のファイルです。' : '見出しの行が見つかりません。')
  // A repeated head becomes `送料(2)`: files of other systems have such heads.
  const heads = headsOf(first.value).map(numbered)
  async function* rows() {
    let row = head_row
    for await (const cells of records) {
      const one = rowOf(heads, ++row, cells)
      if (one) yield one
    }
  }
  return { heads, rows: rows() }
}

/** Files that were put together have both ends of a line. */
const lines = { record_delimiter: ['\r\n', '\n', '\r'] }

async function* recordsIn(
  open: () => AsyncIterable<Uint8Array>,
  encoding: CsvEncoding,
  delimiter: string,
): AsyncGenerator<string[], void, undefined> {
  const parser = openParser({ ...lines, relax_column_count: true, max_record_size: 200_000, delimiter })
  const decoder = new TextDecoder(encoding)
  const feed = async () => {
    for await (const chunk of open()) if (!parser.write(decoder.decode(chunk, { stream: true }))) await drained(parser)
    parser.end(decoder.decode())
  }
  feed().catch((error: Error) => parser.destroy(error))
  try {
    for await (const cells of parser as AsyncIterable<string[]>) yield cells.map((cell) => cell.replace(/\r\n?/g, '\n'))
  } catch (error) {
    throw unreadable(error)
  }
}

const drained = (parser: Parser) =>
  new Promise<void>((resolve) => {
    const done = () => {
      parser.off('drain', done).off('close', done)
      resolve()
    }
    parser.on('drain', done).on('close', done)
  })

const otherCount = (width: number, cells: readonly string[], last: number) =>
  last > width
    ? `見出しは${width}列ですが、この行には${last}列あります。「,」を含む値(2,640など)は「"」で囲むか、「,」を取ってください。`
    : `見出しは${width}列ですが、この行には${cells.length}列しかありません。空の値も「,」で区切ってください。`

const numbered = (head: string, at: number, heads: string[]): string => {
  const before = heads.slice(0, at).filter((one) => one === head).length
  return before === 0 || head === '' ? head : `${head}(${before + 1})`
}

function recordsOf(text: string): string[][] {
  try {
    const records = parse(text, {
      ...lines,
      relax_column_count: true,
      max_record_size: 200_000,
      to: MAX_CSV_ROWS + 2,
    }) as string[][]
    if (records.length > MAX_CSV_ROWS + 1)
      throw refused(`一度に取り込めるのは${MAX_CSV_ROWS.toLocaleString('ja-JP')}行までです。ファイルを分けてください。`)
    return records.map((cells) => cells.map((cell) => cell.replace(/\r\n?/g, '\n')))
  } catch (error) {
    throw unreadable(error)
  }
}

const unreadable = (error: unknown): unknown =>
  error instanceof CsvError
    ? refused(`${Number(error.lines ?? 1)}行目を読み取れません。「"」の数をご確認ください。`)
    : error

const refused = (message: string) => invalidFields([{ path: 'content', message_id: 'cmn-err-003', message }])
