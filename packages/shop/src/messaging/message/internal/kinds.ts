import { accountMessages } from './kinds/account.ts'
import { inquiryMessages } from './kinds/inquiry.ts'
import { lineMessages } from './kinds/line.ts'
import { orderMessages } from './kinds/order.ts'
import { reminderMessages } from './kinds/reminder.ts'
import { subscriptionMessages } from './kinds/subscription.ts'
import type { MessageKind, PersonalPlaceholder, PersonalPlaceholderText, SellerPlaceholder } from './placeholders.ts'

/** All message texts of a shop by group, in the order of the operator's screen. */
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

/** Name of a text that is sent by mail. */
export type MailMessageKind = keyof typeof mails
/** Name of a text that is sent over LINE. */
export type LineMessageKind = keyof typeof lineMessages
/** Name of any message text, by mail or over LINE. */
export type MessageKindName = keyof typeof all
/** The values that a sender of a text has to supply; values about the shop itself are added automatically. */
export type PlaceholderValuesOf<K extends MessageKindName> = {
  [name in Exclude<(typeof all)[K]['placeholders'][number], SellerPlaceholder>]: name extends PersonalPlaceholder
    ? PersonalPlaceholderText
    : string
}

/** All message texts by name, with placeholders and standard text. */
export const MESSAGE_KINDS: Readonly<Record<MessageKindName, MessageKind>> = all
/** Whether this is the name of a message text. */
export const isMessageKindName = (name: string): name is MessageKindName => Object.hasOwn(all, name)
/** Whether a message of this kind is sent over LINE. */
export const isLineMessageKind = (name: MessageKindName): name is LineMessageKind => Object.hasOwn(lineMessages, name)
