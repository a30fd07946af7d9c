import type { Invoice, InvoiceRow } from '@kushi/shop/ports/document-port'
import { REDUCED_TAX_RATE } from '@kushi/values/price'
import { formatYen } from '@kushi/values/yen'
import {
  contentWidth,
  drawHairline,
  inkColour,
  mutedColour,
  type PdfDocument,
  pageBox,
  textHeight,
  writeText,
} from './page.ts'

/** Widths of the columns, left to right; the name column takes the rest. */
const columns = { rate: 46, quantity: 44, price: 82, amount: 90 }
const nameWidth = contentWidth - columns.rate - columns.quantity - columns.price - columns.amount - 8
const at = {
  rate: pageBox.left + nameWidth + 8,
  quantity: pageBox.left + nameWidth + 8 + columns.rate,
  price: pageBox.left + nameWidth + 8 + columns.rate + columns.quantity,
  amount: pageBox.right - columns.amount,
}

/**
 * Draws the items over as many pages as needed, with column names on each. Returns where it ends. Without `isPriced`:
 * only goods and quantities, without prices.
 */
export function drawTable(doc: PdfDocument, invoice: Invoice, top: number, { isPriced = true } = {}): number {
  let y = drawNames(doc, top, isPriced)
  const goods = invoice.rows.filter(({ quantity }) => quantity !== null)
  for (const row of isPriced ? invoice.rows : goods) {
    const height = rowHeight(doc, row, isPriced)
    if (y + height > pageBox.bottom) {
      doc.addPage()
      y = drawNames(doc, pageBox.top, isPriced)
    }
    drawRow(doc, row, y, isPriced)
    y += height
    drawHairline(doc, y)
  }
  return y
}

function drawNames(doc: PdfDocument, y: number, isPriced: boolean): number {
  const style = { size: 8, color: mutedColour } as const
  writeText(doc, '品名', pageBox.left, y, style)
  if (isPriced) writeText(doc, '税率', at.rate, y, { ...style, width: columns.rate, align: 'center' })
  writeText(doc, '数量', at.quantity, y, { ...style, width: columns.quantity, align: 'right' })
  if (isPriced) {
    writeText(doc, '単価(税込)', at.price, y, { ...style, width: columns.price, align: 'right' })
    writeText(doc, '金額(税込)', at.amount, y, { ...style, width: columns.amount, align: 'right' })
  }
  drawHairline(doc, y + 17, pageBox.left, pageBox.right, inkColour)
  return y + 17
}

const nameOf = (row: InvoiceRow, isPriced: boolean) =>
  isPriced && row.tax_rate === REDUCED_TAX_RATE ? `${row.name} ※` : row.name
const padding = 7.5

function rowHeight(doc: PdfDocument, row: InvoiceRow, isPriced: boolean): number {
  const detail = row.detail ? textHeight(doc, row.detail, nameWidth, 8) : 0
  return padding * 2 + textHeight(doc, nameOf(row, isPriced), nameWidth, 9.5) + detail
}

function drawRow(doc: PdfDocument, row: InvoiceRow, top: number, isPriced: boolean): void {
  const y = top + padding
  const under = writeText(doc, nameOf(row, isPriced), pageBox.left, y, { size: 9.5, width: nameWidth })
  if (row.detail) writeText(doc, row.detail, pageBox.left, under, { size: 8, color: mutedColour, width: nameWidth })
  if (isPriced) writeText(doc, `${row.tax_rate}%`, at.rate, y, { size: 9, width: columns.rate, align: 'center' })
  if (row.quantity !== null)
    writeText(doc, String(row.quantity), at.quantity, y, { size: 9.5, width: columns.quantity, align: 'right' })
  if (!isPriced) return
  if (row.price !== null)
    writeText(doc, formatYen(row.price), at.price, y, { size: 9.5, width: columns.price, align: 'right' })
  writeText(doc, formatYen(row.amount), at.amount, y, { size: 9.5, width: columns.amount, align: 'right' })
}
