import type { Party } from '@kushi/contract/address'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { isEmail, normalizeEmail } from '@kushi/values/email'
import type { MovedNonMemberKind } from '@kushi/values/move-in'
import { MAX_POINTS } from '@kushi/values/points'
import { isSpreadsheetConverted, spreadsheetConvertedMessage } from '@kushi/values/spreadsheet'
import type { KnownRecords } from './known-records.ts'
import { refuseGuestNumber } from './read-owner.ts'
import { parseMovedParty } from './read-party.ts'
import { parseDay, type RowReader } from './row-reader.ts'

export type ForeignPassword =
  | { kind: 'text'; stored: string }
  /** Made with the shop's AUTH_MAGIC. */
  | { kind: 'eccube'; salt: string; hash: string }

const methods: Record<string, string> = { 'PBKDF2-SHA1': 'sha1', 'PBKDF2-SHA256': 'sha256', 'PBKDF2-SHA512': 'sha512' }

/** パスワードハッシュ: one text, or in parts. null: the member sets a password by 「パスワードをお忘れの方」. */
export function parseForeignPassword(reader: RowReader): ForeignPassword | null {
  const hash = reader.text('パスワードハッシュ')
  if (hash === '') return null
  const method = reader.text('パスワード方式').normalize('NFKC').toUpperCase()
  const salt = reader.text('ソルト')
  if (method === 'EC-CUBE' || method === 'ECCUBE') return { kind: 'eccube', salt, hash }
  const digest = methods[method.replace('_', '-')]
  if (digest === undefined) return { kind: 'text', stored: hash }
  const rounds = reader.neededWhole('反復回数', { min: 1, max: 2_000_000 })
  return { kind: 'text', stored: `$pbkdf2-${digest}$${rounds}$${adapted(salt, false)}$${adapted(hash, true)}` }
}

/** Base64 as passlib writes it. A salt is text; a hash is base64, or hexadecimal when it can be nothing else. */
function adapted(text: string, isHash: boolean): string {
  const isHex = isHash && /^(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i.test(text)
  const bytes = Buffer.from(text, isHex ? 'hex' : isHash ? 'base64' : 'utf8')
  return bytes.toString('base64').replaceAll('=', '').replaceAll('+', '.')
}

export interface MovedMember {
  foreign_no: string
  email: string
  party: Party
  birthday: CalendarDate | null
  sex: 1 | 2 | null
  company_name: string | null
  gmo_id: string | null
  password: ForeignPassword | null
  /** Points that can still be used. */
  points: number
  /** When the member consented to advertising by mail; null: they did not. */
  consented_at: Date | null
  created_at: Date
}

/** Returns the kind of non-member that a row of the members' file describes; null: a member. */
export function nonMemberKindOfRow(reader: RowReader): MovedNonMemberKind | null {
  const status = reader.text('ステータス')
  if (/退会|^(?:inactive|withdrawn)$/i.test(status)) return 'departed'
  return /仮会員|ゲスト|ビジター/.test(status) ? 'guest' : null
}

/** `null`: left out, because the member has left or is not confirmed yet. */
export function parseMovedMember(reader: RowReader, foreign_no: string, known: KnownRecords): MovedMember | null {
  const left = nonMemberKindOfRow(reader)
  if (left) {
    known.left_out_members.set(foreign_no, left)
    return null
  }
  refuseGuestNumber(reader, foreign_no)
  const email = readEmail(reader, known)
  const gmo_id = readGmoId(reader, known)
  const created_at = reader.moment('登録日時') ?? known.now
  if (created_at > known.now) reader.fault('登録日時', 'これからの日時です。')
  const consented_at = readConsent(reader, known, created_at)
  const company_name = reader.line('会社名') || null
  const isCompany = ['法人', '企業', '1'].includes(reader.text('会員区分'))
  if (company_name !== null && !isCompany)
    reader.note('会社名', '会員区分が法人ではないため、個人の会員として取り込み、会社名は残しません。')
  if (reader.text('LINEユーザーID') !== '')
    tellOnce(reader, known, 'LINEユーザーID', 'LINEの連携は移りません。お客様がマイページから連携し直します。')
  return {
    foreign_no,
    email,
    gmo_id,
    created_at,
    party: parseMovedParty(reader),
    birthday: readBirthday(reader, known),
    sex: readSex(reader),
    company_name: isCompany ? company_name : null,
    points: reader.whole('ポイント', { max: MAX_POINTS }) ?? 0,
    password: parseForeignPassword(reader),
    consented_at,
  }
}

/**
 * A consent without a time counts from the registration, or from now if that is unknown too; the row then has a note.
 */
function readConsent(reader: RowReader, known: KnownRecords, created_at: Date): Date | null {
  if (!reader.flag('メルマガ')) return null
  const consented = reader.moment('メルマガ同意日時')
  if (consented === null && reader.text('登録日時') === '')
    tellOnce(reader, known, 'メルマガ同意日時', '同意の日時も登録日時もないため、取り込みの日時を同意の日時とします。')
  return consented ?? created_at
}

/** Reports a problem that every row has only for the first row. */
function tellOnce(reader: RowReader, { told }: KnownRecords, head: string, message: string): void {
  if (told.has(head)) return
  told.add(head)
  reader.note(head, `${message}(ほかの行も同じです)`)
}

function readEmail(reader: RowReader, { emails }: KnownRecords): string {
  const email = normalizeEmail(reader.needed('メールアドレス'))
  if (email === '') return email
  if (!isEmail(email)) reader.fault('メールアドレス', 'メールアドレスの形ではありません。')
  else if (emails.has(email)) reader.fault('メールアドレス', 'このメールアドレスの会員がほかにいます。')
  return email
}

/** Two members with the same id would see and charge each other's cards. */
function readGmoId(reader: RowReader, { gmo_ids }: KnownRecords): string | null {
  const gmo_id = reader.text('GMO会員ID')
  if (gmo_id === '') return null
  if (isSpreadsheetConverted(gmo_id)) reader.fault('GMO会員ID', spreadsheetConvertedMessage(gmo_id))
  else if (!/^[A-Za-z0-9@_.-]{1,60}$/.test(gmo_id))
    reader.fault('GMO会員ID', 'GMOの会員IDは半角英数字と記号(@ _ . -)で60文字までです。')
  else if (gmo_ids.has(gmo_id)) reader.fault('GMO会員ID', 'このGMO会員IDの会員がほかにいます。')
  return gmo_id
}

function readBirthday(reader: RowReader, { today }: KnownRecords): CalendarDate | null {
  const birthday = parseDay(reader.text('生年月日'))
  if (birthday !== null && birthday < today && birthday >= '1900-01-01') return birthday
  if (reader.text('生年月日') !== '') reader.note('生年月日', '生年月日としては取り込めないため、空けておきます。')
  return null
}

function readSex(reader: RowReader): 1 | 2 | null {
  const text = reader.text('性別')
  if (/^(?:1|男性?|male)$/i.test(text)) return 1
  return /^(?:2|女性?|female)$/i.test(text) ? 2 : null
}
