import { readCsv } from '../../../foundation/csv/index.ts'
import { invalidFields } from '../../../shop-error.ts'
import { COLUMNS, headsOf, type Kind } from '../rules/columns.ts'
import { dialectOf, translated } from '../rules/dialects.ts'
import { RowReader } from '../rules/row-reader.ts'

/** A file of a move, recognised by its name: `members.csv`, `orders-2.csv`. */
export interface MoveFile {
  name: string
  read(): Promise<Uint8Array>
}

export interface Read {
  /** The system that the file comes from, in words. */
  dialect: string
  /** Rows of another kind. */
  left_out: number
  /** Columns that are not used. */
  unused: string[]
  /** By number, in the order of the first row; '' for rows without a number. */
  groups: Map<string, RowReader[]>
}

/** The most rows of one file, which has to fit into memory; longer files must be split. */
const MOST_ROWS = 300_000

/** @throws ShopError 422 for a file that can't be read at all */
export async function readFile(kind: Kind, file: MoveFile): Promise<Read> {
  const csv = readCsv(await file.read(), null, [], { most: MOST_ROWS, areDoublesNumbered: true })
  const dialect = dialectOf(kind, csv.heads)
  const own = headsOf(kind)
  const { number, needed } = COLUMNS[kind]
  const missing = dialect ? null : [number, ...needed].find((head) => !csv.heads.includes(head))
  if (missing)
    throw invalidFields([
      { path: file.name, message_id: 'cmn-err-003', message: `${file.name}: 「${missing}」の列がありません。` },
    ])
  const groups = new Map<string, RowReader[]>()
  let left_out = 0
  const add = (row: number, cells: ReadonlyMap<string, string>, fault?: string) => {
    const reader = new RowReader(row, cells)
    if (fault !== undefined) reader.fault('', fault)
    const no = reader.text(number)
    // In members and addresses a number occurs only once: a repetition is reported, not merged.
    const isMany = kind === 'subscriptions' || kind === 'orders'
    const key = groups.has(no) && (!isMany || no === '') ? `${no}\n${row}` : no
    groups.set(key, [...(groups.get(key) ?? []), reader])
  }
  for (const { row, cells } of csv.rows) {
    const under = translated(dialect, cells)
    if (under) add(row, under)
    else left_out++
  }
  // Refuses the order or subscription that it is a row of.
  for (const { row, cells, message } of csv.miscounted) add(row, translated(dialect, cells) ?? cells, message)
  const named = (head: string) => dialect?.heads[head] ?? head
  const unused = csv.heads.filter((head) => head !== '' && !own.includes(named(head)))
  return { dialect: dialect?.name ?? '標準', left_out, unused, groups }
}
