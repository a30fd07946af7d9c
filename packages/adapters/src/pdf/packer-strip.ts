import type { PackingSlip } from '@kushi/shop/fulfilment/packing-port'
import { drawBarcode } from './barcode.ts'
import { camellia, type Doc, hairline, heightOf, ink, inner, muted, page, write } from './page.ts'

const textWidth = inner - 190
const foot = 792

/** For the one who packs: place in the batch, a code to scan, what lies in the box besides. At the foot of the last page. */
export function drawPackerStrip(doc: Doc, slip: PackingSlip): void {
  const lines = linesOf(slip)
  const height = Math.max(58, lines.reduce((sum, line) => sum + heightOf(doc, line, textWidth, 8.5), 0) + 12)
  if (doc.y > foot - height - 12) doc.addPage()
  const top = foot - height
  hairline(doc, top, page.left, page.right, ink)
  const { shipment_no, pick_no, parcels } = slip
  write(doc, `${pick_no}`, page.left, top + 6, { size: 22, weight: 'medium', width: 46 })
  write(doc, `/ ${parcels}`, page.left, top + 34, { size: 8, color: muted, width: 46 })
  let y = top + 8
  for (const line of lines) y = write(doc, line, page.left + 46, y, { size: 8.5, width: textWidth })
  if (slip.rides_with !== null)
    write(doc, `${slip.rides_with}番の箱に入れる`, page.right - 140, top + 2, {
      size: 8.5,
      color: camellia,
      width: 140,
      align: 'right',
    })
  drawBarcode(doc, shipment_no, { x: page.right - 140, y: top + 16, width: 140, height: 24 })
  write(doc, shipment_no, page.right - 140, top + 42, { size: 8, width: 140, align: 'center' })
}

function linesOf({ temperature_name, contents, inserts, note }: PackingSlip): string[] {
  const named = (label: string, words: string) => (words === '' ? [] : [`${label}: ${words}`])
  return [
    ...named('温度帯', temperature_name),
    ...named('この荷物', contents.map(({ name, quantity }) => `${name} ${quantity}点`).join('、')),
    ...named('同梱物', inserts.join('、')),
    ...named('備考', note),
  ]
}
