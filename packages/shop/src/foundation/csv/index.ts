/** The exports of `csv` for other features. */

export { detectCsvEncodingAndDelimiter } from './internal/encoding.ts'
export { beginExport, recordExport } from './internal/export-trail.ts'
export {
  type ChangedCell,
  FileImport,
  ImportCellError,
  type ImportColumn,
  parseFlag,
  parseWholeNumber,
  runImport,
} from './internal/import-file.ts'
export { type ByteSource, bytesSource, headsFingerprint, openCsvSheet, transcode } from './internal/open-sheet.ts'
export { type CsvRow, streamCsv } from './internal/read-csv.ts'
export { parseOrRefuse } from './internal/refuse-broken.ts'
export { type CsvColumn, csvFile } from './internal/sheet.ts'
export { pastedLines } from './rules/pasted-lines.ts'
export { normalizeHead } from './rules/read-cell.ts'
