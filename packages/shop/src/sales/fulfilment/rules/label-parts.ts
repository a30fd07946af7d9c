import type { CarrierLabelLimits } from '../../../ports/carrier-file-port.ts'
import { printedWidth } from './label-signs.ts'

type PartTerms = Pick<CarrierLabelLimits, 'address' | 'is_city_apart' | 'unit'>

const designated = [
  '札幌',
  '仙台',
  'さいたま',
  '千葉',
  '横浜',
  '川崎',
  '相模原',
  '新潟',
  '静岡',
  '浜松',
  '名古屋',
  '京都',
  '大阪',
  '堺',
  '神戸',
  '岡山',
  '広島',
  '北九州',
  '福岡',
  '熊本',
]
const prefecture = /^(?:東京都|北海道|(?:京都|大阪)府|.{2,3}?県)/u
const city = new RegExp(`^(?:(?:${designated.join('|')})市.{1,4}?区|.+?[市区町村])`, 'u')

/**
 * Splits off 都道府県 and 市区町村 at the beginning of an address. Takes the earliest possible cut, so the rest may be too long
 * but never too short: an address in 四日市市 may be stopped needlessly, but no line is printed cut off.
 */
export function splitCity(part: string): [head: string, rest: string] {
  const pref = prefecture.exec(part)?.[0] ?? ''
  const head = pref + (city.exec(part.slice(pref.length))?.[0] ?? '')
  return [head, part.slice(head.length)]
}

/** The length of a label text in the program's unit: characters, or printed width. */
export const labelTextLength = (text: string, unit: CarrierLabelLimits['unit']): number =>
  unit === 'signs' ? [...text].length : printedWidth(text)

/** The indexes of the parts that are too long. */
export function overlongParts(parts: readonly string[], terms: PartTerms): number[] {
  return parts.flatMap((part, n) => {
    const measured = n === 0 && terms.is_city_apart ? splitCity(part)[1] : part
    return labelTextLength(measured, terms.unit) > (terms.address[n] ?? 0) ? [n] : []
  })
}

/** Joins two parts: 「小町1」 and 「2-3」 must not become 「小町12-3」. */
const joined = (a: string, b: string, between = ''): string => {
  if (a === '' || b === '') return a + b
  return a + (/[0-9A-Za-z]$/.test(a) && /^[0-9A-Za-z]/.test(b) ? ' ' : between) + b
}

/** 市区町村・番地・建物 as the customer wrote them, on as many lines as the program has. */
export function layOutAddress([town = '', street = '', building = '']: readonly string[], terms: PartTerms): string[] {
  if (terms.address.length === 1) return [joined(joined(town, street), building, ' ')]
  const parts = terms.is_city_apart ? [joined(town, street), building] : [town, street, building]
  return terms.address.map((_, n) => parts[n] ?? '')
}

/**
 * Where a line may end, the better place first: between two parts, at a space, before a number or a name, anywhere
 * except inside a number.
 */
const breaks = [
  /$^/u,
  /(?<= )/u,
  /(?<= )|(?<=丁目|番地|番|号)|(?<=[^0-9A-Za-z-])(?=[0-9A-Za-z])/u,
  /(?<![0-9A-Za-z-])|(?![0-9A-Za-z-])/u,
]

/**
 * Distributes the same address over the lines of the program without leaving anything out; null when it does not fit.
 */
export function wrapAddress(parts: readonly string[], terms: PartTerms): string[] | null {
  const [first = '', ...others] = parts
  const [head, rest] = terms.is_city_apart ? splitCity(first) : ['', first]
  const texts = [rest, ...others]
  // The building starts a new line if possible.
  for (const isApart of [true, false])
    for (const place of breaks) {
      const pieces = texts.flatMap((part, n) => {
        const isBuilding = n > 0 && n === texts.length - 1
        return part.split(place).map((text, m) => ({ text, part: m === 0 ? { isBuilding } : null }))
      })
      const packed = pack(pieces, isApart, terms)
      if (packed) return [head + packed[0], ...packed.slice(1)]
    }
  return null
}

interface Piece {
  text: string
  /** Set when the text begins a part of the address. */
  part: { isBuilding: boolean } | null
}

function pack(pieces: readonly Piece[], isApart: boolean, terms: PartTerms): string[] | null {
  const parts = ['']
  for (const { text, part } of pieces) {
    const last = parts.length - 1
    const longer = part ? joined(parts[last]!, text, part.isBuilding ? ' ' : '') : parts[last]! + text
    const mayStay = !(isApart && part?.isBuilding && parts[last] !== '')
    if (text === '' || (mayStay && fits(longer, last, terms))) parts[last] = text === '' ? parts[last]! : longer
    else if (parts.length < terms.address.length && fits(text, last + 1, terms)) parts.push(text.trimStart())
    else return null
  }
  return terms.address.map((_, n) => (parts[n] ?? '').trim())
}

const fits = (part: string, n: number, { address, unit }: PartTerms) =>
  labelTextLength(part.trim(), unit) <= address[n]!
