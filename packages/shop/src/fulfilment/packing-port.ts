import type { CalendarDate } from '@kushi/values/calendar-date'
import type { Invoice } from '../order/document-port.ts'

/** ピッキングリスト: what is fetched for a batch, along the shelves. */
export interface PickingList {
  batch_no: string
  owner: string
  day: CalendarDate
  parcels: number
  is_reissue: boolean
  /** 温度帯 by 温度帯. */
  groups: { name: string; parcels: number; rows: PickingRow[] }[]
  /** 同梱物 with how many of each. */
  inserts: { name: string; shelf: string; quantity: number }[]
}

export interface PickingRow {
  shelf: string
  product_code: string
  name: string
  /** What a scanner reads off the shelf; the product's code where it has no JAN. */
  barcode: string
  quantity: number
}

/** 納品書 with what the packer needs to know. */
export interface PackingSlip {
  invoice: Invoice
  shipment_no: string
  /** Place in the batch, and how many there are. */
  pick_no: number
  parcels: number
  temperature_name: string
  /** What is in this parcel, where the order has several; empty: everything. */
  contents: { name: string; quantity: number }[]
  inserts: string[]
  /** false: it goes to somebody other than the buyer, who has paid for it, and says nothing of money. */
  is_priced: boolean
  /** It lies in this parcel's box. */
  rides_with: number | null
  note: string
}

/** 出荷の帳票 as one PDF: the list, then the slips in the order of the pick. */
export interface PackingPort {
  render(list: PickingList, slips: readonly PackingSlip[]): Promise<Uint8Array<ArrayBuffer>>
}
