import { toHiragana } from './kana.ts'
import { DASH_CHARACTERS } from './text.ts'

const smallKana = 'ぁぃぅぇぉっゃゅょゎ'
const largeKana = 'あいうえおつやゆよわ'
/** Characters that some people write and others omit: ヘアーオイル, ヘア・オイル. */
const unheard = "ー・‐-–〜~'’"
/**
 * Dashes that `normalizeForSearch` removes, but the stored search columns do not. A query has to remove them from the columns
 * before it compares.
 */
export const dashesKeptInSearchColumns = [...DASH_CHARACTERS].filter((dash) => !unheard.includes(dash)).join('')

/**
 * Normalises a word for comparison: NFKC, lower case, katakana to hiragana, small kana to large, without 「ー」 and 「・」.
 */
export function normalizeForSearch(text: string): string {
  const kana = toHiragana(text.normalize('NFKC').toLowerCase())
  return [...kana]
    .filter((letter) => !unheard.includes(letter) && !dashesKeptInSearchColumns.includes(letter))
    .map((letter) => largeKana[smallKana.indexOf(letter)] ?? letter)
    .join('')
}

/**
 * The normalisation of `normalizeForSearch` as two character lists for PostgreSQL's `translate`. `translate` deletes
 * the last characters of `from`, which have no counterpart in `to`.
 */
export const sqlSearchTranslateCharacters = (() => {
  const katakana = Array.from({ length: 86 }, (_, n) => String.fromCharCode(0x30a1 + n)).join('')
  const from = katakana + smallKana
  return { from: from + unheard, to: [...from].map(normalizeForSearch).join('') }
})()
