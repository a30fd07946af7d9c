import type { Party } from '@kushi/contract/address'
import { formatPostcode, parsePostcode, parsePostcodeWithDroppedZeros } from '@kushi/values/address'
import { normalizeEmail } from '@kushi/values/email'
import * as rule from '@kushi/values/field-rule'
import { isHiragana, toHiragana } from '@kushi/values/kana'
import { isPhone, normalizePhone } from '@kushi/values/phone'
import { prefecturesOfPostcode } from '@kushi/values/postcode-prefecture'
import { prefectureId, prefectureName, prefectures } from '@kushi/values/prefecture'
import { unregistrableCharacters } from '@kushi/values/registrable'
import { isSpreadsheetConverted, spreadsheetConvertedMessage } from '@kushi/values/spreadsheet'
import type { KnownRecords } from './known-records.ts'
import type { RowReader } from './row-reader.ts'

/** An empty name and address, for a row that is not imported anyway. */
export const emptyParty: Party = {
  name01: '',
  name02: '',
  kana01: '',
  kana02: '',
  postal_code01: '',
  postal_code02: '',
  pref_id: 0,
  addr01: '',
  addr02: '',
  addr03: '',
  phone_number: '',
}

/** 氏名・住所・電話番号. Unusual values are imported with a note, because the other system's carriers accepted them. */
export function parseMovedParty(reader: RowReader): Party {
  const line = (head: string, max: number, isNeeded = true) => {
    const rules = [...(isNeeded ? [rule.required(head)] : []), rule.maxLength(head, max)]
    const text = reader.line(head, ...rules)
    const odd = unregistrableCharacters(text)
    if (odd.length > 0) reader.note(head, `送り状に印字できない文字があります(${odd.join('')})。`)
    return text
  }
  const kana = (head: string) => {
    const text = toHiragana(reader.line(head, rule.maxLength(head, 40))).replace(/\s/g, '')
    if (text !== '' && !isHiragana(text)) reader.note(head, 'ひらがな(カタカナ)ではありません。')
    return text
  }
  const house = (head: string, isNeeded: boolean) => {
    const text = line(head, 60, isNeeded)
    if (isSpreadsheetConverted(text)) reader.note(head, spreadsheetConvertedMessage(text))
    return text
  }
  const pref_id = prefecture(reader)
  return {
    name01: line('姓', 20),
    name02: line('名', 20),
    kana01: kana('せい'),
    kana02: kana('めい'),
    ...postcode(reader, pref_id),
    pref_id,
    addr01: line('市区町村', 60),
    addr02: house('番地', true),
    addr03: house('建物名', false),
    phone_number: phone(reader),
  }
}

/** Zeros that a spreadsheet dropped are put back only where the prefecture agrees, and each such row is listed. */
function postcode(reader: RowReader, pref_id: number) {
  const typed = reader.needed('郵便番号')
  const whole = parsePostcode(typed)
  const found = whole ?? parsePostcodeWithDroppedZeros(typed)
  const fits = found !== null && prefecturesOfPostcode(found.postal_code01).includes(pref_id)
  if (found && (whole || fits)) {
    const read = formatPostcode(found)
    if (!whole) reader.note('郵便番号', `先頭の0が消えているため、${read}として取り込みます。`)
    else if (!fits && pref_id !== 0)
      reader.note('郵便番号', `${read}は、${prefectureName(pref_id)}の郵便番号ではないようです。`)
    return found
  }
  if (typed !== '')
    reader.fault('郵便番号', '郵便番号は7桁の数字で入力してください。先頭の0が消えていないかもご確認ください。')
  return { postal_code01: '', postal_code02: '' }
}

/** By name, with or without its last character, or by number. */
function prefecture(reader: RowReader): number {
  const typed = reader.needed('都道府県')
  if (typed === '') return 0
  const number = Number(typed)
  const id = prefectureName(number)
    ? number
    : (prefectureId(typed) ?? prefectures.findIndex((name) => name.slice(0, -1) === typed) + 1)
  if (id === 0) reader.fault('都道府県', '都道府県名で入力してください(例: 東京都)。')
  return id
}

function phone(reader: RowReader): string {
  const typed = reader.needed('電話番号')
  if (typed === '') return ''
  const digits = normalizePhone(typed)
  const whole = /^[1-9]\d{8,9}$/.test(digits) ? `0${digits}` : digits
  if (!/^\d{9,11}$/.test(whole)) reader.fault('電話番号', '電話番号は数字で入力してください。')
  else if (!isPhone(whole)) reader.note('電話番号', '桁数が電話番号と合いません。')
  return whole
}

export interface MovedAddress {
  foreign_no: string
  member_no: string
  party: Party
  delivery_notes: string
}

export function parseMovedAddress(reader: RowReader, foreign_no: string, known: KnownRecords): MovedAddress {
  const member_no = parseMemberNo(reader, known)
  if ((known.address_counts.get(member_no) ?? 1) >= known.most_addresses)
    reader.fault('会員番号', `お届け先は会員ごとに${known.most_addresses}件までです。`)
  return { foreign_no, member_no, party: parseMovedParty(reader), delivery_notes: parseDeliveryNotes(reader) }
}

/**
 * Returns the former member number (会員番号) of a row, also found by e-mail. Notes an error if the member is unknown or
 * may be another person.
 */
export function parseMemberNo(reader: RowReader, known: KnownRecords): string {
  const email = normalizeEmail(reader.text('会員メールアドレス'))
  const member_no =
    reader.text('会員番号') || known.member_nos.get(email) || (email === '' ? reader.needed('会員番号') : email)
  if (member_no === '') return ''
  if (!known.members.has(member_no) || known.strangers.has(member_no))
    reader.fault('会員番号', `会員「${member_no}」がいません。会員のファイルにないか、取り込めない会員です。`)
  else if (!known.is_former_system_named && !known.members_here.has(member_no))
    reader.fault(
      '会員番号',
      `会員「${member_no}」はこの移行のファイルになく、前に取り込んだ会員と同じ人か分かりません。会員のファイルを加えるか、移行元に「${known.former_system}」と指定してください。`,
    )
  return member_no
}

/** 配送メモ */
export function parseDeliveryNotes(reader: RowReader): string {
  const notes = reader.text('配送メモ')
  const isFine =
    [...notes].length <= 200 && /^(?:[^\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|[\t\n\r])*$/u.test(notes)
  if (!isFine) reader.fault('配送メモ', '配送メモは200文字までです。')
  return notes
}
