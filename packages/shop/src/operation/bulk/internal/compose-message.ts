import type { MessageJob } from '@kushi/contract/admin/bulk'
import {
  addressee,
  fillMessage,
  greeting,
  mailOf,
  PLACEHOLDERS,
  type Recipient,
  type Sender,
  textFailures,
} from '../../../messaging/message/index.ts'
import { AD_WORDS } from '../../../people/customer/index.ts'
import { flexLetter } from '../../../people/line/index.ts'
import { invalidFields } from '../../../shop-error.ts'

type MessageList = MessageJob['to']['list']

export interface MessageWords {
  subject: string
  body: string
  is_advert: boolean
  over_line: boolean
  /** The list whose members get it. */
  list: MessageList
}

/**
 * 差し込み of a 一斉送信. The sender and, in an advert, the way to stop it are appended to every message, so that the operator
 * can't forget them.
 */
export const placeholdersOf = (list: MessageList) => [...PLACED, ...NAMED[list]]
const PLACED = ['宛名', '店舗名', '店舗の連絡先', 'マイページ', '定期便のページ'] as const

/** The placeholder that names what the list showed of a member. */
const NAMED = { orders: ['ご注文番号'], subscriptions: ['契約番号'], customers: [] } as const

/** @throws ShopError 422 */
export function checkWords(words: MessageWords): void {
  const failures = textFailures({ placeholders: placeholdersOf(words.list), required: [] }, words)
  if (failures.length > 0) throw invalidFields(failures)
}

interface Reader {
  /** For a mail. */
  to: Recipient
  /** null for a sample. */
  name: string | null
  /** Numbers of the orders or subscriptions that the list showed; null for a sample. */
  numbers: readonly string[] | null
  /** URL of the shop. */
  base: string
  /** For an advert: the URL that stops it. */
  stop_url: string
}

const nameOf = ({ name }: Reader) => (name === null ? PLACEHOLDERS.宛名.sample : addressee(name))

/** The most numbers in one message. */
const MAX_NUMBERS = 10

function namedOf({ list }: MessageWords, { numbers }: Reader): Record<string, string> {
  const rest = (numbers?.length ?? 0) - MAX_NUMBERS
  const text = numbers
    ?.slice(0, MAX_NUMBERS)
    .join('、')
    .concat(rest > 0 ? ` ほか${rest}件` : '')
  return Object.fromEntries(NAMED[list].map((name) => [name, text ?? PLACEHOLDERS[name].sample]))
}

const PAGES = {
  マイページ: { label: 'マイページを開く', path: '/sh/mypage' },
  定期便のページ: { label: '定期便を確認する', path: '/sh/mypage/subscriptions' },
}

/** Composes the mail for one recipient. */
export function composeMessage(words: MessageWords, seller: Sender, reader: Reader) {
  const { subject, body, is_advert } = words
  const pages = Object.entries(PAGES).map(([name, { label, path }]) => [name, `${label}\n${reader.base}${path}`])
  const values = {
    ...Object.fromEntries(pages),
    ...namedOf(words, reader),
    宛名: reader.name === null ? PLACEHOLDERS.宛名.sample : greeting(reader.name),
    配信停止: `${AD_WORDS.why}\n${AD_WORDS.stop}: ${reader.stop_url}`,
  }
  const whole = [body, ...(is_advert ? ['{配信停止}'] : []), '{署名}'].join('\n\n')
  return mailOf({ subject, body: whole }, seller, reader.to, values)
}

/**
 * The same for LINE, where pages become buttons. The sender and, in an advert, the way to stop it stand below, as in a
 * mail.
 */
export function lineWords(words: MessageWords, seller: Sender, reader: Reader) {
  const named = Object.entries(PAGES).filter(([name]) => words.body.includes(`{${name}}`))
  const values = {
    ...Object.fromEntries(named.map(([name]) => [name, ''])),
    ...namedOf(words, reader),
    宛名: nameOf(reader),
  }
  const { subject: title, body } = fillMessage(words, seller, values)
  const { shop_name, company_name, company_address, email, phone_number } = seller
  return {
    shop_name,
    title,
    body,
    buttons: named.map(([, { label, path }]) => ({ label, url: `${reader.base}${path}` })),
    ...(words.is_advert && { why: AD_WORDS.why_line, stop_url: reader.stop_url }),
    sender: [shop_name, company_name, company_address, `${email} / ${phone_number}`].join('\n'),
  }
}

export const composeLineMessage = (words: MessageWords, seller: Sender, reader: Reader) =>
  flexLetter(lineWords(words, seller, reader))
