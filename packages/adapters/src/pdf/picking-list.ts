import type { PickingList, PickingRow } from '@kushi/shop/ports/packing-port'
import { drawBarcode } from './barcode.ts'
import { formatJapaneseDate } from './format.ts'
import {
  brassColour,
  camelliaColour,
  drawHairline,
  inkColour,
  mutedColour,
  type PdfDocument,
  pageBox,
  textHeight,
  writeText,
} from './page.ts'

const at = {
  tick: pageBox.left,
  shelf: pageBox.left + 22,
  code: pageBox.left + 92,
  name: pageBox.left + 190,
  bars: pageBox.right - 150,
}
const quantityWidth = 44
const nameWidth = at.bars - at.name - 8

/** Draws the goods to fetch, sorted by shelf (棚番). Each temperature (温度帯) is separate, and inserts (同梱物) come last. */
export function drawPickingList(doc: PdfDocument, list: PickingList): void {
  let y = drawTitle(doc, list)
  for (const { name, parcels, rows } of list.groups) {
    y = begin(doc, y, 70)
    y = writeText(doc, `${name}  ${parcels}個`, pageBox.left, y + 10, { size: 12, weight: 'medium' }) + 4
    y = drawNames(doc, y)
    for (const row of rows) y = drawRow(doc, row, y)
  }
  const more = [
    { title: '同梱物', rows: list.inserts },
    { title: 'ギフト', rows: list.wrapping.map((one) => ({ ...one, shelf: '' })) },
  ]
  for (const { title, rows } of more.filter(({ rows }) => rows.length > 0)) {
    y = begin(doc, y, 60)
    y = writeText(doc, title, pageBox.left, y + 10, { size: 12, weight: 'medium' }) + 4
    for (const row of rows) y = drawRow(doc, { product_code: '', barcode: '', ...row }, y)
  }
}

function drawTitle(doc: PdfDocument, { batch_no, owner, day, parcels, is_reissue }: PickingList): number {
  writeText(doc, 'ピッキングリスト', pageBox.left, pageBox.top, { size: 20, weight: 'light' })
  if (is_reissue) writeText(doc, '再発行', pageBox.left + 176, pageBox.top + 10, { size: 9, color: camelliaColour })
  const facts = [`出荷リスト ${batch_no}`, `${formatJapaneseDate(day)}  ${parcels}個`, `担当 ${owner}`]
  let y = pageBox.top
  for (const fact of facts)
    y = writeText(doc, fact, pageBox.right - 200, y, { size: 8.5, width: 200, align: 'right' }) + 1
  drawHairline(doc, pageBox.top + 46, pageBox.left, pageBox.right, brassColour)
  return pageBox.top + 46
}

/** Returns a position with this much space, on this page or a new one. */
function begin(doc: PdfDocument, y: number, height: number): number {
  if (y + height <= pageBox.bottom) return y
  doc.addPage()
  return pageBox.top
}

function drawNames(doc: PdfDocument, y: number): number {
  const style = { size: 8, color: mutedColour } as const
  writeText(doc, '棚番', at.shelf, y, style)
  writeText(doc, '商品コード', at.code, y, style)
  writeText(doc, '品名', at.name, y, style)
  writeText(doc, '数量', pageBox.right - quantityWidth, y, { ...style, width: quantityWidth, align: 'right' })
  drawHairline(doc, y + 14, pageBox.left, pageBox.right, inkColour)
  return y + 14
}

function drawRow(doc: PdfDocument, { shelf, product_code, name, barcode, quantity }: PickingRow, top: number): number {
  const height = Math.max(28, textHeight(doc, name, nameWidth, 9.5) + 14)
  const begun = begin(doc, top, height)
  const y = begun === top ? top : drawNames(doc, begun)
  doc
    .rect(at.tick, y + 8, 11, 11)
    .lineWidth(0.8)
    .strokeColor(inkColour)
    .stroke()
  writeText(doc, shelf || '—', at.shelf, y + 7, { size: 11, weight: 'medium', width: at.code - at.shelf - 6 })
  writeText(doc, product_code, at.code, y + 8, { size: 8, width: at.name - at.code - 6 })
  writeText(doc, name, at.name, y + 7, { size: 9.5, width: nameWidth })
  if (isScannable(barcode)) drawBarcode(doc, barcode, { x: at.bars, y: y + 7, width: 96, height: 14 })
  writeText(doc, String(quantity), pageBox.right - quantityWidth, y + 5, {
    size: 14,
    weight: 'medium',
    width: quantityWidth,
    align: 'right',
  })
  drawHairline(doc, y + height)
  return y + height
}

const isScannable = (text: string) => /^[\x20-\x7e]+$/.test(text)
