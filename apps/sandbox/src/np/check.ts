import iconv from 'iconv-lite'
import { findPostcode } from '../postcode/lookup.ts'
import type { Goods, Person } from './np.ts'

type Json = Record<string, unknown>
const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Characters outside Shift_JIS cannot be printed on the bill. */
const printable = (value: string) => iconv.decode(iconv.encode(value, 'cp932'), 'cp932') === value
const length = (value: string) => [...value].length

type Codes = Record<
  | 'name'
  | 'nameSigns'
  | 'nameLong'
  | 'zip'
  | 'zipForm'
  | 'match'
  | 'address'
  | 'addressSigns'
  | 'addressLong'
  | 'tel'
  | 'telForm'
  | 'telMobile'
  | 'telFixed',
  string
>
const CUSTOMER: Codes = {
  name: 'E0100048',
  nameSigns: 'E0100049',
  nameLong: 'E0100050',
  zip: 'E0100057',
  zipForm: 'E0100136',
  match: 'E0100059',
  address: 'E0100060',
  addressSigns: 'E0100061',
  addressLong: 'E0100062',
  tel: 'E0100063',
  telForm: 'E0100065',
  telMobile: 'E0100066',
  telFixed: 'E0100067',
}
const DELIVERY: Codes = {
  name: 'E0100072',
  nameSigns: 'E0100073',
  nameLong: 'E0100074',
  zip: 'E0100081',
  zipForm: 'E0100136',
  match: 'E0100083',
  address: 'E0100084',
  addressSigns: 'E0100085',
  addressLong: 'E0100086',
  tel: 'E0100091',
  telForm: 'E0100089',
  telMobile: 'E0100090',
  telFixed: 'E0100090',
}

function telCode(tel: string, codes: Codes): string | undefined {
  if (tel === '') return codes.tel
  if (!/^[\d-]+$/.test(tel)) return codes.telForm
  const digits = tel.replaceAll('-', '')
  if (/^0[256789]0/.test(digits)) return digits.length === 11 ? undefined : codes.telMobile
  return /^0\d{9}$/.test(digits) ? undefined : codes.telFixed
}

function zipCode(zip: string, address: string, codes: Codes): string | undefined {
  if (zip === '') return codes.zip
  if (!/^\d{3}-?\d{4}$/.test(zip)) return codes.zipForm
  const towns = findPostcode(zip.replace('-', ''))
  const matches = towns.length === 0 || towns.some(({ pref, city }) => address.startsWith(pref + city))
  return matches || address === '' ? undefined : codes.match
}

function readPerson(value: unknown, codes: Codes): { person: Person; wrong: string[] } {
  const given = object(value)
  const person: Person = {
    name: text(given.customer_name),
    company: text(given.company_name),
    zip: text(given.zip_code),
    address: text(given.address),
    tel: text(given.tel),
    email: text(given.email),
  }
  const wrong = [
    person.name === '' ? codes.name : undefined,
    printable(person.name) ? undefined : codes.nameSigns,
    length(person.name) > 21 ? codes.nameLong : undefined,
    length(person.company) > 30 ? 'E0100053' : undefined,
    zipCode(person.zip, person.address, codes),
    person.address === '' ? codes.address : undefined,
    printable(person.address) ? undefined : codes.addressSigns,
    length(person.address) > 55 ? codes.addressLong : undefined,
    telCode(person.tel, codes),
  ].filter((code) => code !== undefined)
  return { person, wrong }
}

export function readCustomer(value: unknown): { person: Person; wrong: string[] } {
  const { person, wrong } = readPerson(value, CUSTOMER)
  if (person.email === '') wrong.push('E0100069')
  else if (!/^[\x21-\x7e]+@[\w.-]+\.\w+$/.test(person.email)) wrong.push('E0100070')
  return { person, wrong }
}

export const readDelivery = (value: unknown) => readPerson(value, DELIVERY)

/** The goods and their sum, which must equal the billed amount. */
export function readMoney(amount: unknown, goods: unknown): { amount: number; goods: Goods[]; wrong: string[] } {
  const wrong: string[] = []
  if (!Number.isInteger(amount) || Number(amount) < 1) wrong.push('E0100904')
  const lines = (Array.isArray(goods) ? goods : []).map(object)
  const fits = lines.every(
    (line) =>
      text(line.goods_name) !== '' &&
      length(text(line.goods_name)) <= 75 &&
      Number.isInteger(line.goods_price) &&
      Number.isInteger(line.quantity) &&
      Number(line.quantity) > 0,
  )
  if (lines.length === 0 || !fits) wrong.push('E0100905')
  const sum = lines.reduce((total, line) => total + Number(line.goods_price) * Number(line.quantity), 0)
  if (sum !== amount) wrong.push('E0100906')
  return { amount: Number(amount), goods: lines as unknown as Goods[], wrong }
}

export const readText = text
export const readObject = object
