import { createHash } from 'node:crypto'
import { MAX_HEADER_ROW } from '@kushi/values/spreadsheet'
import { normalizeHead, readDay } from '../rules/read-cell.ts'
import { streamCsv } from './read-csv.ts'

/** The fingerprint of a file's headers in their order, by which its form is recognised. */
export const headsFingerprint = (heads: readonly string[]): string =>
  createHash('sha256').update(heads.map(normalizeHead).join('\n')).digest('hex').slice(0, 32)

/** Reads the bytes of a file; each call begins at the beginning. */
export type ByteSource = () => AsyncIterable<Uint8Array>

const CHUNK = 256 * 1024

/** A byte source of content that is in memory. */
export const bytesSource = (content: Uint8Array): ByteSource =>
  async function* () {
    for (let at = 0; at < content.byteLength; at += CHUNK) yield content.subarray(at, at + CHUNK)
  }

/** Whether the file is UTF-16 with its mark, which spreadsheets and some media save as 「Unicodeテキスト」. */
async function isUtf16(open: ByteSource): Promise<boolean> {
  for await (const first of open()) return first[0] === 0xff && first[1] === 0xfe
  return false
}

/** A byte source that converts a file to another encoding. */
export const transcode = (open: ByteSource, from: string, write: (text: string) => Uint8Array): ByteSource =>
  async function* () {
    const decoder = new TextDecoder(from)
    for await (const piece of open()) yield write(decoder.decode(piece, { stream: true }))
    yield write(decoder.decode())
  }

/**
 * Opens a file of another system at its heads: those that are known, or else the row with the most known words, or else
 * the first one with several cells, none of them a day. `wordsIn`: how many words of a row are known as heads.
 * @throws ShopError 422 for a file that is no table in a known encoding
 */
export async function openCsvSheet(
  source: ByteSource,
  isKnown: (heads: readonly string[]) => boolean,
  wordsIn: (heads: readonly string[]) => number = () => 0,
): Promise<Awaited<ReturnType<typeof streamCsv>>> {
  const open = (await isUtf16(source)) ? transcode(source, 'utf-16le', (text) => Buffer.from(text)) : source
  let looked = 0
  let hasKnown = false
  let best = { at: 0, words: 1 }
  const mayBe = (heads: readonly string[]) =>
    heads.filter((head) => head !== '').length > 1 && !heads.some((head) => readDay(head))
  const isHead = (heads: readonly string[]) => {
    looked++
    if (isKnown(heads)) hasKnown = true
    const words = mayBe(heads) ? wordsIn(heads) : 0
    if (words > best.words) best = { at: looked, words }
    return hasKnown || looked > MAX_HEADER_ROW
  }
  const first = await streamCsv(open, { isHead }).catch(() => null)
  if (first && hasKnown) return first
  let row = 0
  return streamCsv(open, { isHead: (heads) => (best.at > 0 ? ++row === best.at : mayBe(heads)) })
}
