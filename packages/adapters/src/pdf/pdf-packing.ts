import type { PackingPort, PackingSlip, PickingList } from '@kushi/shop/ports/packing-port'
import { MESSAGE_CARD_LABEL } from '@kushi/values/wrapping'
import { formatYen } from '@kushi/values/yen'
import { drawBarcode } from './barcode.ts'
import { documentBytes, newDocument } from './document.ts'
import { drawInvoiceHead, drawInvoiceSum } from './head.ts'
import {
  camelliaColour,
  contentWidth,
  drawHairline,
  inkColour,
  mutedColour,
  type PdfDocument,
  pageBox,
  textHeight,
  writeText,
} from './page.ts'
import { drawPickingList } from './picking-list.ts'
import { drawTable } from './table.ts'
import { drawTotals } from './totals.ts'

/** ピッキングリスト and 納品書 of a batch in one PDF, to be printed at once. */
export const pdfPacking = (): PackingPort => ({ render })

async function render(list: PickingList, slips: readonly PackingSlip[]): Promise<Uint8Array<ArrayBuffer>> {
  const title = `出荷 ${list.batch_no}`
  const { doc, bytes } = newDocument({ title, author: slips[0]?.invoice.issuer.name ?? '' })
  const parts: { name: string; from: number }[] = [{ name: `ピッキングリスト ${list.batch_no}`, from: 0 }]
  drawPickingList(doc, list)
  for (const slip of slips) {
    doc.addPage()
    parts.push({
      name: `納品書 ${slip.invoice.order_no}`,
      from: doc.bufferedPageRange().count - 1,
    })
    drawSlip(doc, slip)
    for (const { text } of slip.wrapping.filter(({ label }) => label === MESSAGE_CARD_LABEL)) {
      doc.addPage()
      parts.push({ name: `${MESSAGE_CARD_LABEL} ${slip.invoice.order_no}`, from: doc.bufferedPageRange().count - 1 })
      drawCard(doc, text)
    }
  }
  drawFooters(doc, parts)
  return documentBytes(doc, bytes)
}

const card = { width: 283, height: 420 }

/** メッセージカード: a sheet of its own, with the frame of a postcard to cut out. */
function drawCard(doc: PdfDocument, text: string): void {
  const left = pageBox.left + (contentWidth - card.width) / 2
  doc.rect(left, pageBox.top, card.width, card.height).lineWidth(0.5).strokeColor(mutedColour).stroke()
  writeText(doc, text, left + 32, pageBox.top + 48, { size: 13, width: card.width - 64 })
}

function drawSlip(doc: PdfDocument, slip: PackingSlip): void {
  const { invoice } = slip
  const body = drawInvoiceHead(doc, invoice)
  if (slip.is_priced)
    drawTotals(
      doc,
      invoice,
      drawTable(doc, invoice, drawInvoiceSum(doc, invoice, formatYen(invoice.payment_total), body)),
    )
  else drawTable(doc, invoice, body, { isPriced: false })
  drawPackerStrip(doc, slip)
}

/** Pages are numbered within each slip, because each slip goes into one parcel. */
function drawFooters(doc: PdfDocument, parts: readonly { name: string; from: number }[]): void {
  const { count } = doc.bufferedPageRange()
  for (const [n, { name, from }] of parts.entries()) {
    const until = parts[n + 1]?.from ?? count
    for (let at = from; at < until; at++) {
      doc.switchToPage(at)
      const style = { size: 7.5, color: mutedColour } as const
      writeText(doc, name, pageBox.left, 800, style)
      if (until - from > 1)
        writeText(doc, `${at - from + 1} / ${until - from}`, pageBox.left, 800, { ...style, align: 'right' })
    }
  }
}

const textWidth = contentWidth - 190
const foot = 792

/** For the packer: the place in the batch, a barcode, and what else goes into the box. At the foot of the last page. */
function drawPackerStrip(doc: PdfDocument, slip: PackingSlip): void {
  const lines = linesOf(slip)
  const height = Math.max(58, lines.reduce((sum, line) => sum + textHeight(doc, line, textWidth, 8.5), 0) + 12)
  if (doc.y > foot - height - 12) doc.addPage()
  const top = foot - height
  drawHairline(doc, top, pageBox.left, pageBox.right, inkColour)
  const { shipment_no, pick_no, parcels } = slip
  writeText(doc, `${pick_no}`, pageBox.left, top + 6, { size: 22, weight: 'medium', width: 46 })
  writeText(doc, `/ ${parcels}`, pageBox.left, top + 34, { size: 8, color: mutedColour, width: 46 })
  let y = top + 8
  for (const line of lines) y = writeText(doc, line, pageBox.left + 46, y, { size: 8.5, width: textWidth })
  if (slip.rides_with !== null)
    writeText(doc, `${slip.rides_with}番の箱に入れる`, pageBox.right - 140, top + 2, {
      size: 8.5,
      color: camelliaColour,
      width: 140,
      align: 'right',
    })
  drawBarcode(doc, shipment_no, { x: pageBox.right - 140, y: top + 16, width: 140, height: 24 })
  writeText(doc, shipment_no, pageBox.right - 140, top + 42, { size: 8, width: 140, align: 'center' })
}

function linesOf({ temperature_name, contents, carries, inserts, note, wrapping }: PackingSlip): string[] {
  const named = (label: string, words: string) => (words === '' ? [] : [`${label}: ${words}`])
  return [
    ...named('温度帯', temperature_name),
    ...named('この荷物', contents.map(({ name, quantity }) => `${name} ${quantity}点`).join('、')),
    ...named('この箱に入れる', carries.map(({ pick_no, order_no }) => `${pick_no}番(注文 ${order_no})`).join('、')),
    ...named('同梱物', inserts.join('、')),
    ...wrapping.flatMap(({ label, text }) => named(label, label === MESSAGE_CARD_LABEL ? 'あり(次のページ)' : text)),
    ...named('備考', note),
  ]
}
