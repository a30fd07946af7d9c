import type { Invoice } from '@kushi/shop/ports/document-port'
import { registrationNumberText } from '@kushi/values/company'
import { formatJapaneseDate } from './format.ts'
import {
  brassColour,
  camelliaColour,
  contentWidth,
  drawHairline,
  mutedColour,
  type PdfDocument,
  pageBox,
  textHeight,
  writeText,
} from './page.ts'

const half = contentWidth / 2 - 16
const rightHalf = pageBox.right - half

/** Draws title and facts, addressee and issuer. Returns where the body begins. */
export function drawInvoiceHead(doc: PdfDocument, invoice: Invoice): number {
  const under = drawTitle(doc, invoice)
  const left = drawAddressee(doc, invoice, under + 26)
  const right = drawIssuer(doc, invoice, under + 26)
  return Math.max(left, right) + 26
}

function drawTitle(doc: PdfDocument, invoice: Invoice): number {
  writeText(doc, invoice.title, pageBox.left, pageBox.top, { size: 24, weight: 'light' })
  if (invoice.is_reissue) drawMark(doc, '再発行', pageBox.left + 24 * invoice.title.length + 16, pageBox.top + 11)
  const facts = [
    ['ご注文番号', invoice.order_no],
    invoice.traded_on === null
      ? ['ご注文日', formatJapaneseDate(invoice.ordered_on)]
      : ['取引日', formatJapaneseDate(invoice.traded_on)],
    ...(invoice.type === 'return-invoice'
      ? invoice.refunds.days.slice(0, 5).map((day) => ['返金日', formatJapaneseDate(day)])
      : []),
    ['発行日', formatJapaneseDate(invoice.issued_on)],
  ]
  let y = pageBox.top + 1
  for (const [label, value] of facts) {
    writeText(doc, label!, pageBox.right - 190, y, { size: 8, color: mutedColour, width: 80, align: 'right' })
    y = writeText(doc, value!, pageBox.right - 100, y, { size: 8, width: 100, align: 'right' }) + 1.5
  }
  const under = Math.max(pageBox.top + 46, y + 4)
  drawHairline(doc, under, pageBox.left, pageBox.right, brassColour)
  return under
}

/** Draws a word in a frame. */
function drawMark(doc: PdfDocument, text: string, x: number, y: number): void {
  doc.roundedRect(x, y, 44, 17, 2).lineWidth(0.8).strokeColor(camelliaColour).stroke()
  writeText(doc, text, x, y + 2.6, { size: 8.5, color: camelliaColour, width: 44, align: 'center' })
}

function drawAddressee(doc: PdfDocument, invoice: Invoice, top: number): number {
  let y = writeText(doc, invoice.addressee, pageBox.left, top, { size: 14, weight: 'medium', width: half }) + 3
  drawHairline(doc, y, pageBox.left, pageBox.left + half)
  y += 14
  if (invoice.destination) return drawShipments(doc, invoice.shipments, drawDestination(doc, invoice.destination, y))
  return writeText(doc, invoice.lead, pageBox.left, y, { size: 9, color: mutedColour, width: half })
}

function drawDestination(doc: PdfDocument, { name, lines }: NonNullable<Invoice['destination']>, top: number): number {
  let y = writeText(doc, 'お届け先', pageBox.left, top, { size: 8, color: mutedColour, width: half }) + 1
  for (const each of [...lines.slice(0, -1), name, ...lines.slice(-1)])
    y = writeText(doc, each, pageBox.left, y, { size: 9, width: half })
  return y
}

/** Draws carrier and number of each shipped parcel. */
function drawShipments(doc: PdfDocument, shipments: Invoice['shipments'], top: number): number {
  if (shipments.length === 0) return top
  let y = writeText(doc, 'お問い合わせ番号', pageBox.left, top + 6, { size: 8, color: mutedColour, width: half }) + 1
  for (const { carrier_name, tracking_no } of shipments)
    y = writeText(doc, `${carrier_name} ${tracking_no}`, pageBox.left, y, { size: 9, width: half })
  return y
}

function drawIssuer(doc: PdfDocument, { issuer, type }: Invoice, top: number): number {
  drawCamellia(doc, rightHalf + 9, top + 10)
  let y =
    writeText(doc, issuer.shop_name, rightHalf + 25, top + 1, { size: 12, weight: 'medium', width: half - 25 }) + 7
  y = writeText(doc, issuer.name, rightHalf, y, { size: 9, width: half })
  for (const each of [...issuer.lines, issuer.contact])
    y = writeText(doc, each, rightHalf, y, { size: 8, color: mutedColour, width: half })
  // Without it the paper is no invoice.
  if (type === 'statement') return y
  return writeText(doc, registrationNumberText(issuer.registration_number), rightHalf, y + 3, { size: 9, width: half })
}

/** The shop's mark: a camellia seen from above. */
function drawCamellia(doc: PdfDocument, x: number, y: number): void {
  for (const turn of [0, 72, 144, 216, 288]) {
    doc.save().translate(x, y).rotate(turn)
    doc.ellipse(0, -4.1, 4, 4.1).lineWidth(0.5).fillAndStroke(camelliaColour, '#ffffff').restore()
  }
  doc.circle(x, y, 2.2).lineWidth(0.5).fillAndStroke(brassColour, '#ffffff')
}

const sumLabels = {
  receipt: '領収金額(税込)',
  'delivery-slip': '合計金額(税込)',
  'return-invoice': '返品・返金額(税込)',
  statement: 'ご注文金額(税込)',
} as const

/** Draws the sum in large type, with its purpose. Returns where the next part begins. */
export function drawInvoiceSum(doc: PdfDocument, invoice: Invoice, sum: string, top: number): number {
  const isReceipt = invoice.type === 'receipt'
  const proviso = isReceipt ? textHeight(doc, invoice.proviso, contentWidth - 40, 9.5) + 8 : 0
  const height = 54 + proviso
  doc.roundedRect(pageBox.left, top, contentWidth, height, 4).fill('#f7f4ee')
  writeText(doc, sumLabels[invoice.type], pageBox.left + 20, top + 21, { size: 9, color: mutedColour })
  writeText(doc, sum, pageBox.left + 120, top + 10, {
    size: 23,
    weight: 'medium',
    width: contentWidth - 140,
    align: 'right',
  })
  if (isReceipt) writeText(doc, invoice.proviso, pageBox.left + 20, top + 50, { size: 9.5, width: contentWidth - 40 })
  return top + height + 26
}
