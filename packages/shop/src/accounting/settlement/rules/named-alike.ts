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

interface BankEntry {
  party: string
  bank_balance: number | null
}

/** Whether two lines of the same day and amount may be one of the account: a balance that both say tells them apart. */
export const isSameEntry = (one: BankEntry, other: BankEntry): boolean =>
  isNamedAlike(one.party, other.party) &&
  (one.bank_balance === null || other.bank_balance === null || one.bank_balance === other.bank_balance)

/** Whether two statements may name the same sender: one cuts the name or adds words to it, or says nothing. */
export function isNamedAlike(one: string, other: string): boolean {
  const [a, b] = [plainName(one), plainName(other)]
  return a.includes(b) || b.includes(a)
}
