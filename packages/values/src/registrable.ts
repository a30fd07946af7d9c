import { composed } from './text.ts'

/*
 * Slips and carriers print from Windows' Shift-JIS (CP932), so a name or address must consist of its characters.
 * The table of 7,327 characters is not shipped: every browser and Node can decode the encoding, so the repertoire is
 * read out of the decoder, once, the first time that it is asked for.
 */

// What Macs and phones type where Windows has its own code point for the same character.
const WINDOWS_TWIN: Readonly<Record<string, string>> = {
  '〜': '～',
  '−': '－',
  '‖': '∥',
  '—': '―',
  '¢': '￠',
  '£': '￡',
  '¬': '￢',
  '¥': '￥',
  '‾': '￣',
}
const TWINS = new RegExp(`[${Object.keys(WINDOWS_TWIN).join('')}]`, 'g')

let repertoire: ReadonlySet<string> | undefined

function readRepertoire(): ReadonlySet<string> {
  const characters = new Set('\t\n\r')
  for (let code = 0x20; code < 0x7f; code++) characters.add(String.fromCharCode(code))
  for (let code = 0xff61; code <= 0xff9f; code++) characters.add(String.fromCharCode(code))

  const pairs: number[] = []
  for (let lead = 0x81; lead <= 0xfc; lead++) {
    // Half-width katakana lie between; F0–F9 are private characters, which every machine draws differently.
    if ((lead >= 0xa0 && lead <= 0xdf) || (lead >= 0xf0 && lead <= 0xf9)) continue
    for (let trail = 0x40; trail <= 0xfc; trail++) if (trail !== 0x7f) pairs.push(lead, trail)
  }
  for (const character of new TextDecoder('shift_jis').decode(new Uint8Array(pairs))) {
    // A pair without a meaning decodes to U+FFFD, at times followed by its ASCII half, which is in the set already.
    if (character !== '\ufffd') characters.add(character)
  }
  return characters
}

/**
 * The text with Windows' own characters where other systems type a twin (`〜` → `～`), and with kana and dakuten composed,
 * which Macs write apart. Apply it before storing or encoding what `isShiftJis` accepts.
 */
export function toRegistrable(text: string): string {
  return composed(text.replace(TWINS, (character) => WINDOWS_TWIN[character] ?? character))
}

/**
 * The characters of the text that cannot be registered, each once, as a reader sees them: an emoji made of several
 * code points comes back whole.
 */
export function unregistrableCharacters(text: string): string[] {
  repertoire ??= readRepertoire()
  const known = repertoire
  const isKnown = (character: string) => known.has(character)
  const folded = toRegistrable(text)
  if ([...folded].every(isKnown)) return []
  const seen = graphemes(folded)
  return [...new Set(seen.filter((segment) => ![...segment].every(isKnown)))]
}

/** Firefox before 125 has no segmenter: there an emoji of several code points comes in parts. */
const graphemes = (text: string) =>
  'Segmenter' in Intl
    ? [...new Intl.Segmenter('ja', { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment)
    : [...(text as string)]

/** Whether the text has only characters that can be registered (field rule: characters that cannot be registered). */
export function isShiftJis(text: string): boolean {
  return unregistrableCharacters(text).length === 0
}
