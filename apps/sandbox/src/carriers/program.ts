import type { Cells, Column } from './column.ts'
import type { Encoding } from './read-file.ts'

/** A carrier's program for labels: what it reads, and what it gives back. */
export type CarrierProgram = {
  name: string
  title: string
  reads: {
    encodings: readonly Encoding[]
    /** How many columns a line has. */
    count: number
    header: 'needed' | 'optional'
    columns: readonly Column[]
  }
  /** Column with the shop's own number, by which the parcel is found again. */
  own: number
  /** First digit of its numbers, so that a person sees whose it is. */
  prefix: string
  gives: {
    encoding: Encoding
    isQuoted: boolean
    /** null: the header that was read. */
    header: readonly string[] | null
    cells(read: Cells, tracking_no: string): string[]
  }
}
