import type { ImportFinding } from '@kushi/contract/admin/shipping'
import type { Carrier } from '@kushi/values/carrier'
import { isOut, type ShipmentStatus } from '@kushi/values/shipment'

/** The parcel that a line names, in its current state. */
export interface NamedParcel {
  status: ShipmentStatus
  carrier: Carrier | null
  tracking_no: string | null
  /** The carrier for whose program its label was written; null: none. */
  label_carrier: Carrier | null
  /** When that program's file was written; null: the label is in no file. */
  exported_at: Date | null
  is_cancel_asked: boolean
}

export interface ImportLine {
  row_no: number
  shipment_no: string
  tracking_no: string
}

/** 送り状番号 of these carriers: twelve digits. A number mangled by a spreadsheet (4.01E+11) is invalid. */
export const isTrackingNo = (text: string): boolean => /^\d{12}$/.test(text)

/**
 * Judges each line of a file. Only `matched` lines are processed: the parcel is packed, it was exported for this
 * carrier before the file was read, and the number occurs only for this parcel, in the file and in the database.
 */
export function judgeLines(
  lines: readonly ImportLine[],
  { carrier, read_at }: { carrier: Carrier; read_at: Date },
  parcels: ReadonlyMap<string, NamedParcel>,
  /** Numbers that other parcels already have. */
  taken: ReadonlySet<string>,
): Map<number, ImportFinding> {
  const numbersOf = groups(lines, 'shipment_no', 'tracking_no')
  const parcelsOf = groups(lines, 'tracking_no', 'shipment_no')
  const first = new Map<string, number>()
  for (const { shipment_no, row_no } of lines) if (!first.has(shipment_no)) first.set(shipment_no, row_no)
  const judge = (line: ImportLine): ImportFinding => {
    const parcel = parcels.get(line.shipment_no)
    if (!parcel) return 'unknown'
    if (!isTrackingNo(line.tracking_no)) return 'bad_number'
    const isTwice = numbersOf.get(line.shipment_no)!.size > 1 || parcelsOf.get(line.tracking_no)!.size > 1
    if (isOut(parcel.status)) {
      const isSame = parcel.tracking_no === line.tracking_no && parcel.carrier === carrier
      return isSame && !isTwice ? 'done' : 'different'
    }
    if (isTwice || taken.has(line.tracking_no)) return 'twice'
    if (parcel.status === 'cancelled') return 'cancelled'
    if (parcel.status !== 'packed' || parcel.exported_at === null) return 'not_packed'
    // Exported again since then: the number belongs to a label that is no longer on the box.
    if (read_at < parcel.exported_at) return 'outdated'
    if (parcel.label_carrier !== carrier) return 'other_carrier'
    if (parcel.is_cancel_asked) return 'cancel_asked'
    // A repeated line refers to the same parcel, so only the first one counts.
    return first.get(line.shipment_no) === line.row_no ? 'matched' : 'done'
  }
  return new Map(lines.map((line) => [line.row_no, judge(line)]))
}

function groups(
  lines: readonly ImportLine[],
  key: keyof ImportLine,
  value: keyof ImportLine,
): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>()
  for (const line of lines) {
    const of = String(line[key])
    all.set(of, (all.get(of) ?? new Set()).add(String(line[value])))
  }
  return all
}
