import { findPostcode } from '../postcode/lookup.ts'
import type { Detail, Person } from './gmo-deferred.ts'
import { child, type Element, textOf } from './xml.ts'

/** Codes CT9xxx are our own: public sources name hardly any. */
export const MEANINGS: Record<string, string> = {
  CT9000: 'XMLとして読めない',
  CT9001: '接続情報が違う',
  CT9010: '加盟店取引IDの形式が違う',
  CT9011: '注文日の形式が違う',
  CT9020: '氏名がない、または21文字を超える',
  CT9021: '郵便番号の形式が違う',
  CT9022: '郵便番号と住所が合わない',
  CT9023: '住所がない、または55文字を超える',
  CT9024: '電話番号の桁数が違う',
  CT9025: 'メールアドレスの形式が違う',
  CT9026: '配送先の氏名がない、または21文字を超える',
  CT9027: '配送先の郵便番号と住所が合わない',
  CT9028: '配送先の住所がない、または55文字を超える',
  CT9029: '配送先の電話番号の桁数が違う',
  CT9030: '請求金額が1円以上の整数でない',
  CT9031: '明細がない、または11行を超える',
  CT9032: '明細の合計が請求金額と合わない',
  CT9033: '支払方法が違う',
  CT9034: '更新種別が違う',
  CT9040: '取引がない',
  CT9041: 'キャンセル済み',
  CT9042: '出荷報告済み',
  CT9043: '出荷報告がない',
  CT9044: '審査がOKでない',
  CT9045: '入金済み',
  CT9050: '運送会社コードが違う',
  CT9051: '発送伝票番号の形式が違う',
}

/** A rejection by the provider, with every applicable code. */
export class Refused extends Error {
  readonly codes: readonly string[]
  constructor(...codes: string[]) {
    super(codes.join(', '))
    this.codes = codes
  }
}

const length = (value: string) => [...value].length

function telFits(tel: string): boolean {
  const digits = tel.replaceAll('-', '')
  return /^0[256789]0/.test(digits) ? /^\d{11}$/.test(digits) : /^0\d{9}$/.test(digits)
}

type Codes = { name: string; match: string; address: string; tel: string }
const BUYER: Codes = { name: 'CT9020', match: 'CT9022', address: 'CT9023', tel: 'CT9024' }
const DELIVERY: Codes = { name: 'CT9026', match: 'CT9027', address: 'CT9028', tel: 'CT9029' }

function readPerson(of: Element | undefined, tel: string, codes: Codes): { person: Person; wrong: string[] } {
  const person = {
    name: textOf(of, 'fullName'),
    zip: textOf(of, 'zipCode'),
    address: textOf(of, 'address'),
    tel: textOf(of, tel),
  }
  const wrong: string[] = []
  if (person.name === '' || length(person.name) > 21) wrong.push(codes.name)
  if (person.address === '' || length(person.address) > 55) wrong.push(codes.address)
  if (!/^\d{3}-?\d{4}$/.test(person.zip)) wrong.push('CT9021')
  const towns = findPostcode(person.zip.replace('-', ''))
  if (towns.length > 0 && !towns.some(({ pref, city }) => person.address.startsWith(pref + city)))
    wrong.push(codes.match)
  if (!telFits(person.tel)) wrong.push(codes.tel)
  return { person, wrong }
}

export function readBuyer(buyer: Element | undefined): { person: Person; email: string; wrong: string[] } {
  const { person, wrong } = readPerson(buyer, 'tel1', BUYER)
  const email = textOf(buyer, 'email1')
  if (!/^[\x21-\x7e]+@[\w.-]+\.\w+$/.test(email)) wrong.push('CT9025')
  return { person, email, wrong }
}

export const readDelivery = (delivery: Element | undefined) =>
  readPerson(child(delivery, 'deliveryCustomer'), 'tel', DELIVERY)

export function readMoney(
  buyer: Element | undefined,
  delivery: Element | undefined,
): { amount: number; details: Detail[]; wrong: string[] } {
  const wrong: string[] = []
  const billed = textOf(buyer, 'billedAmount')
  if (!/^[1-9]\d{0,7}$/.test(billed)) wrong.push('CT9030')
  const details = (child(delivery, 'details')?.children ?? []).map((detail) => ({
    detailName: textOf(detail, 'detailName'),
    detailPrice: Number(textOf(detail, 'detailPrice') || Number.NaN),
    detailQuantity: Number(textOf(detail, 'detailQuantity') || Number.NaN),
  }))
  if (details.length === 0 || details.length > 11 || details.some(({ detailName }) => detailName === ''))
    wrong.push('CT9031')
  const sum = details.reduce((total, { detailPrice, detailQuantity }) => total + detailPrice * detailQuantity, 0)
  if (sum !== Number(billed)) wrong.push('CT9032')
  return { amount: Number(billed), details, wrong }
}
