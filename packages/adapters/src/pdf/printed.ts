const graphemes = new Intl.Segmenter('ja', { granularity: 'grapheme' })
/** Characters that only change the look of the one before, or that are invisible. */
const UNSEEN = /(?![\t\n\r])[\p{Cf}\p{Cc}\p{Me}\p{Variation_Selector}]/gu
const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/u
/** ゲタ: how printers mark a sign that they don't have. */
const MISSING = '〓'

/**
 * Converts a text to the characters that the font has. Emoji are removed; another missing character becomes its
 * everyday form, or is marked as missing.
 */
export function printableText(has: (codePoint: number) => boolean, text: string): string {
  const hasAll = (part: string) => [...part].every((sign) => '\t\n\r'.includes(sign) || has(sign.codePointAt(0)!))
  if (hasAll(text)) return text
  const shown = (sign: string) => {
    if (hasAll(sign)) return sign
    const base = sign.replace(UNSEEN, '')
    if (hasAll(base)) return base
    if (PICTURE.test(base)) return ''
    const plain = [base.normalize('NFC'), base.normalize('NFKC'), base.normalize('NFKD').replace(/\p{M}/gu, '')]
    return plain.find(hasAll) ?? MISSING
  }
  return [...graphemes.segment(text)]
    .map(({ segment }) => shown(segment))
    .join('')
    .replace(/ {2,}/g, ' ')
    .replace(/^ | $/gm, '')
}
