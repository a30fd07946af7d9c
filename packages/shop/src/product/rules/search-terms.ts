import { toHiragana } from '@kushi/values/kana'
import { kanaOfRomaji } from './romaji.ts'

const smallKana = 'ぁぃぅぇぉっゃゅょゎ'
const largeKana = 'あいうえおつやゆよわ'
/** Written by some and left out by others: ヘアーオイル, ヘア・オイル. */
const unheard = "ー・‐-–〜~'’"

/** As the shop compares words: NFKC, lower case, katakana as hiragana, small kana as large, without 「ー」 and 「・」. */
export function foldWord(text: string): string {
  const kana = toHiragana(text.normalize('NFKC').toLowerCase())
  return [...kana]
    .filter((letter) => !unheard.includes(letter))
    .map((letter) => largeKana[smallKana.indexOf(letter)] ?? letter)
    .join('')
}

/** The same for the database, as `translate` takes it: what has no counterpart at the end goes. */
export const folding = (() => {
  const katakana = Array.from({ length: 86 }, (_, n) => String.fromCharCode(0x30a1 + n)).join('')
  const from = katakana + smallKana
  return { from: from + unheard, to: [...from].map(foldWord).join('') }
})()

/**
 * What is looked for, folded and split at white space; each term must be found. 「ﾂﾊﾞｷ　ＯＩＬ」 → `['つばき', 'oil']`. At most
 * ten terms, so that nobody makes the search slow.
 */
export function searchTerms(keyword: string): string[] {
  const words = keyword.normalize('NFKC').split(/[\s\0]+/)
  return [...new Set(words.map(foldWord).filter((term) => term !== ''))].slice(0, 10)
}

/** Of one term: more would make the search slow. */
const most = 20

/**
 * What may stand for a term: itself, the kana of romaji, and what the shop has named as another word for it or for a part
 * of it. `synonyms`: folded words, a group each.
 */
export function alternativesOf(term: string, synonyms: readonly (readonly string[])[]): string[] {
  const kana = /^[a-z]{3,}$/.test(term) ? kanaOfRomaji(term) : null
  const spelled = [term, ...(kana ? [foldWord(kana)] : [])]
  const others = spelled.flatMap((word) =>
    synonyms.flatMap((group) =>
      group
        .filter((known) => known === word || (known.length > 1 && word.includes(known)))
        .flatMap((known) => group.map((other) => word.replace(known, other))),
    ),
  )
  return [...new Set([...spelled, ...others])].slice(0, most)
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Patterns of LIKE for a word in which one letter is wrong, missing, too many or changed places; none for short ones. */
export function oneLetterOff(term: string): string[] {
  const letters = [...term].slice(0, 20)
  if (letters.length < 3) return []
  const patterns = new Set<string>()
  const add = (...parts: string[]) => patterns.add(`%${parts.join('')}%`)
  letters.forEach((letter, at) => {
    const before = escapeLike(letters.slice(0, at).join(''))
    const after = escapeLike(letters.slice(at + 1).join(''))
    add(before, '_', after)
    if (at > 0) add(before, '_', escapeLike(letter), after)
    if (letters.length > 3) add(before, after)
    const next = letters[at + 1]
    if (next !== undefined) add(before, escapeLike(next + letter), escapeLike(letters.slice(at + 2).join('')))
  })
  return [...patterns]
}
