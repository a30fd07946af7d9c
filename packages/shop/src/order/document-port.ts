import type { Invoice } from './rules/invoice.ts'

/** 帳票: writes a document as a PDF with Japanese text. */
export interface DocumentPort {
  render(invoice: Invoice): Promise<Uint8Array<ArrayBuffer>>
}
