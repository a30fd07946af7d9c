import type { CarrierLabelLimits, LabelSender, ShippingLabel } from '@kushi/shop/ports/carrier-file-port'

/**
 * The format of a carrier's file: encoding (CP932 as Windows writes it, or UTF-8 with its mark) and quoting. Lines end
 * with CR LF.
 */
export interface CarrierFileFormat {
  encoding: 'cp932' | 'utf8-bom'
  /** `all`: every field is quoted; `needed`: only a field with a comma or a quote. */
  quotes: 'all' | 'needed'
}

/**
 * The layout of a tracking number file that a carrier's program exports: the columns of our parcel number and of the
 * carrier's number.
 */
export interface TrackingFileLayout {
  /** Names of the two columns in the header. */
  shipment_no: string
  tracking_no: string
  /** The allowed numbers of columns; empty: any. */
  counts: readonly number[]
  /** The positions of both (from 0) in a file without a header; null: there is always a header. */
  bare: { shipment_no: number; tracking_no: number } | null
  /** Distinguishes two programs with the same header. */
  encoding: CarrierFileFormat['encoding'] | null
}

/** The file formats of a carrier's program. `C`: names of its columns. */
export interface CarrierProgramLayout<C extends string = string> {
  terms: CarrierLabelLimits
  columns: readonly C[]
  format: CarrierFileFormat
  /** The values of the columns; the others stay empty. */
  cells(label: ShippingLabel, sender: LabelSender): Partial<Record<C, string>>
  returns: TrackingFileLayout
  /** A mapping of the columns that has to be imported into the program once. */
  filter?: { file_name: string; items: Partial<Record<C, string>> }
}

/** Declares a carrier's program, and checks the names of its columns at compile time. */
export const defineCarrierProgram = <C extends string>(row: CarrierProgramLayout<C>): CarrierProgramLayout =>
  row as unknown as CarrierProgramLayout

/** 2026-11-21 → 2026/11/21 */
export const slashedDate = (date: string | null): string => date?.replaceAll('-', '/') ?? ''
/** 2026-11-21 → 20261121 */
export const compactDate = (date: string | null): string => date?.replaceAll('-', '') ?? ''
/** 2480006 → 248-0006 */
export const hyphenedPostcode = (postal_code: string): string => `${postal_code.slice(0, 3)}-${postal_code.slice(3)}`
