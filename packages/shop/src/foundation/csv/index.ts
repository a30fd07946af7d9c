/** What other features use of `csv`. */

export { formOf } from './internal/encoding.ts'
export { beginExport, recordExport } from './internal/export-trail.ts'
export {
  CellFault,
  FileImport,
  parseWholeNumber,
  type ReadColumn,
  readFlag,
  runImport,
  type TypedCell,
} from './internal/import-file.ts'
export { type ByteSource, bytesSource, openSheet, signOf, transcode } from './internal/open-sheet.ts'
export { type CsvRow, streamCsv } from './internal/read-csv.ts'
export { refuseBroken } from './internal/refuse-broken.ts'
export { type Column, csvFile } from './internal/sheet.ts'
export { pastedLines } from './rules/pasted-lines.ts'
export { normalizeHead } from './rules/read-cell.ts'
