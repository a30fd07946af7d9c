import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import type { SettlementProvider } from '@kushi/values/settlement'
import {
  type ByteSource,
  type CsvRow,
  detectCsvEncodingAndDelimiter,
  openCsvSheet,
  transcode,
} from '../../../foundation/csv/index.ts'
import { proposeSettlementColumns, recogniseSettlementLayout, type SettlementColumns } from '../rules/layouts.ts'
import { readSettlementLine, SettlementCellError, type SettlementFileLine } from '../rules/read-line.ts'
import {
  createZenginReader,
  detectZenginFormat,
  encodeJisX0201,
  splitZenginRecords,
  ZENGIN_COLUMN_HEADS,
  ZENGIN_DETECTION_BYTES,
} from '../rules/zengin.ts'

type OpenFile = Awaited<ReturnType<typeof openCsvSheet>>

/**
 * Opens a settlement file at its headers: the fixed-width statement of a bank, or a sheet of a known layout.
 * @throws ShopError 422 for a file that is no table in a known encoding; SettlementCellError for one of 全銀 in EBCDIC
 */
export async function openSettlementFile(
  open: ByteSource,
  isKnown: (heads: readonly string[]) => boolean,
): Promise<OpenFile> {
  const form = detectZenginFormat(await beginningOf(open, ZENGIN_DETECTION_BYTES))
  if (!form)
    return openCsvSheet(
      open,
      (heads) => recogniseSettlementLayout(heads) !== null || isKnown(heads),
      (heads) => Object.keys(proposeSettlementColumns(heads)).length,
    )
  // A tool may have turned the bank's own encoding into UTF-8.
  const isTurned = form === 'unsure' && (await detectCsvEncodingAndDelimiter(open)).encoding === 'utf-8'
  return { heads: ZENGIN_COLUMN_HEADS, rows: zenginRows(isTurned ? transcode(open, 'utf-8', encodeJisX0201) : open) }
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
  const reader = createZenginReader()
  for await (const record of splitZenginRecords(open())) {
    const row = reader.read(record)
    if (row) yield row
  }
  reader.end()
}

/** A provider announces a 振込 some weeks ahead, never further. */
export const MAX_PAYOUT_DAYS_AHEAD = 60
/** The latest payout day that a line of a settlement file may have. */
export const latestPayoutDay = (today: CalendarDate): CalendarDate => addDays(today, MAX_PAYOUT_DAYS_AHEAD)

/**
 * Reads the lines of a settlement file by its columns, and checks the totals that the file states.
 * @throws SettlementCellError, ShopError 422
 */
export async function* streamSettlementLines(
  open: ByteSource,
  provider: SettlementProvider,
  columns: SettlementColumns,
  today: CalendarDate,
): AsyncGenerator<SettlementFileLine> {
  const heads = Object.values(columns).flat()
  const { rows } = await openSettlementFile(open, (found) => heads.every((head) => found.includes(head)))
  let sum = 0
  for await (const row of rows) {
    const line = 'message' in row ? null : readSettlementLine(provider, columns, row)
    if ('message' in row) throw new SettlementCellError(row.row, '', row.message)
    if (line === null) continue
    if ('total' in line) {
      if (line.total !== sum)
        throw new SettlementCellError(
          line.row,
          columns.amount?.[0] ?? '',
          `合計は${line.total}円ですが、ここまでの明細の合計は${sum}円です。途中が欠けていないかご確認ください。`,
        )
      continue
    }
    if (line.paid_on !== null && line.paid_on > latestPayoutDay(today))
      throw new SettlementCellError(row.row, columns.paid_on?.[0] ?? '', `振込日の${line.paid_on}は、先すぎます。`)
    sum += line.amount
    yield line
  }
}
