import type { Label, LabelSender, LabelTerms } from '@kushi/shop/ports/carrier-file-port'

/** The encoding of a file: CP932 as Windows writes it, or UTF-8 with its mark. Lines end with CR LF in both. */
export interface Format {
  encoding: 'cp932' | 'utf8-bom'
  /** `all`: every field is quoted; `needed`: only a field with a comma or a quote. */
  quotes: 'all' | 'needed'
}

/** A program's return file: the columns of our number and of the carrier's. */
export interface ReturnLayout {
  /** Names of the two columns in the header. */
  shipment_no: string
  tracking_no: string
  /** The allowed numbers of columns; empty: any. */
  counts: readonly number[]
  /** The positions of both (from 0) in a file without a header; null: there is always a header. */
  bare: { shipment_no: number; tracking_no: number } | null
  /** Distinguishes two programs with the same header. */
  encoding: Format['encoding'] | null
}

/** A carrier's program: one row of the table. `C`: names of its columns. */
export interface Program<C extends string = string> {
  terms: LabelTerms
  columns: readonly C[]
  format: Format
  /** The values of the columns; the others stay empty. */
  cells(label: Label, sender: LabelSender): Partial<Record<C, string>>
  returns: ReturnLayout
  /** A mapping of the columns that has to be imported into the program once. */
  filter?: { file_name: string; items: Partial<Record<C, string>> }
}

/** Type-checks the column names of a row. */
export const program = <C extends string>(row: Program<C>): Program => row as unknown as Program

/** 2026-11-21 → 2026/11/21 */
export const slashed = (date: string | null): string => date?.replaceAll('-', '/') ?? ''
/** 2026-11-21 → 20261121 */
export const compact = (date: string | null): string => date?.replaceAll('-', '') ?? ''
/** 2480006 → 248-0006 */
export const hyphened = (postal_code: string): string => `${postal_code.slice(0, 3)}-${postal_code.slice(3)}`
