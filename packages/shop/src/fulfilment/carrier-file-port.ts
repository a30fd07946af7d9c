import type { CalendarDate } from '@kushi/values/calendar-date'
import type { CarrierProgram } from '@kushi/values/carrier-program'
import type { DeliverySlot } from '@kushi/values/delivery-slot'
import type { Temperature } from '@kushi/values/shipment'
import type { Yen } from '@kushi/values/yen'

/** What a carrier's program takes, so that what it would refuse never reaches a file. */
export interface LabelTerms {
  /** How long each line of the address may be. */
  address: readonly number[]
  /** Of the first line only what follows 市区町村 is measured: the program cuts it there itself. */
  is_city_apart: boolean
  name: number
  item_name: number
  /** 0: there is no room for a note. */
  note: number
  /** `width`: 全角 counts 2, 半角 1; `signs`: each counts 1. */
  unit: 'width' | 'signs'
  temperatures: readonly Temperature[]
  slots: readonly DeliverySlot[]
  /** メール便 can be sent by it. */
  mail: boolean
  /** 代金引換 can be sent by it. */
  cash_on_delivery: boolean
  /** お届け日 at most so many days after the parcel leaves. */
  most_days: number
}

/** 送り状 of one parcel, as it is to be printed. */
export interface Label {
  /** お客様管理番号 */
  shipment_no: string
  ship_on: CalendarDate
  delivery_date: CalendarDate | null
  slot: DeliverySlot | null
  temperature: Temperature
  is_mail: boolean
  /** 代金引換; null: paid another way. */
  cash_on_delivery: { amount: Yen; tax: Yen } | null
  /** Seven digits. */
  postal_code: string
  /** From the prefecture on, a line each; at most as many as the terms have. */
  address: readonly string[]
  name: string
  /** Digits only. */
  phone_number: string
  /** 品名 */
  item_name: string
  /** What the driver should know; empty: nothing. */
  note: string
}

/** ご依頼主, and as whom the carrier knows the shop. */
export interface LabelSender {
  name: string
  postal_code: string
  /** Two lines, the second may be empty. */
  address: readonly [string, string]
  phone_number: string
  /** ご請求先顧客コード, お客様コード. */
  customer_code: string
  /** ご請求先分類コード; empty where the carrier gave none. */
  classification_code: string
  /** 運賃管理番号 */
  freight_no: string
}

/** One row of a file that a carrier's program gave back (発行済データ). */
export interface ReturnRow {
  /** As a person counts the lines of the file, the header included. */
  row_no: number
  shipment_no: string
  /** Digits as they stand there, hyphens taken out; whether it is a number is for the rules to say. */
  tracking_no: string
}

/** Bytes as a file that is handed out. */
export interface CarrierFile {
  file_name: string
  content: Uint8Array<ArrayBuffer>
}

/** The carriers' programs: files for them, and what they give back. */
export interface CarrierFilePort {
  terms(program: CarrierProgram): LabelTerms
  /** The exact bytes that the program reads. @throws for what it would refuse: the rules let nothing of that come here */
  write(program: CarrierProgram, sender: LabelSender, labels: readonly Label[]): Uint8Array<ArrayBuffer>
  /** フィルタ: which column is what, for programs that have to be told once; null: the layout is the program's own. */
  filter(program: CarrierProgram): CarrierFile | null
  /** Recognised by header and encoding; null: no file of these programs. */
  read(content: Uint8Array): { program: CarrierProgram; rows: ReturnRow[] } | null
}
