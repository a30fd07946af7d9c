import type { Queryable } from '@kushi/db/connect'
import type { QueuedMail } from '../../../messaging/message/index.ts'
import { addressee, composeMail, type Sender } from '../../../messaging/message/index.ts'

interface Member {
  email: string
  name01: string
  name02: string
}
const to = (member: Member) => addressee(`${member.name01} ${member.name02}`)

/** パスワード再設定のご案内, with the link. */
export const resetMail = async (db: Queryable, seller: Sender, member: Member, url: string): Promise<QueuedMail> => ({
  to: member.email,
  ...(await composeMail(db, seller, 'password_reset', { 宛名: to(member), URL: url })),
  is_secret: true,
})

/** パスワード変更のお知らせ, sent after every password change. */
export const passwordChangedMail = async (db: Queryable, seller: Sender, member: Member): Promise<QueuedMail> => ({
  to: member.email,
  ...(await composeMail(db, seller, 'password_changed', { 宛名: to(member) })),
})
