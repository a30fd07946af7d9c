import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create } from 'fontkit'
import type PDFDocument from 'pdfkit'
import { printableText } from './printed.ts'

export type PdfDocument = InstanceType<typeof PDFDocument>

/** A4 portrait, in points. */
export const pageBox = { width: 595.28, height: 841.89, left: 54, right: 541.28, top: 54, bottom: 780 } as const
/** Width in points between the margins. */
export const contentWidth = pageBox.right - pageBox.left

/** The shop's colours, on white paper. */
export const inkColour = '#23211e'
export const mutedColour = '#6b675f'
export const ruleColour = '#e4dfd6'
export const brassColour = '#b59a6a'
export const camelliaColour = '#a4303f'

const weights = {
  light: '300Light/NotoSansJP_300Light',
  regular: '400Regular/NotoSansJP_400Regular',
  medium: '500Medium/NotoSansJP_500Medium',
}
export type FontWeight = keyof typeof weights

/** Read once per process. A document embeds only the glyphs that it uses. */
const fonts = new Map<FontWeight, Buffer>()
function fontOf(weight: FontWeight): Buffer {
  const known = fonts.get(weight)
  if (known) return known
  const file = readFileSync(
    fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans-jp/${weights[weight]}.ttf`)),
  )
  fonts.set(weight, file)
  return file
}

export function registerFonts(doc: PdfDocument): void {
  for (const weight of Object.keys(weights) as FontWeight[]) doc.registerFont(weight, fontOf(weight))
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
  weight?: FontWeight
  width?: number
  align?: 'left' | 'right' | 'center'
}

/** Writes text at a position and returns where the next line begins. */
export function writeText(doc: PdfDocument, text: string, x: number, y: number, style: Style = {}): number {
  const { size = 9, color = inkColour, weight = 'regular', width = pageBox.right - x, align = 'left' } = style
  doc
    .font(weight)
    .fontSize(size)
    .fillColor(color)
    .text(printed(text), x, y, { width, align, lineGap: size * 0.12 })
  return doc.y
}

/** Returns the height in points that a text takes at this width. */
export function textHeight(
  doc: PdfDocument,
  text: string,
  width: number,
  size: number,
  weight: FontWeight = 'regular',
): number {
  return doc
    .font(weight)
    .fontSize(size)
    .heightOfString(printed(text), { width, lineGap: size * 0.12 })
}

/** Draws a thin horizontal line. */
export function drawHairline(
  doc: PdfDocument,
  y: number,
  from: number = pageBox.left,
  to: number = pageBox.right,
  color = ruleColour,
): void {
  doc.moveTo(from, y).lineTo(to, y).lineWidth(0.6).strokeColor(color).stroke()
}
