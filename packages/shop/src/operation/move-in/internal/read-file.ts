import type { ScratchGroups } from '@kushi/db/scratch'
import { COLUMNS, headsOf, type Kind } from '@kushi/values/move-in'
import { streamCsv } from '../../../foundation/csv/index.ts'
import { invalidFields } from '../../../shop-error.ts'
import { dialectOf, translated } from '../rules/dialects.ts'
import { RowReader } from '../rules/row-reader.ts'

/** A file of a move, recognised by its name: `members.csv`, `orders-2.csv`. */
export interface MoveFile {
  name: string
  /** Its bytes from the beginning, each time. */
  open(): AsyncIterable<Uint8Array>
}

/** A row on disk, until its turn. */
export interface WaitingRow {
  row: number
  cells: [string, string][]
  /** It has more or fewer cells than the heads. */
  message?: string
}

export interface FileFacts {
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
export async function readMoveFile(
  kind: Kind,
  file: MoveFile,
  groups: ScratchGroups<WaitingRow>,
  rank: (reader: RowReader) => number = () => 0,
): Promise<FileFacts> {
  const { heads, rows } = await streamCsv(file.open)
  const dialect = dialectOf(kind, heads)
  const own = headsOf(kind)
  const { number, needed } = COLUMNS[kind]
  const missing = dialect ? null : [number, ...needed].find((head) => !heads.includes(head))
  if (missing)
    throw invalidFields([
      { path: file.name, message_id: 'cmn-err-003', message: `${file.name}: 「${missing}」の列がありません。` },
    ])
  let left_out = 0
  for await (const one of rows) {
    const under = translated(dialect, one.cells)
    if (!under && !('message' in one)) {
      left_out++
      continue
    }
    const waiting: WaitingRow = { ...one, cells: [...(under ?? one.cells)] }
    const reader = readerOf(waiting)
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

/** A miscounted row refuses the order or subscription that it is a row of. */
export function readerOf({ row, cells, message }: WaitingRow): RowReader {
  const reader = new RowReader(row, new Map(cells))
  if (message !== undefined) reader.fault('', message)
  return reader
}
