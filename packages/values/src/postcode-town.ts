import { prefectures } from './prefecture.ts'

/** A town that has a postcode, as the postcode service names it. */
export interface TownName {
  /** 1 to 47. */
  pref_id: number
  city: string
  town: string
}

export interface AddressPlace {
  pref_id: number
  /** Municipality and town. */
  addr01: string
  /** House number. */
  addr02: string
}

const kanjiDigits = '〇一二三四五六七八九'

/** The different ways to write one place become one: widths, 大字, ヶ and ケ, ノ and の, 三条 and 3条. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\s/g, '')
    .replace(/\(.*?\)/g, '')
    .replace(/大字|字/g, '')
    .replace(/[ケヶがガ]/g, 'ヶ')
    .replace(/[ノの之]/g, 'ノ')
    .replace(/[〇一二三四五六七八九十]+/g, (digits) => String(numberOf(digits)))

/** 「二十三」 is 23, 「十」 is 10. */
function numberOf(digits: string): number {
  const [tens, ones] = digits.includes('十') ? (digits.split('十') as [string, string]) : ['0', digits]
  const of = (part: string, empty: number) =>
    part === '' ? empty : Number([...part].map((one) => Math.max(0, kanjiDigits.indexOf(one))).join(''))
  return (tens === '0' ? 0 : of(tens, 1) * 10) + of(ones, 0)
}

/** 「高岡郡佐川町」 is also written 「佐川町」. */
const withoutCounty = (city: string) => city.replace(/^.+?郡(?=.+[町村]$)/, '')

/**
 * Whether an address can have this postcode, whose towns these are: prefecture and municipality, and the town if the
 * postcode names it. In Kyoto the town may follow the names of streets.
 */
export function isPlaceOfPostcode(towns: readonly TownName[], { pref_id, addr01, addr02 }: AddressPlace): boolean {
  const address = plain(addr01 + addr02)
  return towns.some(({ pref_id: pref, city, town }) => {
    if (pref !== pref_id) return false
    const names = [plain(city), plain(withoutCounty(city))]
    const name = names.find((one) => address.startsWith(one))
    if (name === undefined) return false
    const rest = address.slice(name.length)
    return isWholeCity(town) || rest.includes(plain(town))
  })
}

/** Reads the place from the lines of a label, which begin with the prefecture. Returns null if they do not. */
export function parseAddressPlace(lines: readonly string[]): AddressPlace | null {
  const address = lines.join('')
  const at = prefectures.findIndex((name) => address.startsWith(name))
  return at < 0 ? null : { pref_id: at + 1, addr01: address.slice(prefectures[at]!.length), addr02: '' }
}

/** Returns the first line of a label with its place replaced. The house number stays. */
export const replaceTownInLine = (line: string, { pref_id, city, town }: TownName): string =>
  `${prefectures[pref_id - 1]!}${city}${isWholeCity(town) ? '' : town}${/[0-9０-９].*$/.exec(line)?.[0] ?? ''}`

/** The postcode of a municipality as a whole: 以下に掲載がない場合. */
const isWholeCity = (town: string) => town === '' || /以下に掲載がない|の次に番地がくる|一円$/.test(town)

/** Returns the name of the first town: 「福岡市博多区博多駅前」. */
export const townNamesText = (towns: readonly TownName[]): string =>
  [...new Set(towns.map(({ city, town }) => `${city}${isWholeCity(town) ? '' : town}`))].slice(0, 3).join('、')
