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

/** The link that proves that the LINE user also reads the member's mail. */
export const confirmLinkMail = async (
  db: Queryable,
  seller: SenderShop,
  member: Member,
  url: string,
): Promise<QueuedMail> => ({
  ...(await composeMail(db, seller, 'line_confirm', member, { 宛名: to(member), URL: url })),
  is_secret: true,
})

export const lineLinkedMail = async (db: Queryable, seller: SenderShop, member: Member): Promise<QueuedMail> => ({
  ...(await composeMail(db, seller, 'line_linked', member, { 宛名: to(member) })),
})

export const lineUnlinkedMail = async (db: Queryable, seller: SenderShop, member: Member): Promise<QueuedMail> => ({
  ...(await composeMail(db, seller, 'line_unlinked', member, { 宛名: to(member) })),
})
