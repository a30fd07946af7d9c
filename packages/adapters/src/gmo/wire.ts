import iconv from 'iconv-lite'

/** Encodes a form as GMO expects it: Windows-31J bytes, percent-escaped. */
export function encodeForm(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${escapeBytes(iconv.encode(value, 'cp932'))}`)
    .join('&')
}

function escapeBytes(bytes: Buffer): string {
  let text = ''
  for (const byte of bytes)
    text += isUnreserved(byte) ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  return text
}

const isUnreserved = (byte: number) =>
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  byte === 0x2d ||
  byte === 0x2e ||
  byte === 0x5f

/**
 * Parses `K=V&K=V` with unescaped values. A value may contain `=` (only the first one splits) and, in RedirectUrl, even
 * `&t=…`. So a piece whose name is not a field of GMO's responses belongs to the value before it.
 */
export function decodeAnswer(bytes: Uint8Array): Record<string, string> {
  const fields: Record<string, string> = {}
  let last: string | null = null
  for (const piece of iconv.decode(Buffer.from(bytes), 'cp932').trim().split('&')) {
    const at = piece.indexOf('=')
    const name = at > 0 ? piece.slice(0, at) : ''
    if (/^[A-Z][A-Za-z0-9]*$/.test(name)) {
      fields[name] = piece.slice(at + 1)
      last = name
    } else if (last) fields[last] += `&${piece}`
  }
  return fields
}
