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

const shiftJis = new TextDecoder('shift_jis')

const UNMET = -1
/** It has no such character, or the unit is half of one. */
const LACKS = -2
const AMPERSAND = -3
/** Its bytes as a number, by the unit of UTF-16; below 0 what has to be looked at. */
const codes = new Int32Array(0x10000).fill(UNMET)
codes['&'.charCodeAt(0)] = AMPERSAND

function meet(unit: number): void {
  const character = String.fromCharCode(unit)
  const said = lookalikes[character] ?? character
  const bytes = iconv.encode(said, 'cp932')
  codes[unit] = shiftJis.decode(bytes) === said ? bytes.readUIntBE(0, bytes.length) : LACKS
}

/** `&#65535;` of one unit; of two it is shorter. */
const MOST_BYTES = 8
/** Written anew by each text, and as long as the longest so far needs it. */
let room = Buffer.alloc(0)

/**
 * What Shift_JIS lacks (𠮷, emoji) stands as browsers send it, `&#134071;`, so that nothing is lost on the way there and back; an `&#`
 * that was typed, too. One look at each unit: an export has hundreds of millions.
 */
function toShiftJis(text: string): Uint8Array {
  if (room.length < text.length * MOST_BYTES) room = Buffer.allocUnsafeSlow(text.length * MOST_BYTES)
  const bytes = room
  let end = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (codes[unit] === UNMET) meet(unit)
    const code = codes[unit]!
    if (code > 0xff) {
      bytes[end++] = code >> 8
      bytes[end++] = code & 0xff
    } else if (code >= 0) bytes[end++] = code
    else if (code === AMPERSAND && text[at + 1] !== '#') bytes[end++] = unit
    else {
      const point = text.codePointAt(at)!
      if (point > 0xffff) at++
      end += bytes.write(`&#${point};`, end, 'latin1')
    }
  }
  return new Uint8Array(bytes.subarray(0, end))
}

export const encode = (text: string, encoding: CsvEncoding): Uint8Array =>
  encoding === 'utf-8' ? new TextEncoder().encode(text) : toShiftJis(text)

/** A text as the encoding can say it. */
export const sayable = (text: string, encoding: CsvEncoding): string =>
  encoding === 'utf-8' ? text : shiftJis.decode(toShiftJis(text))

/** The other way round. */
export const understood = (text: string, encoding: CsvEncoding): string =>
  encoding === 'utf-8'
    ? text
    : text.replace(/&#(\d{1,7});/g, (whole, code: string) =>
        Number(code) > 0 && Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : whole,
      )

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
