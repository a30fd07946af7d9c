import { toHiragana } from './kana.ts'

const smallKana = 'ぁぃぅぇぉっゃゅょゎ'
const largeKana = 'あいうえおつやゆよわ'
/** Characters that some people write and others omit: ヘアーオイル, ヘア・オイル. */
const unheard = "ー・‐-–〜~'’"

/** Folds a word for comparison: NFKC, lower case, katakana to hiragana, small kana to large, without 「ー」 and 「・」. */
export function foldWord(text: string): string {
  const kana = toHiragana(text.normalize('NFKC').toLowerCase())
  return [...kana]
    .filter((letter) => !unheard.includes(letter))
    .map((letter) => largeKana[smallKana.indexOf(letter)] ?? letter)
    .join('')
}

/** The same for the database's `translate`, which deletes the characters at the end that have no counterpart. */
export const folding = (() => {
  const katakana = Array.from({ length: 86 }, (_, n) => String.fromCharCode(0x30a1 + n)).join('')
  const from = katakana + smallKana
  return { from: from + unheard, to: [...from].map(foldWord).join('') }
})()
