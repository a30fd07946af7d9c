import { escapeLike } from '@kushi/values/escape-like'
import { foldWord } from '@kushi/values/fold-word'
import { kanaOfRomaji } from './romaji.ts'

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

/** As long as the longest word in which a wrong letter is looked for. */
const lettersOf = (term: string) => [...term].slice(0, 20)

/**
 * Three parts of a word: one wrong letter, or two that changed places, leave one of them whole. What holds none of them need
 * not be compared with each pattern.
 */
export function thirdsOf(term: string): string[] {
  const letters = lettersOf(term)
  const at = (part: number) => Math.round((letters.length * part) / 3)
  return [0, 1, 2].map((part) => letters.slice(at(part), at(part + 1)).join(''))
}

/** Patterns of LIKE for a word in which one letter is wrong, missing, too many or changed places; none for short ones. */
export function oneLetterOff(term: string): string[] {
  const letters = lettersOf(term)
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
