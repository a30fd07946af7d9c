import type { Queryable } from '@kushi/db/connect'
import type { QueuedMail } from '../../../messaging/message/index.ts'
import { addressee, composeMail, type Sender } from '../../../messaging/message/index.ts'

interface Member {
  name01: string
  name02: string
  email: string
}
const to = (member: Member) => addressee(`${member.name01} ${member.name02}`)

/** The link that proves that the LINE user also reads the member's mail. */
export const confirmLinkMail = async (
  db: Queryable,
  seller: Sender,
  member: Member,
  url: string,
): Promise<QueuedMail> => ({
  to: member.email,
  ...(await composeMail(db, seller, 'line_confirm', { 宛名: to(member), URL: url })),
  is_secret: true,
})

export const lineLinkedMail = async (db: Queryable, seller: Sender, member: Member): Promise<QueuedMail> => ({
  to: member.email,
  ...(await composeMail(db, seller, 'line_linked', { 宛名: to(member) })),
})

export const lineUnlinkedMail = async (db: Queryable, seller: Sender, member: Member): Promise<QueuedMail> => ({
  to: member.email,
  ...(await composeMail(db, seller, 'line_unlinked', { 宛名: to(member) })),
})
