import type { CalendarDate } from '@kushi/values/calendar-date'
import type { CarrierProgram } from '@kushi/values/carrier'
import type { DeliverySlot } from '@kushi/values/delivery-slot'
import type { Temperature } from '@kushi/values/shipment'
import type { Yen } from '@kushi/values/yen'

/** Limits of a carrier's program for a label, so that a file contains nothing that it would reject. */
export interface CarrierLabelLimits {
  /** The maximum length of each address line. */
  address: readonly number[]
  /** In the first line only the part after 市区町村 is measured, because the program splits the line there itself. */
  is_city_apart: boolean
  name: number
  item_name: number
  /** Maximum length of the note; 0: the label has no room for one. */
  note: number
  /** `width`: 全角 counts 2, 半角 1; `signs`: each character counts 1. */
  unit: 'width' | 'signs'
  temperatures: readonly Temperature[]
  slots: readonly DeliverySlot[]
  /** Whether it supports メール便. */
  mail: boolean
  /** Whether it supports 代金引換. */
  cash_on_delivery: boolean
  /** The most days from shipping to お届け日. */
  most_days: number
}

/** 送り状 of one parcel, as printed. */
export interface ShippingLabel {
  /** お客様管理番号 */
  shipment_no: string
  ship_on: CalendarDate
  delivery_date: CalendarDate | null
  slot: DeliverySlot | null
  temperature: Temperature
  is_mail: boolean
  /** 代金引換; null: paid by another method. */
  cash_on_delivery: { amount: Yen; tax: Yen } | null
  /** Seven digits. */
  postal_code: string
  /** From the prefecture on, one entry per line; at most as many as the terms allow. */
  address: readonly string[]
  name: string
  /** Digits only. */
  phone_number: string
  /** 品名 */
  item_name: string
  /** A note for the driver; empty: none. */
  note: string
}

/** ご依頼主, with the shop's codes at the carrier. */
export interface LabelSender {
  name: string
  postal_code: string
  /** Two lines, the second may be empty. */
  address: readonly [string, string]
  phone_number: string
  /** ご請求先顧客コード, お客様コード. */
  customer_code: string
  /** ご請求先分類コード; empty when the carrier assigned none. */
  classification_code: string
  /** 運賃管理番号 */
  freight_no: string
}

/** One row of 発行済データ: a label that a carrier's program has issued. */
export interface IssuedLabelRow {
  /** The line number as a person counts it, including the header. */
  row_no: number
  shipment_no: string
  /** The text of the file without hyphens; the rules decide whether it is a valid number. */
  tracking_no: string
}

/** 発行済データ: the file of issued labels that a carrier's program exports, as read. */
export interface IssuedLabelFile {
  program: CarrierProgram
  rows: IssuedLabelRow[]
  /** The first row with more or fewer cells than the first row of the file: edited by hand. */
  miscounted: { row_no: number; cells: number; heads: number } | null
}

/** A file for download. */
export interface CarrierFile {
  file_name: string
  content: Uint8Array<ArrayBuffer>
}

/** The carriers' programs: writes files for them and reads the files that they return. */
export interface CarrierFilePort {
  terms(program: CarrierProgram): CarrierLabelLimits
  /** The exact bytes that the program reads. @throws for input that the program would reject; the rules prevent that */
  write(program: CarrierProgram, sender: LabelSender, labels: readonly ShippingLabel[]): Uint8Array<ArrayBuffer>
  /** フィルタ: the column mapping, for programs that have to be configured once; null: the layout is the program's own. */
  filter(program: CarrierProgram): CarrierFile | null
  /** Recognises the program by header and encoding; null when the file is of none of them. */
  read(content: Uint8Array): IssuedLabelFile | null
}
