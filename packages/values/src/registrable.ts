import { composeKana, normalizeDashes, stripCommas, toHalfWidth } from './text.ts'

/** Control characters, and invisible characters or those that change the text direction. Keeps the joiner of emoji. */
const INVISIBLE = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069]/gu

/**
 * Cleans a title that the shop writes (「3,000円以上で10%引き」): one line, half-width, Windows' characters, no control
 * characters, single spaces.
 */
export const cleanTitle = (text: string): string =>
  toRegistrable(toHalfWidth(text.replace(/[\s\u0085]+/g, ' ').replace(INVISIBLE, '')))
    .replace(/\s+/g, ' ')
    .trim()

/** Cleans a name or a part of an address like a title, and without commas, for slips and carriers' files. */
export const cleanLine = (text: string): string => cleanTitle(stripCommas(text))

/** Cleans a line like `cleanLine`, for texts that carriers print. Dashes of any kind become the plain hyphen. */
export const cleanPrintedLine = (text: string): string => normalizeDashes(cleanLine(text))

/** Characters that turn the direction of what follows, and controls other than line breaks and tabs. */
const UNSEEN = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|(?![\t\n\r])\p{Cc}/gu

/**
 * Removes control characters and characters that change the direction of text. Applied to texts that were sent or read
 * from a file, so that lists and paper show them as they are.
 */
export const removeInvisible = (text: string): string => text.replace(UNSEEN, '')

/** Cleans a free text of several lines: removes control characters and keeps the rest. */
export const cleanParagraphs = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(INVISIBLE, (mark) => (mark === '\n' || mark === '\t' ? mark : ''))

/*
 * Slips and carriers print from Windows' Shift-JIS (CP932), so a name or address may only contain its characters. The
 * table of 7,327 characters is not shipped: every browser and Node can decode the encoding, so the set is read from the
 * decoder once, at the first call.
 */

// Characters typed on Macs and phones for which Windows has its own code point.
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
    // Half-width katakana are in between; F0–F9 are private characters, which each machine draws differently.
    if ((lead >= 0xa0 && lead <= 0xdf) || (lead >= 0xf0 && lead <= 0xf9)) continue
    for (let trail = 0x40; trail <= 0xfc; trail++) if (trail !== 0x7f) pairs.push(lead, trail)
  }
  for (const character of new TextDecoder('shift_jis').decode(new Uint8Array(pairs))) {
    // An undefined pair decodes to U+FFFD, sometimes followed by its ASCII half, which is in the set already.
    if (character !== '\ufffd') characters.add(character)
  }
  return characters
}

/**
 * Replaces characters of other systems by their Windows twins (`〜` → `～`) and composes kana and dakuten, which Macs
 * write separately. Apply it before storing or encoding text that `isShiftJis` accepts.
 */
export function toRegistrable(text: string): string {
  return composeKana(text.replace(TWINS, (character) => WINDOWS_TWIN[character] ?? character))
}

/**
 * Returns the characters of the text that can't be registered, each once, as a reader sees them: an emoji of several
 * code points is returned whole.
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

/** Firefox before 125 has no segmenter, so there an emoji of several code points is returned in parts. */
const graphemes = (text: string) =>
  'Segmenter' in Intl
    ? [...new Intl.Segmenter('ja', { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment)
    : [...(text as string)]

/** Whether all characters of the text can be registered (field rule: characters that cannot be registered). */
export function isShiftJis(text: string): boolean {
  return unregistrableCharacters(text).length === 0
}
