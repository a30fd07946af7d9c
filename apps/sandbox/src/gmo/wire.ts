import iconv from 'iconv-lite'

export type Fields = Record<string, string>

const TYPE = 'text/plain;charset=Windows-31J'

function unescapeBytes(text: string): Buffer {
  const bytes: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const hex = text[at] === '%' ? text.slice(at + 1, at + 3) : ''
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      bytes.push(Number.parseInt(hex, 16))
      at += 2
    } else bytes.push(text[at] === '+' ? 0x20 : text.charCodeAt(at))
  }
  return Buffer.from(bytes)
}

const decode = (text: string) => iconv.decode(unescapeBytes(text), 'cp932')

/** Decodes a form whose percent-escapes are Shift_JIS bytes, as the real gateway does. */
export function readFields(body: Uint8Array): Fields {
  const fields: Fields = {}
  for (const pair of Buffer.from(body).toString('latin1').split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    fields[decode(at < 0 ? pair : pair.slice(0, at))] = at < 0 ? '' : decode(pair.slice(at + 1))
  }
  return fields
}

/** True if the client seems to have sent UTF-8: worth a note, because the gateway silently stores garbage. */
export function looksLikeUtf8(body: Uint8Array): boolean {
  const bytes = unescapeBytes(Buffer.from(body).toString('latin1'))
  if (bytes.every((byte) => byte < 0x80)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** `K=V&K=V` in Windows-31J; nothing is escaped, so a value may hold `&` and `=`. */
export function writeFields(fields: Fields): { type: string; body: Uint8Array } {
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return { type: TYPE, body: iconv.encode(text, 'cp932') }
}

/** A list: one record a line. */
export const writeLines = (lines: readonly string[]): { type: string; body: Uint8Array } => ({
  type: TYPE,
  body: iconv.encode(lines.map((line) => `${line}\r\n`).join(''), 'cp932'),
})

const SECRET: Record<string, true> = {
  ShopPass: true,
  SitePass: true,
  AccessPass: true,
  Token: true,
  CardNo: true,
  SecurityCode: true,
  Expire: true,
}

/** For the inspector: masks credentials and identifiers; card numbers that are already masked stay. */
export function mask(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      SECRET[name] === true && !value.startsWith('*') && value !== '' ? '*'.repeat(Math.min(value.length, 10)) : value,
    ]),
  )
}
