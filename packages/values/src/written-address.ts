import { parsePostcode } from './address.ts'
import { normalizePhone } from './phone.ts'
import { prefectureId, prefectures } from './prefecture.ts'
import { stripCommas, toHalfWidth } from './text.ts'

/** The prefectures in Latin letters, in order of their ids. */
const romaji =
  'hokkaido aomori iwate miyagi akita yamagata fukushima ibaraki tochigi gunma saitama chiba tokyo kanagawa niigata toyama ishikawa fukui yamanashi nagano gifu shizuoka aichi mie shiga kyoto osaka hyogo nara wakayama tottori shimane okayama hiroshima yamaguchi tokushima kagawa ehime kochi fukuoka saga nagasaki kumamoto oita miyazaki kagoshima okinawa'.split(
    ' ',
  )

/** `東京都`, `東京`, `Tokyo`, `Tokyo-to`, `TŌKYŌ`, `Osaka Prefecture` → 13 …; null for anything else. */
export function writtenPrefecture(text: string): number | null {
  const name = text.trim().replace(/\s+/g, ' ')
  const exact = prefectureId(name)
  if (exact !== null || name === '') return exact
  const short = prefectures.findIndex((one) => one.replace(/[都府県]$/, '') === name)
  if (short >= 0) return short + 1
  const latin = name
    .normalize('NFD')
    .replace(/[\u0300-\u036f']/g, '')
    .toLowerCase()
  const bare = latin.replace(/[- ](to|fu|ken|prefecture|pref\.?)$/, '').replace(/oo|ou/g, 'o')
  const at = romaji.indexOf(bare === 'gumma' ? 'gunma' : bare)
  return at < 0 ? null : at + 1
}

const tidy = (text: string) => stripCommas(toHalfWidth(text)).replace(/\s+/g, ' ').trim()

/**
 * Splits a name in one field into 姓 and 名. Four kanji without a space are split two and two, which is nearly always
 * right; other names are left for the customer to split.
 */
export function splitName(name: string): { name01: string; name02: string } {
  const [name01 = '', ...rest] = tidy(name).split(' ')
  if (rest.length > 0) return { name01, name02: rest.join(' ') }
  if (/^\p{Script=Han}{4}$/u.test(name01)) return { name01: name01.slice(0, 2), name02: name01.slice(2) }
  return { name01, name02: '' }
}

/** Splits the parts of an address as people write them into 市区町村, 番地 and 建物, at the beginning and end of the house number. */
function splitParts(parts: readonly string[]): { addr01: string; addr02: string; addr03: string } {
  const tidied = parts.map(tidy).filter(Boolean)
  const at = tidied.findIndex((part) => /\d/.test(part))
  if (at < 0) return { addr01: tidied[0] ?? '', addr02: tidied[1] ?? '', addr03: tidied.slice(2).join(' ') }
  const head = tidied.slice(0, at + 1).join('')
  const digit = head.search(/\d/)
  const [addr02 = '', ...building] = head.slice(digit).split(' ')
  return { addr01: head.slice(0, digit).trim(), addr02, addr03: [...building, ...tidied.slice(at + 1)].join(' ') }
}

/** A person and a place as a wallet knows them: in the customer's own spelling. */
export interface WrittenAddress {
  name: string
  postal_code: string
  region: string
  /** 市区町村 to 建物, in as many parts as they come. */
  lines: readonly string[]
  phone: string
}

/**
 * Reads them into our fields. Fields that can't be recognised are empty (`pref_id`: null); the form requires them.
 */
export function readWrittenAddress({ name, postal_code, region, lines, phone }: WrittenAddress) {
  const written = prefectures.find((prefecture) => lines.some((part) => part.startsWith(prefecture)))
  const postcode = parsePostcode(postal_code)
  return {
    ...splitName(name),
    postal_code01: postcode?.postal_code01 ?? '',
    postal_code02: postcode?.postal_code02 ?? '',
    pref_id: writtenPrefecture(region) ?? writtenPrefecture(written ?? ''),
    ...splitParts(lines.map((part) => (written && part.startsWith(written) ? part.slice(written.length) : part))),
    // Amazon also writes 81 without a plus sign.
    phone_number: normalizePhone(phone.replace(/^81(?=[- ])/, '+81')).replace(/\D/g, ''),
  }
}
