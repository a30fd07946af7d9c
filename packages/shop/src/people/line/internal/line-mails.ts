import type { Queryable } from '@kushi/db/connect'
import type { QueuedMail } from '../../../messaging/message/index.ts'
import { composeMail, greeting, type Recipient, type Sender } from '../../../messaging/message/index.ts'

interface Member extends Recipient {
  name01: string
  name02: string
}
const to = (member: Member) => greeting(`${member.name01} ${member.name02}`)

/** The link that proves that the LINE user also reads the member's mail. */
export const confirmLinkMail = async (
  db: Queryable,
  seller: Sender,
  member: Member,
  url: string,
): Promise<QueuedMail> => ({
  ...(await composeMail(db, seller, 'line_confirm', member, { 宛名: to(member), URL: url })),
  is_secret: true,
})

export const lineLinkedMail = async (db: Queryable, seller: Sender, member: Member): Promise<QueuedMail> => ({
  ...(await composeMail(db, seller, 'line_linked', member, { 宛名: to(member) })),
})

export const lineUnlinkedMail = async (db: Queryable, seller: Sender, member: Member): Promise<QueuedMail> => ({
  ...(await composeMail(db, seller, 'line_unlinked', member, { 宛名: to(member) })),
})
