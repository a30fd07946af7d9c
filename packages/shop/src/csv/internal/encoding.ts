import type { CsvEncoding } from '@kushi/contract/admin/csv'
import iconv from 'iconv-lite'

/** Shift_JIS as Windows has it knows only one of each pair; people don't tell them apart. */
const lookalikes: Record<string, string> = {
  '〜': '～',
  '−': '－',
  '—': '―',
  '‖': '∥',
  '¢': '￠',
  '£': '￡',
  '¬': '￢',
}

const known = new Map<string, boolean>()
function isKnown(character: string): boolean {
  let is = known.get(character)
  if (is === undefined) {
    is = iconv.decode(iconv.encode(character, 'cp932'), 'cp932') === character
    if (known.size < 20_000) known.set(character, is)
  }
  return is
}

/**
 * A text as the encoding can say it. What Shift_JIS lacks (𠮷, emoji) stands as browsers send it, `&#134071;`, so that nothing
 * is lost on the way there and back.
 */
export function sayable(text: string, encoding: CsvEncoding): string {
  if (encoding === 'utf-8') return text
  let said = ''
  for (const character of text.replaceAll('&#', '&#38;#')) {
    const one = lookalikes[character] ?? character
    said += isKnown(one) ? one : `&#${one.codePointAt(0)};`
  }
  return said
}

/** The other way round. */
export const understood = (text: string, encoding: CsvEncoding): string =>
  encoding === 'utf-8'
    ? text
    : text.replace(/&#(\d{1,7});/g, (whole, code: string) =>
        Number(code) > 0 && Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : whole,
      )

export const encode = (text: string, encoding: CsvEncoding): Uint8Array =>
  encoding === 'utf-8' ? new TextEncoder().encode(text) : iconv.encode(text, 'cp932')

/** The mark that tells Excel of UTF-8. */
export const byteOrderMark = (encoding: CsvEncoding): string => (encoding === 'utf-8' ? '\ufeff' : '')

/** What a file is written in, found out by its bytes; null: in neither. */
export function decode(content: Uint8Array): { text: string; encoding: CsvEncoding } | null {
  for (const encoding of ['utf-8', 'shift_jis'] as const)
    try {
      return { text: new TextDecoder(encoding, { fatal: true }).decode(content), encoding }
    } catch {}
  return null
}
