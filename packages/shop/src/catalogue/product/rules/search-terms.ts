import { normalizeForSearch } from '@kushi/values/normalize-for-search'
import { escapeLike } from '@kushi/values/text'

const vowels = 'aiueo'
const rows: Record<string, string[]> = Object.fromEntries(
  ' あいうえお kかきくけこ gがぎぐげご sさしすせそ zざじずぜぞ tたちつてと dだぢづでど nなにぬねの hはひふへほ bばびぶべぼ pぱぴぷぺぽ mまみむめも rらりるれろ yやいゆえよ wわいうえを'
    .split(/ (?=[a-zあ])/)
    .map((row) => row.trim())
    .map((row) => (/^[a-z]/.test(row) ? [row[0]!, [...row.slice(1)]] : ['', [...row]])),
)
/** きゃ, きゅ, きょ and similar: the kana of the second column plus a small kana. */
const small = ['ゃ', 'ぃ', 'ゅ', 'ぇ', 'ょ']
const joined = (kana: string) => small.map((sound) => kana + sound)
for (const consonant of 'kgsztdnhbpmr') rows[`${consonant}y`] = joined(rows[consonant]![1]!)
Object.assign(rows, {
  sh: ['しゃ', 'し', 'しゅ', 'しぇ', 'しょ'],
  ch: ['ちゃ', 'ち', 'ちゅ', 'ちぇ', 'ちょ'],
  ts: ['つぁ', 'つぃ', 'つ', 'つぇ', 'つぉ'],
  j: ['じゃ', 'じ', 'じゅ', 'じぇ', 'じょ'],
  f: ['ふぁ', 'ふぃ', 'ふ', 'ふぇ', 'ふぉ'],
})

/** 「tsubaki」 → 「つばき」, Hepburn and 訓令式; null if the letters are not romaji. */
export function romajiToKana(text: string): string | null {
  let kana = ''
  for (let rest = text; rest !== ''; ) {
    const [all = '', consonants = '', vowel = ''] = /^([^aiueo]{0,2})([aiueo])/.exec(rest) ?? []
    const sound = all && rows[consonants]?.[vowels.indexOf(vowel)]
    if (sound) kana += sound
    else if (/^n(?![aiueoy])/.test(rest) || /^m(?=[bpm])/.test(rest)) kana += 'ん'
    else if (/^([a-z])\1/.test(rest) || /^tch/.test(rest)) kana += 'っ'
    else return null
    rest = rest.slice(sound ? all.length : 1)
  }
  return kana
}

/**
 * Returns the folded search terms, split at white space; all must be found. 「ﾂﾊﾞｷ　ＯＩＬ」 → `['つばき', 'oil']`. At most ten
 * terms, so that no keyword makes the search slow.
 */
export function searchTerms(keyword: string): string[] {
  const words = keyword.normalize('NFKC').split(/[\s\0]+/)
  return [...new Set(words.map(normalizeForSearch).filter((term) => term !== ''))].slice(0, 10)
}

/** Maximum alternatives of one term: more would make the search slow. */
const most = 20

/**
 * Returns the alternatives of a term: the term, the kana of romaji, and the shop's synonyms for it or for a part of it.
 * `synonyms`: groups of normalised words.
 */
export function searchAlternatives(term: string, synonyms: readonly (readonly string[])[]): string[] {
  const kana = /^[a-z]{3,}$/.test(term) ? romajiToKana(term) : null
  const spelled = [term, ...(kana ? [normalizeForSearch(kana)] : [])]
  const others = spelled.flatMap((word) =>
    synonyms.flatMap((group) =>
      group
        .filter((known) => known === word || (known.length > 1 && word.includes(known)))
        .flatMap((known) => group.map((other) => word.replace(known, other))),
    ),
  )
  return [...new Set([...spelled, ...others])].slice(0, most)
}

/** The maximum length for which patterns with a wrong letter are made. */
const lettersOf = (term: string) => [...term].slice(0, 20)

/**
 * Returns three parts of a word. A word with one wrong letter, or two swapped letters, keeps at least one part. So
 * texts without any of the parts need not be compared with each pattern.
 */
export function wordThirds(term: string): string[] {
  const letters = lettersOf(term)
  const at = (part: number) => Math.round((letters.length * part) / 3)
  return [0, 1, 2].map((part) => letters.slice(at(part), at(part + 1)).join(''))
}

/** LIKE patterns for a word with one letter wrong, missing, added or swapped with the next; none for short words. */
export function typoPatterns(term: string): string[] {
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
