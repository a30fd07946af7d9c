import type { Party } from '@kushi/contract/address'
import { parsePostcode } from '@kushi/values/address'
import * as rule from '@kushi/values/field-rule'
import { isHiragana, toHiragana } from '@kushi/values/kana'
import { isPhone, normalizePhone } from '@kushi/values/phone'
import { prefectureId, prefectureName, prefectures } from '@kushi/values/prefecture'
import { unregistrableCharacters } from '@kushi/values/registrable'
import type { Known } from './known.ts'
import type { RowReader } from './row-reader.ts'

/** For a row that is not imported anyway. */
export const nowhere: Party = {
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
export function readParty(reader: RowReader): Party {
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
  return {
    name01: line('姓', 20),
    name02: line('名', 20),
    kana01: kana('せい'),
    kana02: kana('めい'),
    ...postcode(reader),
    pref_id: prefecture(reader),
    addr01: line('市区町村', 60),
    addr02: line('番地', 60),
    addr03: line('建物名', 60, false),
    phone_number: phone(reader),
  }
}

function postcode(reader: RowReader) {
  const typed = reader.needed('郵便番号')
  // A spreadsheet has dropped the leading zero.
  const found = parsePostcode(/^\d{6}$/.test(typed) ? `0${typed}` : typed)
  if (!found && typed !== '') reader.fault('郵便番号', '郵便番号は7桁の数字で入力してください。')
  return found ?? { postal_code01: '', postal_code02: '' }
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
  const digits = normalizePhone(typed.replace(/^\+81[-\s]?0?/, '0')).replace(/[()]/g, '')
  const whole = /^[1-9]\d{8,9}$/.test(digits) ? `0${digits}` : digits
  if (!/^\d{9,11}$/.test(whole)) reader.fault('電話番号', '電話番号は数字で入力してください。')
  else if (!isPhone(whole)) reader.note('電話番号', '桁数が電話番号と合いません。')
  return whole
}

export interface Address {
  foreign_no: string
  member_no: string
  party: Party
  delivery_notes: string
}

export function readAddress(reader: RowReader, foreign_no: string, known: Known): Address {
  const member_no = readMemberNo(reader, known)
  if ((known.address_counts.get(member_no) ?? 1) >= known.most_addresses)
    reader.fault('会員番号', `お届け先は会員ごとに${known.most_addresses}件までです。`)
  return { foreign_no, member_no, party: readParty(reader), delivery_notes: readNotes(reader) }
}

export function readMemberNo(reader: RowReader, { members }: Known): string {
  const member_no = reader.needed('会員番号')
  if (member_no !== '' && !members.has(member_no))
    reader.fault('会員番号', `会員「${member_no}」がいません。会員のファイルにないか、取り込めない会員です。`)
  return member_no
}

/** 配送メモ */
export function readNotes(reader: RowReader): string {
  const notes = reader.text('配送メモ')
  const isFine = [...notes].length <= 200 && /^(?:[^\p{Cc}\u2028\u2029]|[\t\n\r])*$/u.test(notes)
  if (!isFine) reader.fault('配送メモ', '配送メモは200文字までです。')
  return notes
}
