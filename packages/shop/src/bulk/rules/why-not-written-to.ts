import { isEmail } from '@kushi/values/email'

export interface Reader {
  email: string
  withdrawn_at: Date | null
  blocked_at: Date | null
  mail_magazine_flag: boolean
  /** 配信停止, by a link in an advert. */
  has_opted_out: boolean
}

/** Why a member gets no mail of a 一斉送信; null: they get it. */
export function whyNotWrittenTo(reader: Reader, is_advert: boolean): string | null {
  if (reader.withdrawn_at) return '退会された会員です。'
  if (reader.blocked_at) return '利用停止中の会員です。'
  if (!isEmail(reader.email)) return '送れるメールアドレスがありません。'
  if (!is_advert) return null
  if (reader.has_opted_out) return '広告メールの配信を停止されています。'
  return reader.mail_magazine_flag ? null : '広告メールの配信に同意されていません。'
}
