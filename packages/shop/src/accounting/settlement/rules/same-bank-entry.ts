/** Words that banks write before or after the name of a sender, each in its own way. */
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

/**
 * Whether two bank lines of the same day and amount may be the same entry. Different balances mean different entries.
 */
export const isSameBankEntry = (one: BankEntry, other: BankEntry): boolean =>
  isSameSenderName(one.party, other.party) &&
  (one.bank_balance === null || other.bank_balance === null || one.bank_balance === other.bank_balance)

/** Whether two bank lines may name the same sender. One of them may cut the name, add words to it, or leave it out. */
export function isSameSenderName(one: string, other: string): boolean {
  const [a, b] = [plainName(one), plainName(other)]
  return a.includes(b) || b.includes(a)
}
