import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import type { SettlementProvider } from '@kushi/values/settlement'
import { type ByteSource, type CsvRow, formOf, openSheet, transcode } from '../../../foundation/csv/index.ts'
import { type Columns, propose, recognise } from '../rules/layouts.ts'
import { type FileLine, LineFault, readFileLine } from '../rules/read-line.ts'
import { encodeJis, ZENGIN_BEGINNING, ZENGIN_HEADS, zenginForm, zenginReader, zenginRecords } from '../rules/zengin.ts'

type OpenFile = Awaited<ReturnType<typeof openSheet>>

/**
 * Opens a file at its heads: a bank's fixed-width statement, or a sheet at the heads of a known layout.
 * @throws ShopError 422 for a file that is no table in a known encoding; LineFault for one of 全銀 in EBCDIC
 */
export async function openFile(open: ByteSource, isKnown: (heads: readonly string[]) => boolean): Promise<OpenFile> {
  const form = zenginForm(await beginningOf(open, ZENGIN_BEGINNING))
  if (!form)
    return openSheet(
      open,
      (heads) => recognise(heads) !== null || isKnown(heads),
      (heads) => Object.keys(propose(heads)).length,
    )
  // A tool may have turned the bank's own encoding into UTF-8.
  const isTurned = form === 'unsure' && (await formOf(open)).encoding === 'utf-8'
  return { heads: ZENGIN_HEADS, rows: zenginRows(isTurned ? transcode(open, 'utf-8', encodeJis) : open) }
}

async function beginningOf(open: ByteSource, length: number): Promise<Uint8Array> {
  let found = Buffer.alloc(0)
  for await (const piece of open()) {
    found = Buffer.concat([found, piece])
    if (found.byteLength >= length) break
  }
  return found.subarray(0, length)
}

async function* zenginRows(open: ByteSource): AsyncGenerator<CsvRow> {
  const reader = zenginReader()
  for await (const record of zenginRecords(open())) {
    const row = reader.read(record)
    if (row) yield row
  }
  reader.end()
}

/** A provider announces a 振込 some weeks ahead, never further. */
export const MAX_DAYS_AHEAD = 60
export const lastPaidOn = (today: CalendarDate): CalendarDate => addDays(today, MAX_DAYS_AHEAD)

/** The lines of a file, by its columns. @throws LineFault, ShopError 422 */
export async function* linesOf(
  open: ByteSource,
  provider: SettlementProvider,
  columns: Columns,
  today: CalendarDate,
): AsyncGenerator<FileLine> {
  const heads = Object.values(columns).flat()
  const { rows } = await openFile(open, (found) => heads.every((head) => found.includes(head)))
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
