import { accountMessages } from './kinds/account.ts'
import { inquiryMessages } from './kinds/inquiry.ts'
import { lineMessages } from './kinds/line.ts'
import { orderMessages } from './kinds/order.ts'
import { reminderMessages } from './kinds/reminder.ts'
import { subscriptionMessages } from './kinds/subscription.ts'
import type { MessageKind, PersonalPlaceholder, PersonalText, SellerPlaceholder } from './placeholders.ts'

/** Every text that a shop sends to its customers, in the order of the operator's screen. */
export const MESSAGE_GROUPS = {
  ご注文: orderMessages,
  定期便: subscriptionMessages,
  会員: accountMessages,
  お問い合わせと卸: inquiryMessages,
  お知らせ: reminderMessages,
  LINE: lineMessages,
} as const

const mails = { ...orderMessages, ...subscriptionMessages, ...accountMessages, ...inquiryMessages, ...reminderMessages }
const all = { ...mails, ...lineMessages }

export type MailKind = keyof typeof mails
export type LineKind = keyof typeof lineMessages
export type KindName = keyof typeof all
/** The values that a sender of a text has to supply; values about the shop itself are added automatically. */
export type ValuesOf<K extends KindName> = {
  [name in Exclude<(typeof all)[K]['placeholders'][number], SellerPlaceholder>]: name extends PersonalPlaceholder
    ? PersonalText
    : string
}

export const MESSAGE_KINDS: Readonly<Record<KindName, MessageKind>> = all
export const isKind = (name: string): name is KindName => Object.hasOwn(all, name)
export const isLine = (name: KindName): name is LineKind => Object.hasOwn(lineMessages, name)
