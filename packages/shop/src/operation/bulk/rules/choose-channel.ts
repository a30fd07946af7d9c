import { isEmail } from '@kushi/values/email'
import type { MessageChannel } from '@kushi/values/message'

/** Facts about a member that decide how a 一斉送信 reaches them. */
export interface BulkMessageReader {
  email: string
  withdrawn_at: Date | null
  blocked_at: Date | null
  mail_magazine_flag: boolean
  line_magazine_flag: boolean
  /** The shop uses LINE, and the member linked their account and is a friend who has not blocked the shop. */
  is_friend: boolean
  /** 配信停止 by a link in an advert, for mail and for LINE. */
  has_stopped_mail: boolean
  has_stopped_line: boolean
}

interface Message {
  is_advert: boolean
  /** LINE friends receive it over LINE. */
  over_line: boolean
}

/** The channel to a member. `by` null: no message is sent; `why` says the reason for operators. */
export type MessageChannelChoice = { by: MessageChannel; why: null } | { by: null; why: string }

const none = (why: string): MessageChannelChoice => ({ by: null, why })

/**
 * Chooses the channel by which a member receives a 一斉送信, or the reason why they receive none. An advert needs consent
 * to its channel (特定電子メール法).
 */
export function chooseMessageChannel(
  reader: BulkMessageReader,
  { is_advert, over_line }: Message,
): MessageChannelChoice {
  if (reader.withdrawn_at) return none('退会された会員です。')
  if (reader.blocked_at) return none('利用停止中の会員です。')
  const wantsLine = reader.line_magazine_flag && !reader.has_stopped_line
  if (over_line && reader.is_friend && (!is_advert || wantsLine)) return { by: 'line', why: null }
  if (!isEmail(reader.email)) return none('送れるメールアドレスがありません。')
  if (is_advert && reader.has_stopped_mail) return none('広告メールの配信を停止されています。')
  if (is_advert && !reader.mail_magazine_flag) return none('広告メールの配信に同意されていません。')
  return { by: 'mail', why: null }
}
