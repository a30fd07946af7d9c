import type { Amounts } from '@kushi/contract/quote'
import type { CalendarDate } from '@kushi/values/calendar-date'
import type { Yen } from '@kushi/values/yen'

type TaxLine = Amounts['tax_lines'][number]

export type DocumentType = 'receipt' | 'delivery-slip' | 'return-invoice'

/** One line of a document. Yen, tax included. */
export interface InvoiceRow {
  name: string
  /** Variant, number of deliveries paid at once; empty where there is none. */
  detail: string
  tax_rate: number
  /** null for what is not counted in pieces. */
  quantity: number | null
  price: Yen | null
  amount: Yen
}

interface Party {
  name: string
  /** Postal code, address: as they are printed, one below the other. */
  lines: string[]
}

/** 適格請求書 (領収書・納品書) and 適格返還請求書: everything that is printed, and nothing that is not. */
export interface Invoice {
  type: DocumentType
  title: string
  order_no: string
  /** 再発行: from the second receipt on. */
  is_reissue: boolean
  /** 取引年月日: the day on which the goods left, or the order's while they have not. */
  traded_on: CalendarDate
  ordered_on: CalendarDate
  /** 返還年月日: the last day on which money was given back; null: none was. */
  refunded_on: CalendarDate | null
  issued_on: CalendarDate
  /** 宛名 with 様 or 御中. */
  addressee: string
  /** 但し書き, on receipts only. */
  proviso: string
  rows: InvoiceRow[]
  /** 税率ごとの合計 and the tax in each, rounded down once per rate; they add up to `payment_total`. */
  tax_lines: TaxLine[]
  tax_total: Yen
  payment_total: Yen
  payment_name: string
  /** お届け先, on delivery slips only. */
  destination: Party | null
  /** お荷物 that have left: carrier and number, on delivery slips only. */
  shipments: { carrier_name: string; tracking_no: string }[]
  issuer: Party & { shop_name: string; registration_number: string; contact: string }
}

/** 帳票: writes a document as a PDF with Japanese text. */
export interface DocumentPort {
  render(invoice: Invoice): Promise<Uint8Array<ArrayBuffer>>
}
