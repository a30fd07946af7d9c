import type { Queryable } from '@kushi/db/connect'
import type { QueuedMail } from '../../../messaging/message/index.ts'
import { composeMail, greeting, type Recipient, type Sender } from '../../../messaging/message/index.ts'

interface Member extends Recipient {
  name01: string
  name02: string
}
const to = (member: Member) => greeting(`${member.name01} ${member.name02}`)

/** パスワード再設定のご案内, with the link. */
export const resetMail = async (db: Queryable, seller: Sender, member: Member, url: string): Promise<QueuedMail> => ({
  ...(await composeMail(db, seller, 'password_reset', member, { 宛名: to(member), URL: url })),
  is_secret: true,
})

/** パスワード変更のお知らせ, sent after every password change. */
export const passwordChangedMail = async (db: Queryable, seller: Sender, member: Member): Promise<QueuedMail> => ({
  ...(await composeMail(db, seller, 'password_changed', member, { 宛名: to(member) })),
})
