import { toRegistrable } from './registrable.ts'
import { stripCommas, toHalfWidth } from './text.ts'

/** Control characters, and invisible characters or those that change the text direction. Keeps the joiner of emoji. */
const INVISIBLE = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069]/gu

/**
 * Cleans a name or a part of an address for slips, carriers' files and mail headers: one line, half-width, Windows'
 * characters, no commas, no control characters, single spaces.
 */
export const cleanLine = (text: string): string =>
  stripCommas(toRegistrable(toHalfWidth(text.replace(/[\s\u0085]+/g, ' ').replace(INVISIBLE, ''))))
    .replace(/\s+/g, ' ')
    .trim()

/** Cleans a free text of several lines: removes control characters and keeps the rest. */
export const cleanParagraphs = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(INVISIBLE, (mark) => (mark === '\n' || mark === '\t' ? mark : ''))
