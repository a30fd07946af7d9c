/** What banks write before or after the name, each in its own way. */
const WAYS = /(?:振込(?:入金)?|入金|フリコミ(?:ニユウキン)?|ソウキン)\d?/g
const SMALL = 'ァィゥェォッャュョヮ'
const LARGE = 'アイウエオツヤユヨワ'

/** A name as 全銀 writes it: full width, no small kana, no signs. */
const plainName = (words: string): string =>
  words
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[ァィゥェォッャュョヮ]/g, (kana) => LARGE[SMALL.indexOf(kana)]!)
    .replace(WAYS, '')
    .replace(/[\p{P}\p{S}\p{Z}ー]/gu, '')

/** Whether two statements may name the same sender: one cuts the name or adds words to it, or says nothing. */
export function isNamedAlike(one: string, other: string): boolean {
  const [a, b] = [plainName(one), plainName(other)]
  return a.includes(b) || b.includes(a)
}
