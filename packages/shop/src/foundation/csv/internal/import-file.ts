import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ImportReport } from '@kushi/contract/admin/csv'
import type { FieldFailure } from '@kushi/contract/failure'
import type { Tx } from '@kushi/db/connect'
import { isSpreadsheetConverted, spreadsheetConvertedMessage } from '@kushi/values/spreadsheet'
import { readWholeNumber } from '@kushi/values/whole-number'
import { ShopError } from '../../../shop-error.ts'
import type { OperatorContext, OperatorQueryContext } from '../../admin/index.ts'
import { recordAudit } from '../../audit/index.ts'
import { unescapeFormula } from '../rules/cell.ts'
import { decodeCharacterReferences } from './encoding.ts'
import { type Csv, type CsvRow, readCsv } from './read-csv.ts'
import { type CsvColumn, csvCellText } from './sheet.ts'

const MAX_FAULTS = 200
const MAX_CHANGES = 100

/** A column that an import may change: `read` parses the cell. A column without it is read-only. */
export interface ImportColumn<Row> extends CsvColumn<Row> {
  name?: string
  read?(typed: string): unknown
  /** A house number or a code, which spreadsheets turn into dates and numbers: such a value is warned of. */
  mayBeConverted?: boolean
}

/** The cell is not a valid value of its column. */
export class ImportCellError extends Error {}

/** A cell of an import that changes a value. */
export interface ChangedCell {
  head: string
  name: string
  value: unknown
}

/** A file being imported: its contents and the report. */
export class FileImport {
  readonly csv: Csv
  /** Hash of the file, to recognise the same file again. */
  readonly digest: string
  readonly report: ImportReport
  constructor(csv: Csv, digest: string) {
    this.csv = csv
    this.digest = digest
    const none = { added: 0, changed: 0, unchanged: 0, subscriptions: 0, fault_count: 0, warning_count: 0 }
    const rows = csv.rows.length + csv.miscounted.length
    this.report = { rows, ...none, is_done: false, faults: [], warnings: [], changes: [] }
    for (const { row, message } of csv.miscounted) this.fault(row, '', message)
  }

  private readonly faulty = new Set<number>()

  fault(row: number, head: string, message: string): void {
    this.faulty.add(row)
    this.report.fault_count++
    if (this.report.faults.length < MAX_FAULTS) this.report.faults.push({ row, head, message })
  }

  /** Something that an operator should look at; the row is imported all the same. */
  warn(row: number, head: string, message: string): void {
    this.report.warning_count++
    if (this.report.warnings.length < MAX_FAULTS) this.report.warnings.push({ row, head, message })
  }

  /**
   * Returns the cells that a row changes; `before` null: a new row, so every cell counts. A cell that can't be parsed
   * is an error of the row.
   */
  typed<Row>({ row, cells }: CsvRow, columns: readonly ImportColumn<Row>[], before: Row | null): ChangedCell[] {
    const found: ChangedCell[] = []
    for (const column of columns) {
      const cell = cells.get(column.head)
      if (cell === undefined) continue
      if (before === null ? cell === '' && !column.read : cell === csvCellText(column, before, this.csv.encoding))
        continue
      if (!column.read || !column.name) {
        if (before !== null) this.fault(row, column.head, 'この列は変えられません。')
        continue
      }
      try {
        const value = this.valueOf(column, cell)
        // Another spelling of the same value is no change: 1,980 for 1980, 1984/5/12 for 1984-05-12.
        if (before === null || !this.isStored(column, before, value)) {
          found.push({ head: column.head, name: column.name, value })
          if (column.mayBeConverted && isSpreadsheetConverted(cell))
            this.warn(row, column.head, spreadsheetConvertedMessage(cell))
        }
      } catch (error) {
        if (!(error instanceof ImportCellError)) throw error
        this.fault(row, column.head, error.message)
      }
    }
    return found
  }

  /** A stored value that `read` rejects, because it is older than a rule, differs from every valid one. */
  private isStored<Row>(column: ImportColumn<Row>, before: Row, value: unknown): boolean {
    try {
      return isDeepStrictEqual(value, this.valueOf(column, csvCellText(column, before, this.csv.encoding)))
    } catch (error) {
      if (!(error instanceof ImportCellError)) throw error
      return false
    }
  }

