import type { Cells } from './column.ts'
import type { CarrierProgram } from './program.ts'
import { b2cloud } from './programs/b2cloud.ts'
import { ehiden3 } from './programs/ehiden3.ts'
import { yupriCloud, yupriR } from './programs/yupri.ts'
import {
  decode,
  type Encoding,
  encode,
  encodingOf,
  foreignSign,
  type Refusal,
  type Row,
  readRows,
  writeRows,
} from './read-file.ts'

export const PROGRAMS: readonly CarrierProgram[] = [b2cloud, ehiden3, yupriR, yupriCloud]

export type Label = { shipment_no: string; tracking_no: string }
export type LabelIssue = { labels: Label[]; content: Uint8Array<ArrayBuffer> }

const MAX_REFUSALS = 100
const whole = (reason: string): Refusal => ({ row: 0, column: '', reason })

/** The program for this file, determined only by its number of columns. */
export function programFor(content: Uint8Array): CarrierProgram | undefined {
  const text = decode(content, encodingOf(content)) ?? decode(content, 'utf8-bom') ?? ''
  const rows = readRows(text.slice(0, text.indexOf('\n') + 1))
  return Array.isArray(rows) ? PROGRAMS.find(({ reads }) => reads.count === rows[0]?.fields.length) : undefined
}

/**
 * Reads the file as the program does, strictly by position, and numbers every label. One rejected row rejects the whole
 * file. `next` counts all labels printed so far: the same file a second time is printed again with other numbers.
 */
export function issue(program: CarrierProgram, content: Uint8Array, next: () => number): LabelIssue | Refusal[] {
  const read = readFile(program, content)
  if ('refusals' in read) return read.refusals
  const { header, rows } = read
  const refusals = [...rows.flatMap((row) => check(program, row)), ...twice(program, rows)]
  if (refusals.length > 0) return refusals.sort((a, b) => a.row - b.row).slice(0, MAX_REFUSALS)
  const { gives, own } = program
  const printed = rows.map((row) => {
    const cells = cellsOf(row)
    const tracking_no = numberOf(program.prefix, next())
    return { label: { shipment_no: cells(own), tracking_no }, fields: gives.cells(cells, tracking_no) }
  })
  const head = gives.header ?? header
  const all = [...(head ? [head] : []), ...printed.map(({ fields }) => fields)]
  return {
    labels: printed.map(({ label }) => label),
    content: encode(writeRows(all, gives.isQuoted), gives.encoding),
  }
}

const cellsOf =
  ({ fields }: Row): Cells =>
  (at) =>
    fields[at - 1]!

function readFile(
  { reads, own }: CarrierProgram,
  content: Uint8Array,
): { header: string[] | null; rows: Row[] } | { refusals: Refusal[] } {
  const encoding: Encoding = encodingOf(content)
  const text = reads.encodings.includes(encoding) ? decode(content, encoding) : null
  if (text === null) return { refusals: [whole('文字コードが正しくありません。')] }
  const rows = readRows(text)
  if (!Array.isArray(rows)) return { refusals: [rows] }
  const wrong = rows.filter(({ fields }) => fields.length !== reads.count)
  if (wrong.length > 0)
    return {
      refusals: wrong.map(({ row, fields }) => ({
        row,
        column: '',
        reason: `項目の数が違います（${reads.count}項目のところ${fields.length}項目）。`,
      })),
    }
  const [first] = rows
  const name = reads.columns.find(({ at }) => at === own)!.name
  const header = first && cellsOf(first)(own) === name ? first.fields : null
  if (!header && reads.header === 'needed') return { refusals: [whole('1行目に項目名がありません。')] }
  const misnamed = header ? reads.columns.filter(({ at, name }) => header[at - 1] !== name) : []
  if (misnamed.length > 0)
    return {
      refusals: misnamed.map(({ at, name }) => ({ row: 1, column: name, reason: `${at}番目の項目名が違います。` })),
    }
  const rest = header ? rows.slice(1) : rows
  return rest.length === 0 ? { refusals: [whole('荷物の行がありません。')] } : { header, rows: rest }
}

function check({ reads }: CarrierProgram, row: Row): Refusal[] {
  const cells = cellsOf(row)
  const { row: number, fields } = row
  const foreign = fields.flatMap((value, at) => {
    const sign = foreignSign(value)
    if (sign === undefined) return []
    const name = reads.columns.find((one) => one.at === at + 1)?.name ?? `${at + 1}番目の項目`
    return { row: number, column: name, reason: `「${sign}」は環境依存文字です。` }
  })
  return [
    ...foreign,
    ...reads.columns.flatMap(({ at, name, checks }) => {
      for (const check of checks) {
        const reason = check(cells(at), cells)
        if (reason !== false) return { row: number, column: name, reason }
      }
      return []
    }),
  ]
}

/** お客様管理番号 must be unique in a file. */
function twice({ own, reads }: CarrierProgram, rows: readonly Row[]): Refusal[] {
  const seen = new Set<string>()
  const { name } = reads.columns.find(({ at }) => at === own)!
  return rows.flatMap((row) => {
    const value = cellsOf(row)(own)
    if (seen.has(value)) return { row: row.row, column: name, reason: `「${value}」が前の行にもあります。` }
    seen.add(value)
    return []
  })
}

/** Eleven digits and their remainder modulo 7, as all three carriers do. */
function numberOf(prefix: string, count: number): string {
  const digits = `${prefix}${String(count).padStart(10, '0')}`
  return digits + (Number(digits) % 7)
}
