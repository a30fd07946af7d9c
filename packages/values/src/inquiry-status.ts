/** State of an inquiry (お問い合わせ). */
export const INQUIRY_STATUS = { open: 1, in_correspondence: 2, done: 3, on_hold: 4, urgent: 5, complete: 6 } as const

export type InquiryStatusId = (typeof INQUIRY_STATUS)[keyof typeof INQUIRY_STATUS]

/** The names for operators. */
export const INQUIRY_STATUS_NAME: Record<InquiryStatusId, string> = {
  1: '未対応',
  2: '対応中',
  3: '対応済み',
  4: '保留',
  5: '至急',
  6: '完了',
}

/** The names for the sender of an inquiry; other states are not shown to them. */
export const INQUIRY_STATUS_FOR_SENDER: Readonly<Record<number, string>> = {
  1: 'お返事をお待ちください',
  2: '確認しています',
  3: 'お返事しました',
  6: '解決済み',
}

/** The channel of an inquiry. */
export const INQUIRY_TYPE = { email: 1, phone: 2, line: 3 } as const

export type InquiryTypeId = (typeof INQUIRY_TYPE)[keyof typeof INQUIRY_TYPE]

export const INQUIRY_TYPE_NAME: Record<InquiryTypeId, string> = { 1: 'メール', 2: '電話', 3: 'LINE' }

/** `out`: the shop's answer; `in`: the customer's words; `note`: internal only. */
export const INQUIRY_DIRECTIONS = ['in', 'out', 'note'] as const

/** お返事の目安 of a shop: business days (営業日) until an answer. */
export interface ReplyDays {
  reply_days_min: number
  reply_days_max: number
}

export const REPLY_DAYS_RANGE = { from: 1, to: 30 } as const

/** 「3〜5営業日」, 「2営業日」 */
export const replyDaysText = ({ reply_days_min: min, reply_days_max: max }: ReplyDays): string =>
  min === max ? `${max}営業日` : `${min}〜${max}営業日`
