import type { MessageJob } from '@kushi/contract/admin/bulk'
import {
  addresseeText,
  composeMailFromText,
  fillMessageText,
  type MailRecipient,
  MESSAGE_PLACEHOLDERS,
  messageTextFailures,
  personalAddresseeText,
  type SenderShop,
} from '../../../messaging/message/index.ts'
import { AD_NOTICE_TEXT } from '../../../people/customer/index.ts'
import { lineLetterMessage } from '../../../people/line/index.ts'
import { invalidFields } from '../../../shop-error.ts'

type MessageList = MessageJob['to']['list']

/** Text and choices of a 一斉送信, as the operator entered them. */
export interface BulkMessageText {
  subject: string
  body: string
  is_advert: boolean
  over_line: boolean
  /** The list whose members get it. */
  list: MessageList
}

/**
 * Returns the placeholders that a 一斉送信 to this list may contain. Signature and stop link are not among them: they are
 * appended to every message, so that the operator can't forget them.
 */
export const bulkMessagePlaceholders = (list: MessageList) => [...PLACED, ...NAMED[list]]
const PLACED = ['宛名', '店舗名', '店舗の連絡先', 'マイページ', '定期便のページ'] as const

/** The placeholder that names what the list showed of a member. */
const NAMED = { orders: ['ご注文番号'], subscriptions: ['契約番号'], customers: [] } as const

/**
 * Checks the placeholders of a 一斉送信.
 * @throws ShopError 422 for an unknown placeholder, or one that is not allowed in the subject
 */
export function checkBulkMessageText(words: BulkMessageText): void {
  const failures = messageTextFailures({ placeholders: bulkMessagePlaceholders(words.list), required: [] }, words)
  if (failures.length > 0) throw invalidFields(failures)
}

interface Reader {
  /** The recipient of a mail. */
  to: MailRecipient
  /** null for a sample. */
  name: string | null
  /** Numbers of the orders or subscriptions that the list showed; null for a sample. */
  numbers: readonly string[] | null
  /** URL of the shop. */
  base: string
  /** For an advert: the URL that stops it. */
  stop_url: string
}

const nameOf = ({ name }: Reader) => (name === null ? MESSAGE_PLACEHOLDERS.宛名.sample : addresseeText(name))

/** The most numbers in one message. */
const MAX_NUMBERS = 10

function namedOf({ list }: BulkMessageText, { numbers }: Reader): Record<string, string> {
  const rest = (numbers?.length ?? 0) - MAX_NUMBERS
  const text = numbers
    ?.slice(0, MAX_NUMBERS)
    .join('、')
    .concat(rest > 0 ? ` ほか${rest}件` : '')
  return Object.fromEntries(NAMED[list].map((name) => [name, text ?? MESSAGE_PLACEHOLDERS[name].sample]))
}

const PAGES = {
  マイページ: { label: 'マイページを開く', path: '/sh/mypage' },
  定期便のページ: { label: '定期便を確認する', path: '/sh/mypage/subscriptions' },
}

/** Composes the mail of a 一斉送信 for one recipient. Appends the signature and, in an advert, the stop link. */
export function composeBulkMail(words: BulkMessageText, seller: SenderShop, reader: Reader) {
  const { subject, body, is_advert } = words
  const pages = Object.entries(PAGES).map(([name, { label, path }]) => [name, `${label}\n${reader.base}${path}`])
  const values = {
    ...Object.fromEntries(pages),
    ...namedOf(words, reader),
    宛名: reader.name === null ? MESSAGE_PLACEHOLDERS.宛名.sample : personalAddresseeText(reader.name),
    配信停止: `${AD_NOTICE_TEXT.why}\n${AD_NOTICE_TEXT.stop}: ${reader.stop_url}`,
  }
  const whole = [body, ...(is_advert ? ['{配信停止}'] : []), '{署名}'].join('\n\n')
  return composeMailFromText({ subject, body: whole }, seller, reader.to, values)
}

/**
 * Returns the parts of the LINE letter of a 一斉送信 for one recipient. Links to pages become buttons. The sender and, in
 * an advert, the stop link stand at the end.
 */
export function bulkLineLetterParts(words: BulkMessageText, seller: SenderShop, reader: Reader) {
  const named = Object.entries(PAGES).filter(([name]) => words.body.includes(`{${name}}`))
  const values = {
    ...Object.fromEntries(named.map(([name]) => [name, ''])),
    ...namedOf(words, reader),
    宛名: nameOf(reader),
  }
  const { subject: title, body } = fillMessageText(words, seller, values)
  const { shop_name, company_name, company_address, email, phone_number } = seller
  return {
    shop_name,
    title,
    body,
    buttons: named.map(([, { label, path }]) => ({ label, url: `${reader.base}${path}` })),
    ...(words.is_advert && { why: AD_NOTICE_TEXT.why_line, stop_url: reader.stop_url }),
    sender: [shop_name, company_name, company_address, `${email} / ${phone_number}`].join('\n'),
  }
}

/** Composes the LINE message of a 一斉送信 for one recipient. */
export const composeBulkLineMessage = (words: BulkMessageText, seller: SenderShop, reader: Reader) =>
  lineLetterMessage(bulkLineLetterParts(words, seller, reader))
