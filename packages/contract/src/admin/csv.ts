import { z } from 'zod'
import { type List, listSelection } from './list.ts'
import { fileUploadBody } from './upload.ts'

/** 文字コード of a file: UTF-8 with a BOM, which Excel needs, or Shift_JIS for older programs. */
export const CSV_ENCODING_NAME = { 'utf-8': 'UTF-8(Excelで開く)', shift_jis: 'Shift_JIS' } as const
export const csvEncoding = z.enum(['utf-8', 'shift_jis'])
export type CsvEncoding = z.infer<typeof csvEncoding>

/** A response that is saved as a file. It is streamed while the rows are read from the database. */
export const FileStream = z.object({
  file_name: z.string().meta({ title: 'ファイル名' }),
  content: z.custom<AsyncIterable<Uint8Array>>(),
})
export type FileStream = z.infer<typeof FileStream>

/** The body of an export call: the encoding, and the filters, search and order of the list on screen. */
export const exportBody = (list: List) => z.object({ filter: listSelection(list), encoding: csvEncoding })

/** Maximum number of rows in a file. */
export const MAX_CSV_ROWS = 10_000
/** Maximum number of rows of an export; the operator narrows the filters for more. */
export const MAX_EXPORT_ROWS = 300_000
const MAX_BYTES = 20 * 1024 * 1024

/** 取り込みの結果. `row` is the row number in the spreadsheet; row 1 holds the column heads. */
export const ImportReport = z.object({
  rows: z.int().meta({ title: '行の数' }),
  added: z.int().meta({ title: '加えたもの' }),
  changed: z.int().meta({ title: '変えた数' }),
  unchanged: z.int(),
  /** true: the file was imported. false: it was only checked or has faults, and nothing has changed. */
  is_done: z.boolean().meta({ title: '完了' }),
  /** Running subscriptions that contain goods whose price or sale changes. */
  subscriptions: z.int(),
  fault_count: z.int().meta({ title: '誤りの数' }),
  /** The first 200. */
  faults: z.array(z.object({ row: z.int().meta({ title: '行' }), head: z.string(), message: z.string() })),
  /** Cells that were taken but look wrong: a house number that a spreadsheet turned into a date. The first 200. */
  warnings: z.array(z.object({ row: z.int(), head: z.string(), message: z.string() })),
  warning_count: z.int(),
  /** The first 100. */
  changes: z.array(
    z.object({
      row: z.int(),
      name: z.string(),
      is_new: z.boolean(),
      fields: z
        .array(z.object({ head: z.string(), before: z.string(), after: z.string() }))
        .meta({ title: '変えた項目' }),
    }),
  ),
})
export type ImportReport = z.infer<typeof ImportReport>

/** The parts that all calls for importing a file share. A check does the same work as an import and rolls it back. */
export const csvImportCall = { upload: MAX_BYTES, body: fileUploadBody, response: ImportReport } as const
