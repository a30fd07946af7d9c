import type { Queryable } from '@kushi/db/connect'
import { message } from '@kushi/values/message'
import type { QueuedMail } from '../../../messaging/message/index.ts'
import { addressee, composeMail, type Sender } from '../../../messaging/message/index.ts'
import { ShopError } from '../../../shop-error.ts'

interface Member {
  name01: string
  name02: string
}
const to = (member: Member) => addressee(`${member.name01} ${member.name02}`)

/**
 * 会員登録のお知らせ. It explains how to take over the account, in case another person registered with this address. `pages`:
 * base URL of the shop's pages.
 */
export const registeredMail = async (
  db: Queryable,
  seller: Sender,
  member: Member & { email: string },
  pages: string,
): Promise<QueuedMail> => ({
  to: member.email,
  ...(await composeMail(db, seller, 'registered', {
    宛名: to(member),
    マイページ: `マイページを開く\n${pages}/mypage`,
    URL: `${pages}/forget`,
  })),
})

/** To the new address: the link that confirms it. */
export const confirmEmailMail = async (
  db: Queryable,
  seller: Sender,
  member: Member,
  email: string,
  url: string,
): Promise<QueuedMail> => ({
  to: email,
  ...(await composeMail(db, seller, 'email_confirm', { 宛名: to(member), URL: url })),
  is_secret: true,
})

/** To the current address: a change was requested. */
export const emailChangeAskedMail = async (
  db: Queryable,
  seller: Sender,
  member: Member & { email: string },
): Promise<QueuedMail> => ({
  to: member.email,
  ...(await composeMail(db, seller, 'email_change_asked', { 宛名: to(member) })),
})

/** To the former address: it can no longer be used to log in. */
export const emailChangedMail = async (
  db: Queryable,
  seller: Sender,
  member: Member & { email: string },
): Promise<QueuedMail> => ({
  to: member.email,
  ...(await composeMail(db, seller, 'email_changed', { 宛名: to(member) })),
})

/** The e-mail belongs to another member: cmn-err-012 beside the field. */
export function emailRegistered(): ShopError {
  const text = message('cmn-err-012', 'メールアドレス')
  const fields = [{ path: 'email', message_id: 'cmn-err-012', message: text }]
  return new ShopError(422, 'ERROR_EMAIL_REGISTERED', text, { fields })
}
