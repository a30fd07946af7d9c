import type { Cells, Column } from './column.ts'
import type { Encoding } from './read-file.ts'

/** A carrier's label program: its input and its output. */
export type CarrierProgram = {
  name: string
  title: string
  reads: {
    encodings: readonly Encoding[]
    /** Number of columns per row. */
    count: number
    header: 'needed' | 'optional'
    columns: readonly Column[]
  }
  /** Column with the shop's own number, which identifies the parcel. */
  own: number
  /** First digit of its tracking numbers, so that a person can tell the carrier. */
  prefix: string
  gives: {
    encoding: Encoding
    isQuoted: boolean
    /** null: the header of the input. */
    header: readonly string[] | null
    cells(read: Cells, tracking_no: string): string[]
  }
}
