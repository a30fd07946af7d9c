import type { Invoice } from '@kushi/shop/ports/document-port'
import { registrationText } from '@kushi/values/company'
import { formatJapaneseDate } from './format.ts'
import { brass, camellia, type Doc, hairline, heightOf, inner, muted, pageBox, write } from './page.ts'

const half = inner / 2 - 16
const rightHalf = pageBox.right - half

/** Draws title and facts, addressee and issuer. Returns where the body begins. */
export function drawHead(doc: Doc, invoice: Invoice): number {
  const under = drawTitle(doc, invoice)
  const left = drawAddressee(doc, invoice, under + 26)
  const right = drawIssuer(doc, invoice, under + 26)
  return Math.max(left, right) + 26
}

function drawTitle(doc: Doc, invoice: Invoice): number {
  write(doc, invoice.title, pageBox.left, pageBox.top, { size: 24, weight: 'light' })
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
    write(doc, label!, pageBox.right - 190, y, { size: 8, color: muted, width: 80, align: 'right' })
    y = write(doc, value!, pageBox.right - 100, y, { size: 8, width: 100, align: 'right' }) + 1.5
  }
  const under = Math.max(pageBox.top + 46, y + 4)
  hairline(doc, under, pageBox.left, pageBox.right, brass)
  return under
}

/** Draws a word in a frame. */
function drawMark(doc: Doc, text: string, x: number, y: number): void {
  doc.roundedRect(x, y, 44, 17, 2).lineWidth(0.8).strokeColor(camellia).stroke()
  write(doc, text, x, y + 2.6, { size: 8.5, color: camellia, width: 44, align: 'center' })
}

function drawAddressee(doc: Doc, invoice: Invoice, top: number): number {
  let y = write(doc, invoice.addressee, pageBox.left, top, { size: 14, weight: 'medium', width: half }) + 3
  hairline(doc, y, pageBox.left, pageBox.left + half)
  y += 14
  if (invoice.destination) return drawShipments(doc, invoice.shipments, drawDestination(doc, invoice.destination, y))
  return write(doc, invoice.lead, pageBox.left, y, { size: 9, color: muted, width: half })
}

function drawDestination(doc: Doc, { name, lines }: NonNullable<Invoice['destination']>, top: number): number {
  let y = write(doc, 'お届け先', pageBox.left, top, { size: 8, color: muted, width: half }) + 1
  for (const each of [...lines.slice(0, -1), name, ...lines.slice(-1)])
    y = write(doc, each, pageBox.left, y, { size: 9, width: half })
  return y
}

/** Draws carrier and number of each shipped parcel. */
function drawShipments(doc: Doc, shipments: Invoice['shipments'], top: number): number {
  if (shipments.length === 0) return top
  let y = write(doc, 'お問い合わせ番号', pageBox.left, top + 6, { size: 8, color: muted, width: half }) + 1
  for (const { carrier_name, tracking_no } of shipments)
    y = write(doc, `${carrier_name} ${tracking_no}`, pageBox.left, y, { size: 9, width: half })
  return y
}

function drawIssuer(doc: Doc, { issuer, type }: Invoice, top: number): number {
  drawCamellia(doc, rightHalf + 9, top + 10)
  let y = write(doc, issuer.shop_name, rightHalf + 25, top + 1, { size: 12, weight: 'medium', width: half - 25 }) + 7
  y = write(doc, issuer.name, rightHalf, y, { size: 9, width: half })
  for (const each of [...issuer.lines, issuer.contact])
    y = write(doc, each, rightHalf, y, { size: 8, color: muted, width: half })
  // Without it the paper is no invoice.
  if (type === 'statement') return y
  return write(doc, registrationText(issuer.registration_number), rightHalf, y + 3, { size: 9, width: half })
}

/** The shop's mark: a camellia seen from above. */
function drawCamellia(doc: Doc, x: number, y: number): void {
  for (const turn of [0, 72, 144, 216, 288]) {
    doc.save().translate(x, y).rotate(turn)
    doc.ellipse(0, -4.1, 4, 4.1).lineWidth(0.5).fillAndStroke(camellia, '#ffffff').restore()
  }
  doc.circle(x, y, 2.2).lineWidth(0.5).fillAndStroke(brass, '#ffffff')
}

const sumLabels = {
  receipt: '領収金額(税込)',
  'delivery-slip': '合計金額(税込)',
  'return-invoice': '返品・返金額(税込)',
  statement: 'ご注文金額(税込)',
} as const

/** Draws the sum in large type, with its purpose. Returns where the next part begins. */
export function drawSum(doc: Doc, invoice: Invoice, sum: string, top: number): number {
  const isReceipt = invoice.type === 'receipt'
  const proviso = isReceipt ? heightOf(doc, invoice.proviso, inner - 40, 9.5) + 8 : 0
  const height = 54 + proviso
  doc.roundedRect(pageBox.left, top, inner, height, 4).fill('#f7f4ee')
  write(doc, sumLabels[invoice.type], pageBox.left + 20, top + 21, { size: 9, color: muted })
  write(doc, sum, pageBox.left + 120, top + 10, { size: 23, weight: 'medium', width: inner - 140, align: 'right' })
  if (isReceipt) write(doc, invoice.proviso, pageBox.left + 20, top + 50, { size: 9.5, width: inner - 40 })
  return top + height + 26
}
