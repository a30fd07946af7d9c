import type { DocumentPort, Invoice } from '@kushi/shop/ports/document-port'
import { formatYen } from '@kushi/values/yen'
import { documentBytes, newDocument } from './document.ts'
import { renderDossier } from './dossier.ts'
import { drawInvoiceHead, drawInvoiceSum } from './head.ts'
import { mutedColour, type PdfDocument, pageBox, writeText } from './page.ts'
import { drawTable } from './table.ts'
import { drawTotals } from './totals.ts'

/** 領収書・納品書 as A4 pages with pdfkit and Noto Sans JP, of which only the used glyphs are embedded. */
export const pdfDocuments = (): DocumentPort => ({ render: renderInvoice, renderDossier })

/** Renders an invoice, receipt or delivery note as a PDF. */
export async function renderInvoice(invoice: Invoice): Promise<Uint8Array<ArrayBuffer>> {
  const { name: author, shop_name: creator } = invoice.issuer
  const { doc, bytes } = newDocument({ title: `${invoice.title} ${invoice.order_no}`, author, creator })
  const body = drawInvoiceHead(doc, invoice)
  const table = drawInvoiceSum(doc, invoice, formatYen(invoice.payment_total), body)
  drawTotals(doc, invoice, drawTable(doc, invoice, table))
  drawFooters(doc, invoice)
  return documentBytes(doc, bytes)
}

/** Draws the document's name and the page number of the total on every page. */
function drawFooters(doc: PdfDocument, invoice: Invoice): void {
  const { count } = doc.bufferedPageRange()
  for (let n = 0; n < count; n++) {
    doc.switchToPage(n)
    const style = { size: 7.5, color: mutedColour } as const
    writeText(doc, `${invoice.title} ${invoice.order_no}`, pageBox.left, 800, style)
    if (count > 1) writeText(doc, `${n + 1} / ${count}`, pageBox.left, 800, { ...style, align: 'right' })
  }
}
