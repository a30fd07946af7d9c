import { normalizeEmail } from '@kushi/values/email'
import { toHiragana } from '@kushi/values/kana'
import type { IdentitySignKind } from '@kushi/values/person'
import { normalizePhone } from '@kushi/values/phone'

/** Name, address and phone number in an order or an account. Empty texts are unknown. */
export interface PersonAddress {
  name01: string
  name02: string
  kana01: string
  kana02: string
  postal_code01: string
  postal_code02: string
  addr01: string
  addr02: string
  addr03: string
  phone_number: string
}

/** An account: its address, e-mail and LINE account. */
export interface PersonAccount extends PersonAddress {
  email: string
  line_id: string | null
}

/** A sign by which a person is recognised, before it is hashed. */
export interface UnhashedPersonSign {
  kind: IdentitySignKind
  text: string
  /** A strong sign means the same person. A weak one may also be of the family or a neighbour. */
  is_strong: boolean
  /** The sign is stored for later comparisons. Signs of somebody else, who receives a present, are not. */
  is_kept: boolean
}

/**
 * Returns the signs of a buyer. `account` null: a guest, who is the recipient. `to` null: the destination is not known
 * yet.
 */
export function personSignsOf(account: PersonAccount | null, to: PersonAddress | null): UnhashedPersonSign[] {
  const own = account ? [...ofAddress(account, true), ...ofAccount(account)] : []
  const isOwn = to !== null && (account === null || nameOf(to) === nameOf(account))
  const all = to ? [...own, ...ofAddress(to, isOwn)] : own
  return [...new Map(all.toReversed().map((sign) => [`${sign.kind}:${sign.text}`, sign])).values()]
}

function ofAccount({ email, line_id }: PersonAccount): UnhashedPersonSign[] {
  const isKnown = (text: string | null): text is string => text !== null && text !== ''
  return [
    ...(isKnown(email) ? [sign('mailbox', normalizedMailbox(email))] : []),
    ...(isKnown(line_id) ? [sign('line', line_id)] : []),
  ]
}

const sign = (kind: IdentitySignKind, text: string, is_strong = true, is_kept = true): UnhashedPersonSign => ({
  kind,
  text,
  is_strong,
  is_kept,
})

/** `isOwn`: of the buyer, not of somebody who receives a present. */
function ofAddress(to: PersonAddress, isOwn: boolean): UnhashedPersonSign[] {
  const postcode = to.postal_code01 + to.postal_code02
  const phone = normalizePhone(to.phone_number)
  const whole = addressNumbers(`${to.addr01} ${to.addr02} ${to.addr03}`)
  const house = houseNumbersOf(to.addr01, to.addr02)
  const name = nameOf(to)
  return [
    // Nobody checked that the telephone is theirs: alone it is perhaps a stranger's or the family's.
    ...(isOwn && phone !== '' ? [sign('phone', phone, false)] : []),
    ...(isOwn && phone !== '' && name !== '' ? [sign('phone', `${phone}:${name}`)] : []),
    ...(name !== '' && postcode !== '' && whole.length > 0
      ? [sign('resident', `${postcode}:${whole.join('-')}:${name}`, isOwn, isOwn)]
      : []),
    ...(postcode !== '' && house.length > 0 ? [sign('place', `${postcode}:${house.join('-')}`, false)] : []),
  ]
}

/**
 * Returns a destination in a normalised form: postcode and all numbers, whoever lives there. An address without
 * numbers stays as written, without spaces.
 */
export function destinationText({ postal_code01, postal_code02, addr01, addr02, addr03 }: PersonAddress): string {
  const whole = `${addr01} ${addr02} ${addr03}`
  const numbers = addressNumbers(whole)
  const written = whole.normalize('NFKC').replace(/\s/g, '')
  return `${postal_code01}${postal_code02}:${numbers.length > 0 ? numbers.join('-') : written}`
}

/**
 * Returns a house in a normalised form, whichever room: first half of the postcode, and house numbers. null: an
 * address without numbers.
 */
export function houseText({ postal_code01, addr01, addr02 }: PersonAddress): string | null {
  const house = houseNumbersOf(addr01, addr02)
  return house.length > 0 ? `${postal_code01}:${house.join('-')}` : null
}

const houseNumbersOf = (addr01: string, addr02: string) => addressNumbers(`${addr01} ${addr02}`).slice(0, HOUSE_NUMBERS)

const nameOf = ({ name01, name02, kana01, kana02 }: PersonAddress): string =>
  toHiragana((kana01 + kana02 || name01 + name02).normalize('NFKC')).replace(/\s/g, '')

/** 丁目・番・号: what follows is the room. */
const HOUSE_NUMBERS = 3

/** The numbers of an address however it is written: 「一丁目２番３号」 and 「1-2-3」 are the same; names of buildings are left out. */
export const addressNumbers = (address: string): string[] =>
  (
    address
      .normalize('NFKC')
      .replace(/[〇一二三四五六七八九十]{1,4}(?=丁目|番|号|条)/g, (kanji) => String(kanjiNumber(kanji)))
      .match(/\d+/g) ?? []
  ).map((digits) => digits.replace(/^0+(?=\d)/, ''))

/** Up to 99: 「二十三」, 「十」, 「二三」. */
function kanjiNumber(kanji: string): number {
  const digit = (one: string) => '〇一二三四五六七八九'.indexOf(one)
  const [tens, units] = kanji.split('十')
  if (units === undefined) return Number([...kanji].map(digit).join(''))
  return (tens === '' ? 1 : digit(tens!)) * 10 + (units === '' ? 0 : digit(units))
}

const DOTLESS = new Set(['gmail.com', 'googlemail.com'])

/** Returns the mailbox of an e-mail address: without the label after a +, and for Gmail without dots. */
export function normalizedMailbox(email: string): string {
  const [local = '', domain = ''] = normalizeEmail(email).split('@')
  const box = local.replace(/(?<=.)\+.*$/, '')
  return DOTLESS.has(domain) ? `${box.replaceAll('.', '')}@gmail.com` : `${box}@${domain}`
}
