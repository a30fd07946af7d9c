import { setImmediate as otherWork } from 'node:timers/promises'
import type { EvidenceDocument } from '@kushi/shop/ports/document-port'
import { documentBytes, newDocument } from './document.ts'
import { contentWidth, drawHairline, mutedColour, type PdfDocument, pageBox, textHeight, writeText } from './page.ts'

const BODY = 9
/** A paragraph that is longer than a page is split, or it would run off the paper. */
const MAX_LETTERS = 1_200
/** Paragraphs of a file; what follows is left out, and the file says so. */
const MAX_PARAGRAPHS = 5_000
/** Paragraphs that are drawn before other requests have their turn. */
const AT_ONCE = 50

/** 証拠書類 as A4 pages: headings and paragraphs, each page with its number. */
export async function renderDossier(dossier: EvidenceDocument): Promise<Uint8Array<ArrayBuffer>> {
  const { doc, bytes } = newDocument({ title: dossier.title, author: dossier.author })
  let y = writeText(doc, dossier.title, pageBox.left, pageBox.top, { size: 16, weight: 'medium' }) + 8
  let drawn = 0
  for (const text of dossier.lead) y = paragraph(doc, text, y, { color: mutedColour })
  for (const { heading, lines } of dossier.sections) {
    y = roomFor(doc, y + 14, 48)
    drawHairline(doc, y)
    y = writeText(doc, heading, pageBox.left, y + 6, { size: 11, weight: 'medium' }) + 4
    for (const part of lines.flatMap(partsOf)) {
      if (++drawn > MAX_PARAGRAPHS) break
      if (drawn % AT_ONCE === 0) await otherWork()
      y = paragraph(doc, part, y)
    }
  }
  if (drawn > MAX_PARAGRAPHS) paragraph(doc, '長いため、以下を省略しました。', y, { color: mutedColour })
  drawFooters(doc, dossier.footer)
  return documentBytes(doc, bytes)
}

const partsOf = (line: string): string[] => {
  const letters = [...line]
  return Array.from({ length: Math.max(1, Math.ceil(letters.length / MAX_LETTERS)) }, (_, n) =>
    letters.slice(n * MAX_LETTERS, (n + 1) * MAX_LETTERS).join(''),
  )
}

function paragraph(doc: PdfDocument, text: string, from: number, style: { color?: string } = {}): number {
  const y = roomFor(doc, from, textHeight(doc, text, contentWidth, BODY))
  return writeText(doc, text, pageBox.left, y, { size: BODY, width: contentWidth, ...style }) + 3
}

/** Where it can be written: here, or on a new page. */
function roomFor(doc: PdfDocument, y: number, height: number): number {
  if (y + height <= pageBox.bottom) return y
  doc.addPage()
  return pageBox.top
}

function drawFooters(doc: PdfDocument, footer: string): void {
  const { count } = doc.bufferedPageRange()
  for (let n = 0; n < count; n++) {
    doc.switchToPage(n)
    const style = { size: 7.5, color: mutedColour } as const
    writeText(doc, footer, pageBox.left, 800, style)
    writeText(doc, `${n + 1} / ${count}`, pageBox.left, 800, { ...style, align: 'right' })
  }
}
