import { account } from './kinds/account.ts'
import { inquiry } from './kinds/inquiry.ts'
import { line } from './kinds/line.ts'
import { order } from './kinds/order.ts'
import { reminder } from './kinds/reminder.ts'
import { subscription } from './kinds/subscription.ts'
import type { MessageKind, PersonalPlaceholder, PersonalText, SellerPlaceholder } from './placeholders.ts'

/** Every text that a shop sends to its customers, in the order of the operator's screen. */
export const GROUPS = {
  ご注文: order,
  定期便: subscription,
  会員: account,
  お問い合わせと卸: inquiry,
  お知らせ: reminder,
  LINE: line,
} as const

const mails = { ...order, ...subscription, ...account, ...inquiry, ...reminder }
const all = { ...mails, ...line }

export type MailKind = keyof typeof mails
export type LineKind = keyof typeof line
export type KindName = keyof typeof all
/** The values that a sender of a text has to supply; values about the shop itself are added automatically. */
export type ValuesOf<K extends KindName> = {
  [name in Exclude<(typeof all)[K]['placeholders'][number], SellerPlaceholder>]: name extends PersonalPlaceholder
    ? PersonalText
    : string
}

export const KINDS: Readonly<Record<KindName, MessageKind>> = all
export const isKind = (name: string): name is KindName => Object.hasOwn(all, name)
export const isLine = (name: KindName): name is LineKind => Object.hasOwn(line, name)
