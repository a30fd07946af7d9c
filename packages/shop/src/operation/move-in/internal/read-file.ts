import type { TemporaryGroups } from '@kushi/db/scratch'
import { MOVE_IN_COLUMNS, type MoveInKind, moveInColumnHeads } from '@kushi/values/move-in'
import { streamCsv } from '../../../foundation/csv/index.ts'
import { invalidFields } from '../../../shop-error.ts'
import { detectDialect, translateRowHeads } from '../rules/dialects.ts'
import { RowReader } from '../rules/row-reader.ts'

/** A file of a move, recognised by its name: `members.csv`, `orders-2.csv`. */
export interface MoveInFile {
  name: string
  /** Opens the file anew; yields its bytes from the beginning. */
  open(): AsyncIterable<Uint8Array>
}

/** A row that was read from a file and waits on disk until it is processed. */
export interface BufferedRow {
  row: number
  cells: [string, string][]
  /** It has more or fewer cells than the heads. */
  message?: string
}

/** Facts found while a file was read. */
export interface MoveInFileFacts {
  /** The system that the file comes from, in words. */
  dialect: string
  /** Rows of another kind. */
  left_out: number
  /** Columns that are not used. */
  unused: string[]
}

/**
 * Puts the rows of a file into `groups`, by number; '' for rows without a number.
 * @throws ShopError 422 for a file that can't be read at all
 */
export async function readMoveInFile(
  kind: MoveInKind,
  file: MoveInFile,
  groups: TemporaryGroups<BufferedRow>,
  rank: (reader: RowReader) => number = () => 0,
): Promise<MoveInFileFacts> {
  const { heads, rows } = await streamCsv(file.open)
  const dialect = detectDialect(kind, heads)
  const own = moveInColumnHeads(kind)
  const { number, needed } = MOVE_IN_COLUMNS[kind]
  const missing = dialect ? null : [number, ...needed].find((head) => !heads.includes(head))
  if (missing)
    throw invalidFields([
      { path: file.name, message_id: 'cmn-err-003', message: `${file.name}: 「${missing}」の列がありません。` },
    ])
  let left_out = 0
  for await (const one of rows) {
    const under = translateRowHeads(dialect, one.cells)
    if (!under && !('message' in one)) {
      left_out++
      continue
    }
    const waiting: BufferedRow = { ...one, cells: [...(under ?? one.cells)] }
    const reader = rowReaderFor(waiting)
    const no = reader.text(number)
    // In members and addresses a number occurs only once: a repetition is reported, not merged.
    const isMany = kind === 'products' || kind === 'subscriptions' || kind === 'orders'
    const key = groups.has(no) && (!isMany || no === '') ? `${no}\n${one.row}` : no
    groups.add(key, waiting, rank(reader))
  }
  const named = (head: string) => dialect?.heads[head] ?? head
  const unused = heads.filter((head) => head !== '' && !own.includes(named(head)))
  return { dialect: dialect?.name ?? '標準', left_out, unused }
}

/** Returns a reader of the row. A row with too few or too many cells is an error of the whole order or subscription. */
export function rowReaderFor({ row, cells, message }: BufferedRow): RowReader {
  const reader = new RowReader(row, new Map(cells))
  if (message !== undefined) reader.fault('', message)
  return reader
}
