import { toHiragana } from '@kushi/values/kana'

/**
 * The reading of a name, caught while it is converted (かな漢字変換): the kana that stood there before the kanji did.
 * `update` takes what a composition shows, `end` what it left behind and answers the kana to add.
 */
export class KanaReading {
  #kana = ''

  update(shown: string): void {
    // Half-typed romaji at the end (やまd) are no kana yet.
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
