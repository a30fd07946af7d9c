import type { ReturnRow } from '@kushi/shop/fulfilment/carrier-file-port'
import type { CarrierProgram } from '@kushi/values/carrier-program'
import { readings } from './bytes.ts'
import { readLines } from './csv.ts'
import type { Format, Program } from './program.ts'

type Lines = NonNullable<ReturnType<typeof readLines>>
type Place = { shipment_no: number; tracking_no: number; is_headed: boolean }

/**
 * Reads 発行済データ: returns the program, by header and encoding, and the two numbers of each line. null: of no known
 * program.
 */
export function readReturn(
  programs: Record<CarrierProgram, Program>,
  content: Uint8Array,
): { program: CarrierProgram; rows: ReturnRow[] } | null {
  for (const { encoding, text } of readings(content)) {
    const lines = readLines(text)
    if (!lines || lines.length === 0) continue
    for (const [name, program] of Object.entries(programs)) {
      const place = placeOf(program, encoding, lines)
      if (place) return { program: name as CarrierProgram, rows: rowsOf(lines, place) }
    }
  }
  return null
}

function placeOf({ returns }: Program, encoding: Format['encoding'], lines: Lines): Place | null {
  if (returns.encoding !== null && returns.encoding !== encoding) return null
  const first = lines[0]!.fields.map(plain)
  const isCount = (count: number) => returns.counts.length === 0 || returns.counts.includes(count)
  // A line with more or fewer fields was edited by hand, so the whole file is rejected.
  if (!lines.every(({ fields }) => fields.length === first.length) || !isCount(first.length)) return null
  const shipment_no = first.indexOf(plain(returns.shipment_no))
  const tracking_no = first.indexOf(plain(returns.tracking_no))
  if (shipment_no >= 0 && tracking_no >= 0) return { shipment_no, tracking_no, is_headed: true }
  const { bare } = returns
  if (!bare || !/^[0-9A-Z]{1,12}$/.test(first[bare.shipment_no]!) || !/^[\d-]+$/.test(first[bare.tracking_no]!))
    return null
  return { ...bare, is_headed: false }
}

/** Programs write the same name in full and half width, with and without spaces. */
const plain = (text: string) => text.normalize('NFKC').replace(/\s/g, '')

const rowsOf = (lines: Lines, { shipment_no, tracking_no, is_headed }: Place): ReturnRow[] =>
  lines.slice(is_headed ? 1 : 0).map(({ row_no, fields }) => ({
    row_no,
    shipment_no: fields[shipment_no]!.trim(),
    tracking_no: fields[tracking_no]!.replace(/[\s-]/g, ''),
  }))
