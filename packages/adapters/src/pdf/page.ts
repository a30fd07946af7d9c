import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create } from 'fontkit'
import type PDFDocument from 'pdfkit'
import { printableText } from './printed.ts'

export type Doc = InstanceType<typeof PDFDocument>

/** A4 portrait, in points. */
export const pageBox = { width: 595.28, height: 841.89, left: 54, right: 541.28, top: 54, bottom: 780 } as const
export const inner = pageBox.right - pageBox.left

/** The shop's colours, on white paper. */
export const ink = '#23211e'
export const muted = '#6b675f'
export const ruleColour = '#e4dfd6'
export const brass = '#b59a6a'
export const camellia = '#a4303f'

const weights = {
  light: '300Light/NotoSansJP_300Light',
  regular: '400Regular/NotoSansJP_400Regular',
  medium: '500Medium/NotoSansJP_500Medium',
}
export type Weight = keyof typeof weights

/** Read once per process. A document embeds only the glyphs that it uses. */
const fonts = new Map<Weight, Buffer>()
function fontOf(weight: Weight): Buffer {
  const known = fonts.get(weight)
  if (known) return known
  const file = readFileSync(
    fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans-jp/${weights[weight]}.ttf`)),
  )
  fonts.set(weight, file)
  return file
}

export function registerFonts(doc: Doc): void {
  for (const weight of Object.keys(weights) as Weight[]) doc.registerFont(weight, fontOf(weight))
}

let regular: ReturnType<typeof create> | undefined

/** The weights have the same signs. */
function printed(text: string): string {
  regular ??= create(fontOf('regular'))
  const font = regular
  return printableText((codePoint) => font.hasGlyphForCodePoint(codePoint), text)
}

interface Style {
  size?: number
  color?: string
  weight?: Weight
  width?: number
  align?: 'left' | 'right' | 'center'
}

/** Writes text at a position and returns where the next line begins. */
export function write(doc: Doc, text: string, x: number, y: number, style: Style = {}): number {
  const { size = 9, color = ink, weight = 'regular', width = pageBox.right - x, align = 'left' } = style
  doc
    .font(weight)
    .fontSize(size)
    .fillColor(color)
    .text(printed(text), x, y, { width, align, lineGap: size * 0.12 })
  return doc.y
}

export function heightOf(doc: Doc, text: string, width: number, size: number, weight: Weight = 'regular'): number {
  return doc
    .font(weight)
    .fontSize(size)
    .heightOfString(printed(text), { width, lineGap: size * 0.12 })
}

export function hairline(
  doc: Doc,
  y: number,
  from: number = pageBox.left,
  to: number = pageBox.right,
  color = ruleColour,
): void {
  doc.moveTo(from, y).lineTo(to, y).lineWidth(0.6).strokeColor(color).stroke()
}
