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

const isSame = (character: string): boolean => iconv.decode(iconv.encode(character, 'cp932'), 'cp932') === character

/** By the unit of UTF-16: 1 for what stays as it is, 2 for what doesn't or is half of a character; 0 was not met yet. */
const met = new Uint8Array(0x10000)

function staysAsItIs(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (met[unit] === 0) met[unit] = isSame(text[at]!) && !(text[at]! in lookalikes) ? 1 : 2
    if (met[unit] === 2) return false
  }
  return !text.includes('&#')
}

/**
 * A text as the encoding can say it. What Shift_JIS lacks (𠮷, emoji) stands as browsers send it, `&#134071;`, so that nothing
 * is lost on the way there and back.
 */
export function sayable(text: string, encoding: CsvEncoding): string {
  if (encoding === 'utf-8' || staysAsItIs(text)) return text
  let said = ''
  for (const character of text.replaceAll('&#', '&#38;#')) {
    const one = lookalikes[character] ?? character
    said += staysAsItIs(one) ? one : `&#${one.codePointAt(0)};`
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
