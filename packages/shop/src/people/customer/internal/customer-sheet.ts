import type { customer } from '@kushi/db/schema/customer'
import { type Postcode, parsePostcode } from '@kushi/values/address'
import { normalizePhone } from '@kushi/values/phone'
import { prefectureId, prefectureName } from '@kushi/values/prefecture'
import { formatSheetDateTime } from '@kushi/values/timestamp'
import { ImportCellError, type ImportColumn, parseFlag, parseWholeNumber } from '../../../foundation/csv/index.ts'
import { reachableEmail } from '../../../messaging/message/index.ts'

/** The fields of a member that a file contains and may change; the other columns are internal. */
export type CustomerSheetRow = Pick<
  typeof customer.$inferSelect,
  | ('name01' | 'name02' | 'kana01' | 'kana02' | 'postal_code01' | 'postal_code02' | 'pref_id' | 'addr01' | 'addr02')
  | ('addr03' | 'phone_number' | 'email' | 'birthday' | 'sex' | 'account_type' | 'company_name' | 'company_name_kana')
  | ('manager_name' | 'manager_name_kana' | 'mail_magazine_flag' | 'withdrawn_at')
> & { id: number; rank_name: string | null; source_label: string | null; has_line: boolean; created_at: Date }

const asTyped = (typed: string) => typed
const orNothing = (typed: string) => typed || null
const text = (
  head: string,
  name: keyof CustomerSheetRow,
  read: (typed: string) => unknown = asTyped,
): ImportColumn<CustomerSheetRow> => ({
  head,
  name,
  read,
  of: (member) => member[name] as string,
})

function readDay(typed: string): string | null {
  if (typed === '') return null
  const [, year, month, day] = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})$/.exec(typed.normalize('NFKC').trim()) ?? []
  if (!year) throw new ImportCellError('1984-05-12 のように入力してください。')
  return `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
}

/** Spreadsheets drop the leading zero. */
function readPhone(typed: string): string {
  const phone = normalizePhone(typed)
  if (/^[1-9]\d{8,9}$/.test(phone)) throw new ImportCellError('先頭の0が消えています。文字列として入力してください。')
  return phone
}

/** One cell in the file, two columns in the database. */
function readPostcode(typed: string): Postcode {
  const code = parsePostcode(typed)
  if (code === null)
    throw new ImportCellError('郵便番号を7桁の数字で入力してください。先頭の0が消えていないかもご確認ください。')
  return code
}

function readPrefecture(typed: string): number {
  const found = prefectureId(typed.trim())
  if (found === null) throw new ImportCellError('都道府県を「東京都」のように入力してください。')
  return found
}

export const customerNumberColumn: ImportColumn<CustomerSheetRow> = { head: '会員番号', of: ({ id }) => id }
/** The column of the e-mail. Empty for a member without one, and for one who withdrew. */
export const emailColumn: ImportColumn<CustomerSheetRow> = {
  ...text('メールアドレス', 'email'),
  of: (member) => reachableEmail(member.email),
}

/** All columns of the customer CSV, in order. */
export const customerSheetColumns: readonly ImportColumn<CustomerSheetRow>[] = [
  customerNumberColumn,
  emailColumn,
  text('姓', 'name01'),
  text('名', 'name02'),
  text('せい', 'kana01'),
  text('めい', 'kana02'),
  {
    head: '郵便番号',
    name: 'postal_code',
    read: readPostcode,
    of: ({ postal_code01, postal_code02 }) => (postal_code01 ? `${postal_code01}-${postal_code02}` : ''),
  },
  { head: '都道府県', name: 'pref_id', read: readPrefecture, of: ({ pref_id }) => prefectureName(pref_id) },
  text('市区町村', 'addr01'),
  { ...text('番地', 'addr02'), mayBeConverted: true },
  { ...text('建物名・部屋番号', 'addr03'), mayBeConverted: true },
  text('電話番号', 'phone_number', readPhone),
  text('生年月日', 'birthday', readDay),
  { head: '性別', name: 'sex', read: parseWholeNumber, of: ({ sex }) => sex },
  { head: '法人', name: 'account_type', read: parseFlag, of: ({ account_type }) => account_type },
  text('会社名', 'company_name', orNothing),
  text('会社名(かな)', 'company_name_kana', orNothing),
  text('ご担当者名', 'manager_name', orNothing),
  text('ご担当者名(かな)', 'manager_name_kana', orNothing),
  { head: 'メールでのお知らせ', name: 'mail_magazine_flag', read: parseFlag, of: (row) => row.mail_magazine_flag },
  { head: 'ランク', of: ({ rank_name }) => rank_name },
  { head: 'お知りになったきっかけ', of: ({ source_label }) => source_label },
  { head: 'LINE連携', of: ({ has_line }) => has_line },
  { head: '登録日時', of: ({ created_at }) => formatSheetDateTime(created_at.getTime()) },
]
