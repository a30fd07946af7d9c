import { toHiragana } from './kana.ts'
import { DASHES } from './text.ts'

const smallKana = 'ぁぃぅぇぉっゃゅょゎ'
const largeKana = 'あいうえおつやゆよわ'
/** Characters that some people write and others omit: ヘアーオイル, ヘア・オイル. */
const unheard = "ー・‐-–〜~'’"
/** Dashes that the stored texts still have, because the columns that fold them are of the first version. */
export const laterUnheard = [...DASHES].filter((dash) => !unheard.includes(dash)).join('')

/** Folds a word for comparison: NFKC, lower case, katakana to hiragana, small kana to large, without 「ー」 and 「・」. */
export function foldWord(text: string): string {
  const kana = toHiragana(text.normalize('NFKC').toLowerCase())
  return [...kana]
    .filter((letter) => !unheard.includes(letter) && !laterUnheard.includes(letter))
    .map((letter) => largeKana[smallKana.indexOf(letter)] ?? letter)
    .join('')
}

/** The same for the database's `translate`, which deletes the characters at the end that have no counterpart. */
export const folding = (() => {
  const katakana = Array.from({ length: 86 }, (_, n) => String.fromCharCode(0x30a1 + n)).join('')
  const from = katakana + smallKana
  return { from: from + unheard, to: [...from].map(foldWord).join('') }
})()
