import { toRegistrable } from './registrable.ts'
import { stripCommas, toHalfWidth } from './text.ts'

/** Controls, and marks that show nothing or turn the direction of what follows. The joiner of emoji is not among them. */
const INVISIBLE = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069]/gu

/**
 * A name or a part of an address as slips, carriers' files and mail headers can take it: one line, half-width, Windows'
 * characters, no commas, no control characters, single spaces.
 */
export const cleanLine = (text: string): string =>
  stripCommas(toRegistrable(toHalfWidth(text.replace(/[\s\u0085]+/g, ' ').replace(INVISIBLE, ''))))
    .replace(/\s+/g, ' ')
    .trim()

/** A free text of several lines: as it was typed, but for control characters. */
export const cleanParagraphs = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(INVISIBLE, (mark) => (mark === '\n' || mark === '\t' ? mark : ''))