  private valueOf(column: ImportColumn<never>, cell: string): unknown {
    return column.read?.(unescapeFormula(decodeCharacterReferences(cell, this.csv.encoding)))
  }

  noteChange<Row>(
    { row, cells }: CsvRow,
    name: string,
    columns: readonly CsvColumn<Row>[],
    before: Row | null,
    heads: string[],
  ) {
    this.report[before === null ? 'added' : 'changed']++
    if (this.report.changes.length >= MAX_CHANGES) return
    const fields = columns
      .filter(({ head }) => heads.includes(head))
      .map((column) => ({
        head: column.head,
        before: before === null ? '' : csvCellText(column, before, this.csv.encoding),
        after: cells.get(column.head) ?? '',
      }))
    this.report.changes.push({ row, name, is_new: before === null, fields })
  }

  /** Whether this row has a fault already, so that trying it would be useless. */
  isFaulty = ({ row }: CsvRow): boolean => this.faulty.has(row)

  /** Runs `work` for a row; fields that it rejects become faults of the row, under the heads that `headOf` returns. */
  async attempt(row: number, headOf: (path: string) => { head: string; row?: number }, work: () => Promise<unknown>) {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ShopError) || error.status >= 500 || error.error === 'ERROR_CLAIMS') throw error
      const fields: Pick<FieldFailure, 'path' | 'message'>[] = error.fields ?? [{ path: '', message: error.message }]
      for (const { path, message } of fields) {
        const at = headOf(path)
        this.fault(at.row ?? row, at.head, message)
      }
    }
  }
}

class NotDone extends Error {}

/**
 * 取り込み: imports a whole file in one transaction; any error rolls it back. A check does the same and always rolls back,
 * so that it finds exactly the changes of the import.
 */
export async function runImport(
  ctx: OperatorContext,
  file: { kind: string; content: Uint8Array; columns: readonly CsvColumn<never>[]; needed: string[]; isCheck: boolean },
  work: (tx: Tx, all: FileImport) => Promise<void>,
): Promise<ImportReport> {
  const heads = file.columns.map(({ head }) => head)
  const digest = createHash('sha256').update(file.content).digest('hex').slice(0, 32)
  const all = new FileImport(readCsv(file.content, heads, file.needed), digest)
  const { report } = all
  try {
    await ctx.db.transaction(async (tx) => {
      await work(tx, all)
      if (file.isCheck || report.fault_count > 0) throw new NotDone()
      const { rows, added, changed } = report
      const subject_name = `${file.kind}のCSV`
      await recordAudit(tx, ctx, {
        subject: 'import_file',
        subject_id: digest,
        subject_name,
        after: { rows, added, changed },
      })
    })
    report.is_done = true
  } catch (error) {
    if (!(error instanceof NotDone)) throw error
    if (!file.isCheck) await recordRefusal(ctx, file.kind, all)
  }
  report.unchanged = Math.max(0, report.rows - report.added - report.changed)
  return report
}

/** Records the attempt in the audit log, although nothing has changed. */
async function recordRefusal(ctx: OperatorQueryContext, kind: string, { digest, report }: FileImport): Promise<void> {
  const { rows, fault_count } = report
  const after = { rows, fault_count, is_done: false }
  await ctx.db.transaction((tx) =>
    recordAudit(tx, ctx, { subject: 'import_file', subject_id: digest, subject_name: `${kind}のCSV`, after }),
  )
}

/** Whole numbers in half or full width; null when empty. */
export function parseWholeNumber(typed: string): number | null {
  const number = readWholeNumber(typed)
  if (Number.isNaN(number)) throw new ImportCellError('数字で入力してください。')
  return number
}

/** Reads a cell with 1 or 0, in half or full width. @throws ImportCellError for anything else */
export function parseFlag(typed: string): boolean {
  const plain = typed.normalize('NFKC').trim()
  if (plain !== '1' && plain !== '0') throw new ImportCellError('1か0で入力してください。')
  return plain === '1'
}
