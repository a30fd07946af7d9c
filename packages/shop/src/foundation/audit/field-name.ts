import { PERSON_CHECK_DECISION_NAME } from '@kushi/contract/admin/order'
import { ADDRESS_DECISION_NAME } from '@kushi/contract/admin/shipping'
import {
  type FieldSchema,
  fieldTitles,
  fieldValueNames,
  findFieldMeta,
  inputSchemasOf,
} from '@kushi/contract/field-meta'
import type { ClosedList } from '@kushi/contract/one-of'
import { valueNamesOfColumn } from '@kushi/db/schema/columns'
import * as schema from '@kushi/db/schema/index'
import type { audit_event } from '@kushi/db/schema/operator'
import { BANK_REFUND_STATE_NAME, TRANSFER_FILE_STATE_NAME } from '@kushi/values/bank-transfer'
import { DOCUMENT_NAME } from '@kushi/values/document'
import { JOURNAL_PROGRAM_NAME } from '@kushi/values/journal'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'

/** Names of recorded values that are no field of a call: a column, a count, or a part of a stored value. */
const RECORDED_NAME: Readonly<Record<string, string>> = {
  bank_refund_state: '状態',
  transfer_file_state: '状態',
  transfers: '件数',
  journal_accounts: '勘定科目',
  journal_program: '会計ソフト',
  settlement_columns: '列',
  settlement_terms: '契約',
  paused_subscriptions: '休止した定期便',
  address_wish: '宛先の変更のご希望',
  claim_reason: '言葉を使う理由',
  cancel_asked: 'キャンセルのご希望',
  by_phone: 'お電話のご注文',
  asked_again: 'もう一度のご依頼',
  accepted: '受け入れた数',
  agreed_price: '同意した価格',
  captured: '受け取った金額',
  confirmed: '確定した数',
  document_type: '書類の種類',
  email_verification: 'メールの確認',
  ended: '終わり',
  html_text: '文章',
  is_blocked: '利用停止',
  lasting: '使い切る目安',
  length: '件数',
  merged_id: '統合した会員',
  note_read_at: '備考を読んだ日時',
  now: 'いま',
  order_note_id: '注文のメモ',
  order_request: '代理注文のお願い',
  passkey: 'パスキー',
  refund_settled: '返金の完了',
  renewed: '更新した数',
  resent: 'もう一度送った数',
  retried: 'やり直した数',
  registered_again: 'もう一度登録した数',
  revoked: '取り消し',
  session: 'ログイン',
  stopped_because: '止まった理由',
  subscription_note_id: '定期便のメモ',
  customer_note_id: '会員のメモ',
  tested: '試し送り',
  undone: '取り消した数',
  unreadable: '読めない数',
  visit_link: '下見のリンク',
  foreign_no: '元の番号',
  last: '最後',
  end: '終わり',
  owner_name: '担当',
  flags: '印',
  input: '入力',
  base: '元の値',
  acting: '代理ログイン',
  acting_session_id: '代理ログインの番号',
  images: '写真',
  answer_text: '回答',
  set: '組み合わせ',
  sentence: '内容の文章',
}

/** The values of such fields. */
const RECORDED_VALUE: Readonly<Record<string, ClosedList>> = {
  bank_refund_state: BANK_REFUND_STATE_NAME,
  transfer_file_state: TRANSFER_FILE_STATE_NAME,
  journal_program: JOURNAL_PROGRAM_NAME,
  document_type: DOCUMENT_NAME,
  person_check: PERSON_CHECK_DECISION_NAME,
  // Entries from before 0.4.0 have this name.
  decision: { address_correct: ADDRESS_DECISION_NAME.correct, address_ship: ADDRESS_DECISION_NAME.ship },
}

let made: Readonly<Record<string, string>> | undefined
/**
 * The Japanese names of recorded fields, by their keys. A field without a name here is shown by its key, such as one
 * that is already Japanese.
 */
export const auditFieldNames = (): Readonly<Record<string, string>> =>
  (made ??= { ...RECORDED_NAME, ...Object.fromEntries(fieldTitles()) })

/** The tables whose rows have another name as a subject. */
const TABLE_OF: Readonly<Record<string, string>> = { order: 'orders', message: 'outbox', bulk_message: 'bulk_job' }

const tables = new Map<string, PgTable>(
  Object.values(schema).flatMap((one) => (is(one, PgTable) ? [[getTableName(one), one] as const] : [])),
)

/** The names of the values of a subject's own column. */
function columnValues(subject: string, name: string): ClosedList | undefined {
  const table = tables.get(TABLE_OF[subject] ?? subject)
  const column = table && getTableColumns(table)[name]
  return column && valueNamesOfColumn(column)
}

type Entry = Pick<typeof audit_event.$inferSelect, 'action' | 'subject' | 'before' | 'after'>

/**
 * The Japanese names of the fields in an audit entry, and of their values. They come from the subject's column, from
 * the call that was recorded, or from all calls. A value that is in no list is shown as it is.
 */
export function auditEntryLabels({ action, subject, before, after }: Entry) {
  const known = auditFieldNames()
  const names: Record<string, string> = {}
  const values: Record<string, Record<string, string>> = {}
  const read = (row: object, places: readonly FieldSchema[], isTop: boolean): void => {
    for (const [name, value] of Object.entries(row)) {
      const field = findFieldMeta(places, name)
      const called = field.key ?? (Object.hasOwn(known, name) ? known[name] : undefined)
      if (called !== undefined) names[name] = called
      const list = {
        ...RECORDED_VALUE[name],
        ...((isTop && columnValues(subject, name)) ||
          field.values ||
          (field.places.length === 0 && fieldValueNames().get(name))),
      }
      for (const one of [value].flat()) {
        if (typeof one === 'object' && one !== null) read(one, field.places, false)
        else if (Object.hasOwn(list, String(one))) values[name] = { ...values[name], [String(one)]: list[String(one)]! }
      }
    }
  }
  for (const row of [before, after]) read(row, inputSchemasOf(action), true)
  return { names, values }
}
