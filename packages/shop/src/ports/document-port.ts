import type { Amounts } from '@kushi/contract/quote'
import type { CalendarDate } from '@kushi/values/calendar-date'
import type { DocumentType } from '@kushi/values/document'
import type { Yen } from '@kushi/values/yen'

type TaxLine = Amounts['tax_lines'][number]

/** One row of a document. Yen, tax included. */
export interface InvoiceRow {
  name: string
  /** Variant, number of deliveries paid at once; empty when there is neither. */
  detail: string
  tax_rate: number
  /** null when it is not counted in pieces. */
  quantity: number | null
  price: Yen | null
  amount: Yen
}

interface Party {
  name: string
  /** Postcode and address as printed, one line each. */
  lines: string[]
}

/** The data printed on 適格請求書 (領収書・納品書), 適格返還請求書 or ご利用明細. */
export interface Invoice {
  type: DocumentType
  title: string
  order_no: string
  /** 再発行: every receipt after the first. */
  is_reissue: boolean
  /** 取引年月日: the day on which the first goods were shipped, the same on all papers; null: not shipped yet. */
  traded_on: CalendarDate | null
  ordered_on: CalendarDate
  /** The sentence on the purpose of the paper, below the addressee; empty: none. */
  lead: string
  /** 返金 so far, and the days on which money went back, where they are known. */
  refunds: { days: CalendarDate[]; total: Yen }
  issued_on: CalendarDate
  /** 宛名 with 様 or 御中. */
  addressee: string
  /** 但し書き, on receipts only. */
  proviso: string
  rows: InvoiceRow[]
  /** 税率ごとの合計 and the tax in each, rounded down once per rate; the totals add up to `payment_total`. */
  tax_lines: TaxLine[]
  tax_total: Yen
  payment_total: Yen
  payment_name: string
  /** お届け先, on delivery slips only. */
  destination: Party | null
  /** Shipped お荷物 with carrier and number, on delivery slips only. */
  shipments: { carrier_name: string; tracking_no: string }[]
  issuer: Party & { shop_name: string; registration_number: string; contact: string }
}

/** 証拠書類 for a PDF: paragraphs under headings, over as many pages as they need. */
export interface EvidenceDocument {
  title: string
  /** Beside the page number. */
  footer: string
  /** Below the title: who made it, when, from what. */
  lead: string[]
  sections: { heading: string; lines: string[] }[]
  author: string
}

/** 帳票: writes a document as a PDF with Japanese text. */
export interface DocumentPort {
  render(invoice: Invoice): Promise<Uint8Array<ArrayBuffer>>
  renderDossier(dossier: EvidenceDocument): Promise<Uint8Array<ArrayBuffer>>
}
