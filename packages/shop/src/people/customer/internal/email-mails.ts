import type { Queryable } from '@kushi/db/connect'
import { fieldRuleMessage } from '@kushi/values/message'
import type { QueuedMail } from '../../../messaging/message/index.ts'
import {
  composeMail,
  type MailRecipient,
  personalAddresseeText,
  type SenderShop,
} from '../../../messaging/message/index.ts'
import { ShopError } from '../../../shop-error.ts'

interface Member extends MailRecipient {
  name01: string
  name02: string
}
const to = (member: Member) => personalAddresseeText(`${member.name01} ${member.name02}`)

const verifyButton = (url: string) => `メールアドレスを確認する\n${url}`

/**
 * 会員登録のお知らせ, with the link that verifies the address. It explains how to take over the account, in case another
 * person registered with this address. `pages`: base URL of the shop's pages.
 */
export const registrationMail = async (
  db: Queryable,
  seller: SenderShop,
  member: Member,
  { pages, url }: { pages: string; url: string },
): Promise<QueuedMail> => ({
  ...(await composeMail(db, seller, 'registered', member, {
    宛名: to(member),
    マイページ: `マイページを開く\n${pages}/mypage`,
    URL: `${pages}/forget`,
    確認のページ: verifyButton(url),
  })),
  is_secret: true,
})

/** Composes the mail that sends the verification link again. */
export const verifyEmailMail = async (
  db: Queryable,
  seller: SenderShop,
  member: Member,
  url: string,
): Promise<QueuedMail> => ({
  ...(await composeMail(db, seller, 'email_verify', member, { 宛名: to(member), 確認のページ: verifyButton(url) })),
  is_secret: true,
})

/** Composes the mail to the new address, with the link that confirms it. */
export const confirmEmailMail = async (
  db: Queryable,
  seller: SenderShop,
  member: Member,
  email: string,
  url: string,
): Promise<QueuedMail> => ({
  ...(await composeMail(db, seller, 'email_confirm', { email }, { 宛名: to(member), URL: url })),
  is_secret: true,
})

/** Composes the mail to the current address: a change of the e-mail was requested. */
export const emailChangeRequestedMail = async (
  db: Queryable,
  seller: SenderShop,
  member: Member,
): Promise<QueuedMail> => ({
  ...(await composeMail(db, seller, 'email_change_asked', member, { 宛名: to(member) })),
})

/** Composes the mail to the former address: it can no longer be used to log in. */
export const emailChangedMail = async (db: Queryable, seller: SenderShop, member: Member): Promise<QueuedMail> => ({
  ...(await composeMail(db, seller, 'email_changed', member, { 宛名: to(member) })),
})

/** Returns the error 422 for an e-mail of another member, cmn-err-012 beside the field. */
export function emailRegisteredError(): ShopError {
  const text = fieldRuleMessage('cmn-err-012', 'メールアドレス')
  const fields = [{ path: 'email', message_id: 'cmn-err-012', message: text }]
  return new ShopError(422, 'ERROR_EMAIL_REGISTERED', text, { fields })
}
