import type { CsvEncoding } from '@kushi/contract/admin/csv'
import { toCp932Text } from '@kushi/values/windows-text'
import iconv from 'iconv-lite'

const shiftJis = new TextDecoder('shift_jis')

const UNMET = -1
/** Shift_JIS lacks this character, or the unit is half of a surrogate pair. */
const LACKS = -2
const AMPERSAND = -3
/** The Shift_JIS bytes as a number, by UTF-16 unit; values below 0 need special treatment. */
const codes = new Int32Array(0x10000).fill(UNMET)
codes['&'.charCodeAt(0)] = AMPERSAND

function meet(unit: number): void {
  const character = String.fromCharCode(unit)
  const said = toCp932Text(character)
  const bytes = iconv.encode(said, 'cp932')
  codes[unit] = shiftJis.decode(bytes) === said ? bytes.readUIntBE(0, bytes.length) : LACKS
}

/** The bytes of `&#65535;` for one unit; for a surrogate pair it needs fewer per unit. */
const MAX_BYTES = 8
/** Buffer that every call reuses; it grows to what the longest text so far needs. */
let room = Buffer.alloc(0)

/**
 * Encodes characters that Shift_JIS lacks (𠮷, emoji) as browsers do, `&#134071;`, so that an export and import lose
 * nothing. A typed `&#` is escaped too. Looks at each unit once, because an export has hundreds of millions.
 */
function toShiftJis(text: string): Uint8Array {
  if (room.length < text.length * MAX_BYTES) room = Buffer.allocUnsafeSlow(text.length * MAX_BYTES)
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

/** Encodes a text for a CSV. Characters that Shift_JIS lacks become references such as `&#134071;`. */
export const encodeCsvText = (text: string, encoding: CsvEncoding): Uint8Array =>
  encoding === 'utf-8' ? new TextEncoder().encode(text) : toShiftJis(text)

/** The text as it reads after encoding and decoding. */
export const textAfterEncoding = (text: string, encoding: CsvEncoding): string =>
  encoding === 'utf-8' ? text : shiftJis.decode(toShiftJis(text))

/** Turns references such as `&#134071;`, which encoding to Shift_JIS writes, back into characters. */
export const decodeCharacterReferences = (text: string, encoding: CsvEncoding): string =>
  encoding === 'utf-8'
    ? text
    : text.replace(/&#(\d{1,7});/g, (whole, code: string) =>
        Number(code) > 0 && Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : whole,
      )

/** The byte order mark, by which Excel recognises UTF-8. */
export const byteOrderMark = (encoding: CsvEncoding): string => (encoding === 'utf-8' ? '\ufeff' : '')

/** Detects the encoding from the bytes and decodes them; null when it is neither encoding. */
export function decodeCsvBytes(content: Uint8Array): { text: string; encoding: CsvEncoding } | null {
  for (const encoding of ['utf-8', 'shift_jis'] as const)
    try {
      return { text: new TextDecoder(encoding, { fatal: true }).decode(content), encoding }
    } catch {}
  return null
}

/**
 * Detects the encoding and the delimiter of a file that is read piece by piece. The delimiter is a tab if the beginning
 * has more tabs than commas.
 */
export async function detectCsvEncodingAndDelimiter(
  open: () => AsyncIterable<Uint8Array>,
): Promise<{ encoding: CsvEncoding | null; delimiter: ',' | '\t' }> {
  const left = new Map((['utf-8', 'shift_jis'] as const).map((one) => [one, new TextDecoder(one, { fatal: true })]))
  const attempt = (encoding: CsvEncoding, decoder: TextDecoder, chunk?: Uint8Array) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      left.delete(encoding)
    }
  }
  let start = ''
  for await (const chunk of open()) {
    if (start === '') start = Buffer.from(chunk.subarray(0, 4_000)).toString('latin1')
    for (const [encoding, decoder] of left) attempt(encoding, decoder, chunk)
  }
  for (const [encoding, decoder] of left) attempt(encoding, decoder)
  const delimiter = start.split('\t').length > start.split(',').length ? '\t' : ','
  return { encoding: [...left.keys()][0] ?? null, delimiter }
}

/** Longer than any row that is read. */
const MAX_LINE_BYTES = 1_000_000

const rowIn = (place: string | null) => (place === null ? -1 : Number.parseInt(place, 10))

/**
 * The message for an operator on a file in neither encoding. It names the place up to which the better encoding could
 * be read.
 */
export async function encodingProblemText(open: () => AsyncIterable<Uint8Array>): Promise<string> {
  const general = '文字コードを読み取れません。UTF-8かShift_JISのCSVで保存してください。'
  let [row, rest] = [0, Buffer.alloc(0)]
  let places: Record<'utf-8' | 'shift_jis', string | null> = { 'utf-8': null, shift_jis: null }
  const look = (line: Uint8Array) => {
    row++
    for (const encoding of ['utf-8', 'shift_jis'] as const) {
      if (places[encoding] !== null) continue
      const text = new TextDecoder(encoding).decode(line)
      const at = text.indexOf('\ufffd')
      if (at >= 0) places = { ...places, [encoding]: `${row}行目の${text.slice(0, at).split(/[,\t]/).length}列目` }
    }
  }
  for await (const chunk of open()) {
    rest = Buffer.concat([rest, chunk])
    // No table has such a line: it is a picture, or an archive.
    if (rest.length > MAX_LINE_BYTES && !rest.includes(10)) return general
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      look(rest.subarray(0, end))
      rest = rest.subarray(end + 1)
    }
    if (places['utf-8'] !== null && places.shift_jis !== null) break
  }
  look(rest)
  // The encoding that goes further is the file's own.
  const place = rowIn(places.shift_jis) >= rowIn(places['utf-8']) ? places.shift_jis : places['utf-8']
  return place === null ? general : `${place}の文字が壊れています。${general}`
}
