import { fillTemplate, type TemplateArguments } from './template.ts'

/** The channels of messages. */
export const MESSAGE_CHANNEL_NAME = { mail: 'メール', line: 'LINE' } as const
export type MessageChannel = keyof typeof MESSAGE_CHANNEL_NAME

/** How the shop and a customer speak with each other. */
export const CORRESPONDENCE_CHANNEL_NAME = { ...MESSAGE_CHANNEL_NAME, phone: '電話' } as const
export type CorrespondenceChannel = keyof typeof CORRESPONDENCE_CHANNEL_NAME

/** メール・LINEの状態, the names for operators. */
export const MESSAGE_STATE_NAME = {
  failed: '送れませんでした',
  waiting: '送信待ち',
  sent: '送信済み',
  stopped: '取りやめ',
} as const
export type MessageState = keyof typeof MESSAGE_STATE_NAME

/** Messages for broken field rules; {0} is the field's label unless the text shows otherwise. */
export const FIELD_RULE_MESSAGES = {
  'cmn-err-001': '{0}を入力してください。',
  'cmn-err-002': '{0}を選択してください。',
  'cmn-err-003': '{0}は{1}で入力してください。',
  'cmn-err-004': '{0}は{1}文字以内で入力してください。',
  'cmn-err-005': '{0}は{1}文字以上{2}文字以内で入力してください。',
  'cmn-err-006': '{0}は正しいメールアドレスの形式で入力してください。',
  'cmn-err-007': '{0}は{1}以降の日付を入力してください。',
  'cmn-err-008': '{0}は{1}から{2}の範囲で入力してください。',
  'cmn-err-009': '{0}が重複しています。',
  'cmn-err-010': '添付ファイルは合計{0}MB以内にしてください。',
  'cmn-err-011': '{0}が{1}と異なります。',
  'cmn-err-012': '{0}はすでに登録されています。',
  'cmn-err-013': 'CSVでダウンロードできるのは{0}件までです。',
  'cmn-err-014': '{0}は英大文字・英小文字・数字をすべて含む{1}文字以上{2}文字以内で入力してください。',
  'cmn-err-015': '{0}と{1}が一致しません。',
  'cmn-err-016': '{0}は正しい桁数で入力してください。',
} as const

export type FieldRuleMessageId = keyof typeof FIELD_RULE_MESSAGES

/** `message('cmn-err-004', '姓', 20)` → `姓は20文字以内で入力してください。` */
export function fieldRuleMessage<Id extends FieldRuleMessageId>(
  id: Id,
  ...args: TemplateArguments<(typeof FIELD_RULE_MESSAGES)[Id]>
): string {
  return fillTemplate(FIELD_RULE_MESSAGES[id], args)
}
