import type { CalendarDate } from '@kushi/values/calendar-date'
import type { Invoice } from './document-port.ts'

/** ピッキングリスト: what to collect for a batch, in the order of the shelves. */
export interface PickingList {
  batch_no: string
  owner: string
  day: CalendarDate
  parcels: number
  is_reissue: boolean
  /** One group per 温度帯. */
  groups: { name: string; parcels: number; rows: PickingRow[] }[]
  /** 同梱物 with the quantity of each. */
  inserts: { name: string; shelf: string; quantity: number }[]
  /** ギフト包装・のし・カード of its parcels: each kind with its number. */
  wrapping: { name: string; quantity: number }[]
}

/** One row of a picking list: a product, its place on the shelves and its quantity. */
export interface PickingRow {
  shelf: string
  product_code: string
  name: string
  /** The code that the scanner reads on the shelf; the product code when the product has no JAN. */
  barcode: string
  quantity: number
}

/** 納品書, with what the packer needs to know. */
export interface PackingSlip {
  invoice: Invoice
  shipment_no: string
  /** Position in the batch, and the number of positions. */
  pick_no: number
  parcels: number
  temperature_name: string
  /** The contents of this parcel when the order has several; empty: everything. */
  contents: { name: string; quantity: number }[]
  inserts: string[]
  /** false: the recipient is not the buyer, who has paid for it, so the slip shows no prices. */
  is_priced: boolean
  /** The position of the parcel in whose box this one rides. */
  rides_with: number | null
  /** The parcels that ride in this one's box. */
  carries: { pick_no: number; order_no: string }[]
  note: string
  /** ギフト包装・のし・カード, for the packer. */
  wrapping: { label: string; text: string }[]
}

/** 出荷の帳票 as one PDF: the list, then the slips in picking order. */
export interface PackingPort {
  render(list: PickingList, slips: readonly PackingSlip[]): Promise<Uint8Array<ArrayBuffer>>
}
