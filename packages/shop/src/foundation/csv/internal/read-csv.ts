import { type CsvEncoding, MOST_CSV_ROWS } from '@kushi/contract/admin/csv'
import { CsvError, parse } from 'csv-parse/sync'
import { invalidFields } from '../../../shop-error.ts'
import { decode } from './encoding.ts'

export interface CsvRow {
  /** The row number in the spreadsheet, whose first row has the heads. */
  row: number
  /** By head, with the text as it is in the file. */
  cells: Map<string, string>
}
export interface Csv {
  encoding: CsvEncoding
  heads: string[]
  rows: CsvRow[]
}

interface Lenience {
  /** The most rows, for files that no operator uploads. */
  most?: number
  /** A repeated head becomes `送料(2)`: files of other systems have such heads. */
  areDoublesNumbered?: boolean
}

/** @throws ShopError 422 when the file is invalid, with a message for the operator who made it */
export function readCsv(
  content: Uint8Array,
  known: readonly string[] | null,
  needed: readonly string[],
  { most = MOST_CSV_ROWS, areDoublesNumbered = false }: Lenience = {},
): Csv {
  const found = decode(content)
  if (!found) throw refused('文字コードを読み取れません。UTF-8かShift_JISのCSVで保存してください。')
  const [first, ...records] = recordsOf(found.text, most)
  if (!first) throw refused('空のファイルです。')
  const trimmed = first.map((head) => head.trim())
  const heads = areDoublesNumbered ? trimmed.map(numbered) : trimmed
  const twice = heads.find((head, n) => head !== '' && heads.indexOf(head) !== n)
  if (twice) throw refused(`「${twice}」の列が2つあります。`)
  const unknown = known && heads.find((head) => !known.includes(head))
  if (unknown) throw refused(`「${unknown}」という列はありません。1行目の見出しをご確認ください。`)
  const missing = needed.find((head) => !heads.includes(head))
  if (missing) throw refused(`「${missing}」の列がありません。`)
  const filled = records
    .map((cells, n) => ({ row: n + 2, cells: new Map(heads.map((head, at) => [head, cells[at] ?? ''])) }))
    .filter(({ cells }) => [...cells.values()].some((cell) => cell !== ''))
  return { encoding: found.encoding, heads, rows: filled }
}

const numbered = (head: string, at: number, heads: string[]): string => {
  const before = heads.slice(0, at).filter((one) => one === head).length
  return before === 0 || head === '' ? head : `${head}(${before + 1})`
}

function recordsOf(text: string, most: number): string[][] {
  try {
    const records = parse(text, {
      relax_column_count: true,
      max_record_size: 200_000,
      to: most + 2,
    }) as string[][]
    if (records.length > most + 1)
      throw refused(`一度に取り込めるのは${most.toLocaleString('ja-JP')}行までです。ファイルを分けてください。`)
    return records.map((cells) => cells.map((cell) => cell.replace(/\r\n?/g, '\n')))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw refused(`${Number(error.lines ?? 1)}行目を読み取れません。「"」の数をご確認ください。`)
  }
}

const refused = (message: string) => invalidFields([{ path: 'content', message_id: 'cmn-err-003', message }])
