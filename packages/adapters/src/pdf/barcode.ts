import { code128 } from './code128.ts'
import { type Doc, ink } from './page.ts'

/** Bars across the whole width, so that a hand scanner reads them from a sheet. */
export function drawBarcode(
  doc: Doc,
  text: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  const bars = code128(text)
  const module = width / bars.reduce((sum, bar) => sum + bar, 0)
  let at = x
  for (const [n, bar] of bars.entries()) {
    if (n % 2 === 0) doc.rect(at, y, bar * module, height)
    at += bar * module
  }
  doc.fill(ink)
}
