import { fieldTitles } from '@kushi/contract/field-meta'

/** What verbs record that is no field of a call: a column, a count of what was done, or a part of a stored value. */
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

let made: Readonly<Record<string, string>> | undefined
/** What an operator calls what changed. A name that is not here (already Japanese, or of a variable) is shown as it is. */
export const fieldName = (): Readonly<Record<string, string>> =>
  (made ??= { ...RECORDED_NAME, ...Object.fromEntries(fieldTitles()) })

/** The names that stand in a recorded value, at any depth, with what they are called. */
export function namesIn(...values: unknown[]): Record<string, string> {
  const names = fieldName()
  const found: Record<string, string> = {}
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (!Array.isArray(value) && Object.hasOwn(names, key)) found[key] = names[key]!
      look(inner)
    }
  }
  for (const value of values) look(value)
  return found
}
