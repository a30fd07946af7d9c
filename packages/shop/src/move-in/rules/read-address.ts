import type { Party } from '@kushi/contract/address'
import type { Known } from './known.ts'
import { readParty } from './read-party.ts'
import type { RowReader } from './row-reader.ts'

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
