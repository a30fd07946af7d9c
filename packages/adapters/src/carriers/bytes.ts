import iconv from 'iconv-lite'
import type { CarrierFileFormat } from './program.ts'

const MARK = '\ufeff'
/**
 * 機種依存文字 within CP932: the rows of NEC (13, 89–92) and IBM (115–119), and private characters. Carriers' programs print
 * other characters for them, or nothing.
 */
const isDependent = (lead: number) => (lead >= 0x85 && lead <= 0x87) || lead >= 0xeb

/** Encodes the text. @throws for a character that no carrier prints, in either encoding */
export function encodeCarrierText(text: string, { encoding }: CarrierFileFormat): Uint8Array<ArrayBuffer> {
  const windows = iconv.encode(text, 'cp932')
  if (iconv.decode(windows, 'cp932') !== text || hasDependent(windows)) throw new Error(`not printable: ${text}`)
  return new Uint8Array(encoding === 'cp932' ? windows : Buffer.from(MARK + text))
}

function hasDependent(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at]!
    const isHalf = lead < 0x80 || (lead >= 0xa1 && lead <= 0xdf)
    if (isHalf) continue
    if (isDependent(lead)) return true
    at++
  }
  return false
}

/** Returns the texts that these bytes can be decoded to, the likelier one first. */
export function possibleDecodings(content: Uint8Array): { encoding: CarrierFileFormat['encoding']; text: string }[] {
  const found: { encoding: CarrierFileFormat['encoding']; text: string }[] = []
  try {
    found.push({ encoding: 'utf8-bom', text: new TextDecoder('utf-8', { fatal: true }).decode(content) })
  } catch {}
  try {
    found.push({ encoding: 'cp932', text: new TextDecoder('shift_jis', { fatal: true }).decode(content) })
  } catch {}
  return found
}
