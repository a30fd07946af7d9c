import iconv from 'iconv-lite'

export type Encoding = 'cp932' | 'utf8-bom'
/** Why a program rejects a file: row, column and reason. Row 0: the file as a whole. */
export type Refusal = { row: number; column: string; reason: string }
export type Row = { row: number; fields: string[] }

const MARK = [0xef, 0xbb, 0xbf]

/** A file with a byte order mark is UTF-8, any other is CP932; the programs check nothing else. */
export const encodingOf = (content: Uint8Array): Encoding =>
  MARK.every((byte, at) => content[at] === byte) ? 'utf8-bom' : 'cp932'

/** null: the bytes are not text in this encoding. */
export function decode(content: Uint8Array, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding === 'cp932' ? 'shift_jis' : 'utf-8', { fatal: true }).decode(content)
  } catch {
    return null
  }
}

export const encode = (text: string, encoding: Encoding): Uint8Array<ArrayBuffer> =>
  new Uint8Array(encoding === 'cp932' ? iconv.encode(text, 'cp932') : Buffer.from(`\ufeff${text}`))

/** The first character outside JIS X 0208, ASCII and half-width katakana: 機種依存文字 of NEC and IBM, and newer ones. */
export function foreignSign(text: string): string | undefined {
  return [...text].find((sign) => {
    const [lead, trail] = iconv.encode(sign, 'cp932')
    if (lead === undefined || (sign !== '?' && lead === 0x3f)) return true
    if (trail === undefined) return lead < 0x20
    return (lead >= 0x85 && lead <= 0x87) || lead >= 0xeb
  })
}

/** Rows with their fields, numbered from 1. Returns refusals for wrong quotes or line ends. */
export function readRows(text: string): Row[] | Refusal {
  const rows: Row[] = []
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y
  let fields: string[] = []
  while (field.lastIndex < text.length) {
    const row = rows.length + 1
    const found = field.exec(text)
    if (!found) return { row, column: '', reason: '引用符か改行の位置が正しくありません（行の終わりはCR+LFです）。' }
    const [, quoted, plain, end] = found
    fields.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === ',' && field.lastIndex < text.length) continue
    rows.push({ row, fields })
    fields = []
  }
  return rows
}

export const writeRows = (rows: readonly (readonly string[])[], isQuoted: boolean): string =>
  rows
    .map((fields) => `${fields.map((one) => (isQuoted || /[",]/.test(one) ? `"${one}"` : one)).join(',')}\r\n`)
    .join('')
