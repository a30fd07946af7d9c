import type { Queryable } from '@kushi/db/connect'
import type { QueuedMail } from '../../../messaging/message/index.ts'
import {
  composeMail,
  type MailRecipient,
  personalAddresseeText,
  type SenderShop,
} from '../../../messaging/message/index.ts'

interface Member extends MailRecipient {
  name01: string
  name02: string
}
const to = (member: Member) => personalAddresseeText(`${member.name01} ${member.name02}`)

/** パスワード再設定のご案内, with the link. */
export const passwordResetMail = async (
  db: Queryable,
  seller: SenderShop,
  member: Member,
  url: string,
): Promise<QueuedMail> => ({
  ...(await composeMail(db, seller, 'password_reset', member, { 宛名: to(member), URL: url })),
  is_secret: true,
})

/** パスワード変更のお知らせ, sent after every password change. */
export const passwordChangedMail = async (db: Queryable, seller: SenderShop, member: Member): Promise<QueuedMail> => ({
  ...(await composeMail(db, seller, 'password_changed', member, { 宛名: to(member) })),
})
