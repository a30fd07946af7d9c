/** Nothing but spaces of any width and line breaks. */
export const isBlank = (text: string): boolean => text.trim() === ''

/** Escapes `%`, `_` and `\` in a text for a LIKE pattern. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/**
 * Cuts a text to at most `most` units of UTF-16, which is how LINE counts. Never splits a character of two units (🌸,
 * 𠮷), because PostgreSQL rejects half of one in JSON.
 */
export const cutText = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')

/** Dashes that no Japanese text contains; phones, computers and foreign keyboards write them for a hyphen. */
const FOREIGN_DASHES = '\u00ad˗‐‑‒–⁃⁻₋−╴╌╶⸺⸻﹘﹣－➖'
/** Characters with a meaning of their own, which people also write for a hyphen between digits and letters. */
const JAPANESE_DASHES = '—―─━ーｰ'
/**
 * All characters that people type for a hyphen. It begins with the hyphen itself, so that it can be used in a
 * character class of a regular expression.
 */
export const DASH_CHARACTERS = `-${FOREIGN_DASHES}${JAPANESE_DASHES}`
const HYPHENS = new RegExp(`[${DASH_CHARACTERS}]`, 'g')
const FOREIGN_DASH = new RegExp(`[${FOREIGN_DASHES}]`, 'g')
const BETWEEN_DIGITS = new RegExp(`([0-9A-Za-z])[-${JAPANESE_DASHES}]+(?=[0-9A-Za-z])`, 'g')

/** Dashes of any kind → the plain hyphen: `1–2`, `1ー2` → `1-2`; `メゾンー椿` keeps its mark. */
export const normalizeDashes = (text: string): string => text.replace(FOREIGN_DASH, '-').replace(BETWEEN_DIGITS, '$1-')

/**
 * Full-width letters, digits, symbols and spaces → half-width (半角): `ＡＢＣ　１−２` → `ABC 1-2`.
 *
 * Katakana and everything else stay, unlike in Unicode's NFKC, which would turn ㈱ into (株).
 */
export function toHalfWidth(text: string): string {
  return (
    text
      .replace(/[！-～]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
      .replace(/\u3000/g, ' ')
      // A Mac's keys for － and ～ produce these two.
      .replace(/\u2212/g, '-')
      .replace(/\u301c/g, '~')
  )
}

/** Composes kana with separate dakuten, as Macs write them, into one character: `か` + U+3099 → `が`. */
export function composeKana(text: string): string {
  // Not the whole text: composing would also replace U+FA19 and other kanji of names by their everyday forms.
  return text.replace(/[\u3041-\u30ff][\u3099\u309a]/g, (kana) => kana.normalize('NFC'))
}

/** Removes half- and full-width commas: names and addresses are written to comma-separated files of carriers. */
export function stripCommas(text: string): string {
  return text.replace(/[,，]/g, '')
}

/** Half-width without hyphen-like characters and spaces, for number fields: `０３ー１２３４` → `031234`. */
export function compactDigits(text: string): string {
  return toHalfWidth(text).replace(HYPHENS, '').replace(/\s/g, '')
}
