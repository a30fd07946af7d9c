import type { PackingPort, PackingSlip, PickingList } from '@kushi/shop/fulfilment/packing-port'
import { formatYen } from '@kushi/values/yen'
import { newDocument, toBytes } from './document.ts'
import { drawHead, drawSum } from './head.ts'
import { drawPackerStrip } from './packer-strip.ts'
import { type Doc, muted, page, write } from './page.ts'
import { drawPickingList } from './picking-list.ts'
import { drawTable } from './table.ts'
import { drawTotals } from './totals.ts'

/** ピッキングリスト and 納品書 of a batch in one PDF, for one press of the print button. */
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
  }
  drawFooters(doc, parts)
  return toBytes(doc, bytes)
}

function drawSlip(doc: Doc, slip: PackingSlip): void {
  const { invoice } = slip
  const body = drawHead(doc, invoice)
  const table = drawSum(doc, invoice, formatYen(invoice.payment_total), body)
  drawTotals(doc, invoice, drawTable(doc, invoice, table))
  drawPackerStrip(doc, slip)
}

/** Pages are counted within each slip: that is what lies in one parcel. */
function drawFooters(doc: Doc, parts: readonly { name: string; from: number }[]): void {
  const { count } = doc.bufferedPageRange()
  for (const [n, { name, from }] of parts.entries()) {
    const until = parts[n + 1]?.from ?? count
    for (let at = from; at < until; at++) {
      doc.switchToPage(at)
      const style = { size: 7.5, color: muted } as const
      write(doc, name, page.left, 800, style)
      if (until - from > 1)
        write(doc, `${at - from + 1} / ${until - from}`, page.left, 800, { ...style, align: 'right' })
    }
  }
}
