import type { Label, LabelSender, LabelTerms } from '@kushi/shop/fulfilment/carrier-file-port'

/** Bytes of a file: CP932 as Windows writes it, or UTF-8 with its mark. Lines end with CR LF in both. */
export interface Format {
  encoding: 'cp932' | 'utf8-bom'
  /** `all`: every field in quotes; `needed`: only one with a comma or a quote in it. */
  quotes: 'all' | 'needed'
}

/** What a program gives back: in which of its columns our number and the carrier's stand. */
export interface ReturnLayout {
  /** Names of the two columns in the header. */
  shipment_no: string
  tracking_no: string
  /** How many columns there are, any of these; empty: it doesn't matter. */
  counts: readonly number[]
  /** Where the two stand (from 0) in a file without a header; null: there is always one. */
  bare: { shipment_no: number; tracking_no: number } | null
  /** Tells two programs with the same header apart. */
  encoding: Format['encoding'] | null
}

/** A carrier's program: one row of the table. `C`: names of its columns. */
export interface Program<C extends string = string> {
  terms: LabelTerms
  columns: readonly C[]
  format: Format
  /** What stands in the columns; the others stay empty. */
  cells(label: Label, sender: LabelSender): Partial<Record<C, string>>
  returns: ReturnLayout
  /** The program has to be told once which column is what. */
  filter?: { file_name: string; items: Partial<Record<C, string>> }
}

/** Keeps the names of the columns checked where a row is written. */
export const program = <C extends string>(row: Program<C>): Program => row as unknown as Program

/** 2026-11-21 as 2026/11/21. */
export const slashed = (date: string | null): string => date?.replaceAll('-', '/') ?? ''
/** 2026-11-21 as 20261121. */
export const compact = (date: string | null): string => date?.replaceAll('-', '') ?? ''
/** 2480006 as 248-0006. */
export const hyphened = (postal_code: string): string => `${postal_code.slice(0, 3)}-${postal_code.slice(3)}`
