import type { PickingList, PickingRow } from '@kushi/shop/ports/packing-port'
import { drawBarcode } from './barcode.ts'
import { formatJapaneseDate } from './format.ts'
import { brass, camellia, type Doc, hairline, heightOf, ink, muted, pageBox, write } from './page.ts'

const at = {
  tick: pageBox.left,
  shelf: pageBox.left + 22,
  code: pageBox.left + 92,
  name: pageBox.left + 190,
  bars: pageBox.right - 150,
}
const quantityWidth = 44
const nameWidth = at.bars - at.name - 8

/** Draws what to fetch, by 棚番, with each 温度帯 separate and 同梱物 at the end. */
export function drawPickingList(doc: Doc, list: PickingList): void {
  let y = drawTitle(doc, list)
  for (const { name, parcels, rows } of list.groups) {
    y = begin(doc, y, 70)
    y = write(doc, `${name}  ${parcels}個`, pageBox.left, y + 10, { size: 12, weight: 'medium' }) + 4
    y = drawNames(doc, y)
    for (const row of rows) y = drawRow(doc, row, y)
  }
  const more = [
    { title: '同梱物', rows: list.inserts },
    { title: 'ギフト', rows: list.wrapping.map((one) => ({ ...one, shelf: '' })) },
  ]
  for (const { title, rows } of more.filter(({ rows }) => rows.length > 0)) {
    y = begin(doc, y, 60)
    y = write(doc, title, pageBox.left, y + 10, { size: 12, weight: 'medium' }) + 4
    for (const row of rows) y = drawRow(doc, { product_code: '', barcode: '', ...row }, y)
  }
}

function drawTitle(doc: Doc, { batch_no, owner, day, parcels, is_reissue }: PickingList): number {
  write(doc, 'ピッキングリスト', pageBox.left, pageBox.top, { size: 20, weight: 'light' })
  if (is_reissue) write(doc, '再発行', pageBox.left + 176, pageBox.top + 10, { size: 9, color: camellia })
  const facts = [`出荷リスト ${batch_no}`, `${formatJapaneseDate(day)}  ${parcels}個`, `担当 ${owner}`]
  let y = pageBox.top
  for (const fact of facts) y = write(doc, fact, pageBox.right - 200, y, { size: 8.5, width: 200, align: 'right' }) + 1
  hairline(doc, pageBox.top + 46, pageBox.left, pageBox.right, brass)
  return pageBox.top + 46
}

/** Returns a position with this much space, on this page or a new one. */
function begin(doc: Doc, y: number, height: number): number {
  if (y + height <= pageBox.bottom) return y
  doc.addPage()
  return pageBox.top
}

function drawNames(doc: Doc, y: number): number {
  const style = { size: 8, color: muted } as const
  write(doc, '棚番', at.shelf, y, style)
  write(doc, '商品コード', at.code, y, style)
  write(doc, '品名', at.name, y, style)
  write(doc, '数量', pageBox.right - quantityWidth, y, { ...style, width: quantityWidth, align: 'right' })
  hairline(doc, y + 14, pageBox.left, pageBox.right, ink)
  return y + 14
}

function drawRow(doc: Doc, { shelf, product_code, name, barcode, quantity }: PickingRow, top: number): number {
  const height = Math.max(28, heightOf(doc, name, nameWidth, 9.5) + 14)
  const begun = begin(doc, top, height)
  const y = begun === top ? top : drawNames(doc, begun)
  doc
    .rect(at.tick, y + 8, 11, 11)
    .lineWidth(0.8)
    .strokeColor(ink)
    .stroke()
  write(doc, shelf || '—', at.shelf, y + 7, { size: 11, weight: 'medium', width: at.code - at.shelf - 6 })
  write(doc, product_code, at.code, y + 8, { size: 8, width: at.name - at.code - 6 })
  write(doc, name, at.name, y + 7, { size: 9.5, width: nameWidth })
  if (isScannable(barcode)) drawBarcode(doc, barcode, { x: at.bars, y: y + 7, width: 96, height: 14 })
  write(doc, String(quantity), pageBox.right - quantityWidth, y + 5, {
    size: 14,
    weight: 'medium',
    width: quantityWidth,
    align: 'right',
  })
  hairline(doc, y + height)
  return y + height
}

const isScannable = (text: string) => /^[\x20-\x7e]+$/.test(text)
