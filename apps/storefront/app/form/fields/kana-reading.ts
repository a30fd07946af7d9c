import { toHiragana } from '@kushi/values/kana'

/**
 * Captures the reading of a name during かな漢字変換: the kana that the user typed before the conversion to kanji.
 * `update` takes the current text of the composition; `end` takes its final text and returns the kana to add.
 */
export class KanaReading {
  #kana = ''

  update(shown: string): void {
    // Incomplete romaji at the end (やまd) are no kana yet.
    const kana = toHiragana(shown.normalize('NFKC')).replace(/[a-zA-Z]+$/, '')
    if (/^[ぁ-ゖー]+$/.test(kana)) this.#kana = kana
    else if (shown === '') this.#kana = ''
  }

  end(left: string): string {
    const kana = left === '' ? '' : this.#kana
    this.#kana = ''
    return kana
  }
}
