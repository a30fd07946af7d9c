import { toHiragana } from './kana.ts'

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
