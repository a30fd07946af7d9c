/**
 * Katakana, full- or half-width, → hiragana (ひらがな): `ヤマダ`, `ﾔﾏﾀﾞ` → `やまだ`. Everything else stays.
 *
 * For kana fields on blur: people type whatever their keyboard produces, and the shop stores hiragana.
 */
export function toHiragana(text: string): string {
  return (
    text
      .replace(/[\uff66-\uff9f]+/g, (halfWidth) => halfWidth.normalize('NFKC'))
      // Separate dakuten are joined with the kana before them: か + ゛ → が.
      .replace(/([\u3041-\u30ff])[\u309b\u3099]/g, (_, kana: string) => `${kana}\u3099`.normalize('NFC'))
      .replace(/([\u3041-\u30ff])[\u309c\u309a]/g, (_, kana: string) => `${kana}\u309a`.normalize('NFC'))
      .replace(/[ァ-ヶヽヾ]/g, (katakana) => String.fromCharCode(katakana.charCodeAt(0) - 0x60))
  )
}

/** Hiragana → full-width katakana: `やまだ` → `ヤマダ`. Everything else stays. */
export const toKatakana = (text: string): string =>
  text.replace(/[ぁ-ゖ]/g, (hiragana) => String.fromCharCode(hiragana.charCodeAt(0) + 0x60))

/** Whether the text is only hiragana and the long-vowel mark, without spaces (field rule: kana). */
export function isHiragana(text: string): boolean {
  return /^[ぁ-ゖー]+$/.test(text)
}
