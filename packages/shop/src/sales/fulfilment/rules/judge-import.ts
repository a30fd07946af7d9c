import type { TrackingImportFinding } from '@kushi/contract/admin/shipping'
import type { Carrier } from '@kushi/values/carrier'
import { hasLeftShop, type ShipmentStatus } from '@kushi/values/shipment'

/** The parcel that a row names, in its current state. */
export interface ReferencedParcel {
  status: ShipmentStatus
  carrier: Carrier | null
  tracking_no: string | null
  /** The carrier for whose program its label was written; null: none. */
  label_carrier: Carrier | null
  /** When that program's file was written; null: the label is in no file. */
  exported_at: Date | null
  /** The request that the desk has to decide before the parcel leaves. */
  obstacle: 'cancel_asked' | 'address_asked' | null
}

export interface TrackingRow {
  row_no: number
  shipment_no: string
  tracking_no: string
}

/**
 * 送り状番号 of these carriers: twelve digits, of which the last is the remainder of the others divided by seven. A number
 * mangled by a spreadsheet (4.01E+11) is invalid, and so is one with a wrong digit.
 */
export const isTrackingNo = (text: string): boolean =>
  /^\d{12}$/.test(text) && Number(text.slice(0, 11)) % 7 === Number(text[11])

/**
 * Judges each row of a file. Only `matched` rows are processed: the parcel is packed, it was exported for this
 * carrier before the file was read, and the number occurs only for this parcel, in the file and in the database.
 */
export function assessTrackingRows(
  rows: readonly TrackingRow[],
  { carrier, read_at }: { carrier: Carrier; read_at: Date },
  parcels: ReadonlyMap<string, ReferencedParcel>,
  /** Numbers that other parcels already have. */
  taken: ReadonlySet<string>,
): Map<number, TrackingImportFinding> {
  const numbersOf = groups(rows, 'shipment_no', 'tracking_no')
  const parcelsOf = groups(rows, 'tracking_no', 'shipment_no')
  const first = new Map<string, number>()
  for (const { shipment_no, row_no } of rows) if (!first.has(shipment_no)) first.set(shipment_no, row_no)
  const judge = (row: TrackingRow): TrackingImportFinding => {
    const parcel = parcels.get(row.shipment_no)
    if (!parcel) return 'unknown'
    if (!isTrackingNo(row.tracking_no)) return 'bad_number'
    const isTwice = numbersOf.get(row.shipment_no)!.size > 1 || parcelsOf.get(row.tracking_no)!.size > 1
    if (hasLeftShop(parcel.status)) {
      const isSame = parcel.tracking_no === row.tracking_no && parcel.carrier === carrier
      return isSame && !isTwice ? 'done' : 'different'
    }
    if (isTwice || taken.has(row.tracking_no)) return 'twice'
    if (parcel.status === 'cancelled') return 'cancelled'
    if (parcel.status !== 'packed' || parcel.exported_at === null) return 'not_packed'
    // Exported again since then: the number belongs to a label that is no longer on the box.
    if (read_at < parcel.exported_at) return 'outdated'
    if (parcel.label_carrier !== carrier) return 'other_carrier'
    if (parcel.obstacle !== null) return parcel.obstacle
    // A repeated row refers to the same parcel, so only the first one counts.
    return first.get(row.shipment_no) === row.row_no ? 'matched' : 'done'
  }
  return new Map(rows.map((row) => [row.row_no, judge(row)]))
}

function groups(
  rows: readonly TrackingRow[],
  key: keyof TrackingRow,
  value: keyof TrackingRow,
): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>()
  for (const row of rows) {
    const of = String(row[key])
    all.set(of, (all.get(of) ?? new Set()).add(String(row[value])))
  }
  return all
}
