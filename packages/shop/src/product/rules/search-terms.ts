import { toHiragana } from '@kushi/values/kana'

/** Both alphabets that `foldKana` in the database maps onto each other. */
export const katakana = Array.from({ length: 86 }, (_, n) => String.fromCharCode(0x30a1 + n)).join('')
export const hiragana = toHiragana(katakana)

/**
 * What is looked for, as the shop compares it: NFKC, lower case, katakana as hiragana, split at white space; each term
 * must be found. 「ﾂﾊﾞｷ　ＯＩＬ」 → `['つばき', 'oil']`. At most ten terms, so that nobody makes the search slow.
 */
export function searchTerms(keyword: string): string[] {
  const folded = toHiragana(keyword.normalize('NFKC').toLowerCase())
  return [...new Set(folded.split(/[\s\0]+/).filter((term) => term !== ''))].slice(0, 10)
}
