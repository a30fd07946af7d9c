import type { DocumentPort, Invoice } from '@kushi/shop/ports/document-port'
import { formatYen } from '@kushi/values/yen'
import { documentBytes, newDocument } from './document.ts'
import { renderDossier } from './dossier.ts'
import { drawHead, drawSum } from './head.ts'
import { type Doc, muted, pageBox, write } from './page.ts'
import { drawTable } from './table.ts'
import { drawTotals } from './totals.ts'

/** 領収書・納品書 as A4 pages with pdfkit and Noto Sans JP, of which only the used glyphs are embedded. */
export const pdfDocuments = (): DocumentPort => ({ render, renderDossier })

export async function render(invoice: Invoice): Promise<Uint8Array<ArrayBuffer>> {
  const { name: author, shop_name: creator } = invoice.issuer
  const { doc, bytes } = newDocument({ title: `${invoice.title} ${invoice.order_no}`, author, creator })
  const body = drawHead(doc, invoice)
  const table = drawSum(doc, invoice, formatYen(invoice.payment_total), body)
  drawTotals(doc, invoice, drawTable(doc, invoice, table))
  drawFooters(doc, invoice)
  return documentBytes(doc, bytes)
}

/** Draws the document's name and the page number of the total on every page. */
function drawFooters(doc: Doc, invoice: Invoice): void {
  const { count } = doc.bufferedPageRange()
  for (let n = 0; n < count; n++) {
    doc.switchToPage(n)
    const style = { size: 7.5, color: muted } as const
    write(doc, `${invoice.title} ${invoice.order_no}`, pageBox.left, 800, style)
    if (count > 1) write(doc, `${n + 1} / ${count}`, pageBox.left, 800, { ...style, align: 'right' })
  }
}
