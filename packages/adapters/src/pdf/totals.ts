import type { Invoice } from '@kushi/shop/ports/document-port'
import { REDUCED_TAX_RATE } from '@kushi/values/price'
import { formatYen } from '@kushi/values/yen'
import { formatJapaneseDate } from './format.ts'
import { drawHairline, mutedColour, type PdfDocument, pageBox, writeText } from './page.ts'

const left = pageBox.right - 260
const amounts = { x: pageBox.right - 100, width: 100 }

/** Draws the totals per rate with the tax in each (適格請求書), the sum, and the required notes. */
export function drawTotals(doc: PdfDocument, invoice: Invoice, end: number): void {
  const height = invoice.tax_lines.length * 34 + 70
  if (end + height > pageBox.bottom) doc.addPage()
  let y = (end + height > pageBox.bottom ? pageBox.top : end) + 16
  drawNotes(doc, invoice, y)
  for (const { tax_rate, total, tax } of invoice.tax_lines) {
    y = drawLine(doc, `${tax_rate}%対象${tax_rate === REDUCED_TAX_RATE ? ' ※' : ''}`, formatYen(total), y)
    y = drawLine(doc, '内消費税', formatYen(tax), y, true) + 4
  }
  drawHairline(doc, y, left, pageBox.right, '#23211e')
  y += 8
  writeText(doc, '合計(税込)', left, y + 2.5, { size: 10, weight: 'medium', width: 130 })
  writeText(doc, formatYen(invoice.payment_total), amounts.x - 40, y, {
    size: 14,
    weight: 'medium',
    width: 140,
    align: 'right',
  })
  drawLine(doc, '内消費税額合計', formatYen(invoice.tax_total), y + 24, true)
}

function drawLine(doc: PdfDocument, label: string, amount: string, y: number, isInner = false): number {
  const style = { size: isInner ? 8.5 : 9.5, ...(isInner ? { color: mutedColour } : {}) }
  writeText(doc, label, left + (isInner ? 12 : 0), y, { ...style, width: 140 })
  return writeText(doc, amount, amounts.x, y, { ...style, width: amounts.width, align: 'right' }) + 1
}

/** Yen. From this amount a paper receipt for cash would need a stamp (印紙税法). */
const stampFrom = 50_000

function drawNotes(doc: PdfDocument, invoice: Invoice, top: number): void {
  const notes = [`お支払い方法: ${invoice.payment_name}`]
  if (invoice.traded_on !== null && invoice.ordered_on !== invoice.traded_on)
    notes.push(`ご注文日: ${formatJapaneseDate(invoice.ordered_on)}`)
  if (invoice.rows.some((row) => row.tax_rate === REDUCED_TAX_RATE))
    notes.push(`※は軽減税率(${REDUCED_TAX_RATE}%)の対象です。`)
  const { days, total } = invoice.refunds
  const on = days.map(formatJapaneseDate).join('、')
  if (total > 0)
    notes.push(
      invoice.type === 'return-invoice'
        ? `${on && `${on}に`}${days.length > 1 ? 'あわせて' : ''}${formatYen(total)}を返金いたしました。`
        : `${on && `${on}の`}返金を差し引いた金額です。`,
    )
  if (invoice.type === 'receipt' && invoice.payment_total >= stampFrom)
    notes.push('電子データで発行しているため、収入印紙の貼付はありません。')
  let y = top
  for (const note of notes)
    y = writeText(doc, note, pageBox.left, y, { size: 8, color: mutedColour, width: left - pageBox.left - 20 }) + 1
}
