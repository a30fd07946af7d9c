import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import type { SettlementProvider } from '@kushi/values/settlement'
import { streamCsv } from '../../../foundation/csv/index.ts'
import { type Columns, recognise } from '../rules/layouts.ts'
import { type FileLine, LineFault, readFileLine } from '../rules/read-line.ts'
import { ZENGIN_HEADS, zenginBytes, zenginRows } from '../rules/zengin.ts'

const CHUNK = 256 * 1024

/** The bytes of a file, piece by piece. */
async function* pieces(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.byteLength; at += CHUNK) yield content.subarray(at, at + CHUNK)
}

type OpenFile = Awaited<ReturnType<typeof streamCsv>>
async function* inTurn<T>(rows: Iterable<T>): AsyncGenerator<T> {
  yield* rows
}

/** Rows before which the heads have to come. */
const HEAD_WITHIN = 20

/**
 * Opens a file at its heads: a bank's fixed-width statement, those of a known layout, or else the first row with several cells.
 * @throws ShopError 422 for a file that is no table in a known encoding; LineFault for one of 全銀 in EBCDIC
 */
export async function openFile(content: Uint8Array, isKnown: (heads: readonly string[]) => boolean): Promise<OpenFile> {
  const zengin = zenginBytes(content)
  if (zengin) return { heads: ZENGIN_HEADS, rows: inTurn(zenginRows(zengin)) }
  const open = () => pieces(content)
  const known = (heads: readonly string[]) => recognise(heads) !== null || isKnown(heads)
  let looked = 0
  let hasKnown = false
  const isHead = (heads: readonly string[]) => {
    looked++
    if (known(heads)) hasKnown = true
    return hasKnown || looked > HEAD_WITHIN
  }
  const first = await streamCsv(open, { isHead }).catch(() => null)
  if (first && hasKnown) return first
  return streamCsv(open, { isHead: (heads) => heads.filter((head) => head !== '').length > 1 })
}

/** A provider announces a 振込 some weeks ahead, never further. */
export const MOST_DAYS_AHEAD = 60
export const lastPaidOn = (today: CalendarDate): CalendarDate => addDays(today, MOST_DAYS_AHEAD)

/** The lines of a file, by its columns. @throws LineFault, ShopError 422 */
export async function* linesOf(
  content: Uint8Array,
  provider: SettlementProvider,
  columns: Columns,
  today: CalendarDate,
): AsyncGenerator<FileLine> {
  const heads = Object.values(columns).flat()
  const { rows } = await openFile(content, (found) => heads.every((head) => found.includes(head)))
  let sum = 0
  for await (const row of rows) {
    const line = 'message' in row ? null : readFileLine(provider, columns, row)
    if ('message' in row) throw new LineFault(row.row, '', row.message)
    if (line === null) continue
    if ('total' in line) {
      if (line.total !== sum)
        throw new LineFault(
          line.row,
          columns.amount?.[0] ?? '',
          `合計は${line.total}円ですが、ここまでの明細の合計は${sum}円です。途中が欠けていないかご確認ください。`,
        )
      continue
    }
    if (line.paid_on !== null && line.paid_on > lastPaidOn(today))
      throw new LineFault(row.row, columns.paid_on?.[0] ?? '', `振込日の${line.paid_on}は、先すぎます。`)
    sum += line.amount
    yield line
  }
}
