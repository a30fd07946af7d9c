import PDFDocument from 'pdfkit'
import { type PdfDocument, registerFonts } from './page.ts'

/** Returns an A4 document in Japanese, and a promise of its bytes. */
export function newDocument({ title, author, creator }: { title: string; author: string; creator?: string }): {
  doc: PdfDocument
  bytes: Promise<Buffer>
} {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'ja-JP',
    displayTitle: true,
    // Otherwise pdfkit loads Helvetica, which no page uses.
    font: null as never,
    info: { Title: title, Author: author, ...(creator === undefined ? {} : { Creator: creator }) },
  })
  const chunks: Buffer[] = []
  const bytes = new Promise<Buffer>((resolve, reject) =>
    doc
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject),
  )
  registerFonts(doc)
  return { doc, bytes }
}

export async function documentBytes(doc: PdfDocument, bytes: Promise<Buffer>): Promise<Uint8Array<ArrayBuffer>> {
  doc.end()
  return new Uint8Array(await bytes)
}
