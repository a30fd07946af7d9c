/** State of an inquiry (お問い合わせ). */
export const INQUIRY_STATUS = { open: 1, in_correspondence: 2, done: 3, on_hold: 4, urgent: 5, complete: 6 } as const

export type InquiryStatusId = (typeof INQUIRY_STATUS)[keyof typeof INQUIRY_STATUS]

/** As the shop's people say it. */
export const INQUIRY_STATUS_NAME: Record<InquiryStatusId, string> = {
  1: '未対応',
  2: '対応中',
  3: '対応済み',
  4: '保留',
  5: '至急',
  6: '完了',
}

/** As whoever wrote is told, by the states that they are shown. */
export const INQUIRY_STATUS_FOR_SENDER: Readonly<Record<number, string>> = {
  1: 'お返事をお待ちください',
  2: '確認しています',
  3: 'お返事しました',
  6: '解決済み',
}

/** The way an inquiry came in. */
export const INQUIRY_TYPE = { email: 1, phone: 2, line: 3 } as const

export type InquiryTypeId = (typeof INQUIRY_TYPE)[keyof typeof INQUIRY_TYPE]

export const INQUIRY_TYPE_NAME: Record<InquiryTypeId, string> = { 1: 'メール', 2: '電話', 3: 'LINE' }

/** Business days (営業日) until an answer, fewest and most. */
export const INQUIRY_REPLY_DAYS = { min: 3, max: 5 } as const
