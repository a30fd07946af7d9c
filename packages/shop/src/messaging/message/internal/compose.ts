import type { Queryable } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { message_text } from '@kushi/db/schema/message'
import type { shop } from '@kushi/db/schema/shop'
import { statement } from '@kushi/db/statement'
import { registrationText } from '@kushi/values/company'
import { inquiryReplyText } from '@kushi/values/inquiry-status'
import { isPromise } from '@kushi/values/promise'
import { and, eq, sql } from 'drizzle-orm'
import type { Cache } from '../../../context.ts'
import { textPromised } from '../hooks.ts'
import { personalPlaceholders } from '../rules/check-text.ts'
import { fillText, placeholdersIn } from '../rules/fill-text.ts'
import { type KindName, type LineKind, type MailKind, MESSAGE_KINDS, type ValuesOf } from './kinds.ts'
import { signature } from './mail-html.ts'
import type { PersonalText, SellerPlaceholder } from './placeholders.ts'

export type Sender = typeof shop.$inferSelect
export interface Text {
  subject: string
  body: string
}

/**
 * The shop's own text, or else the standard one. If an older text has personal data in its subject, which is no longer
 * allowed, the standard subject replaces it.
 */
export async function loadText(db: Queryable, shop_id: number, kind: KindName): Promise<Text> {
  const [own] = await findText(db, { shop_id, kind })
  if (!own) return promised(db, shop_id, MESSAGE_KINDS[kind])
  return promised(
    db,
    shop_id,
    personalPlaceholders(own.subject).length > 0 ? { ...own, subject: MESSAGE_KINDS[kind].subject } : own,
  )
}

/** With the shop's facts in it, before anything that differs by recipient. */
async function promised(db: Queryable, shop_id: number, text: Text): Promise<Text> {
  if (!placeholdersIn(text.body).some(isPromise)) return text
  return { ...text, body: fillText(text.body, await textPromised(db, shop_id)) }
}

/** The same from the process's cache, until the database reports a change. */
export const cachedText = (ctx: { db: Queryable; shop_id: number; cache?: Cache | undefined }, kind: KindName) =>
  ctx.cache
    ? ctx.cache.get(`text ${kind} of ${ctx.shop_id}`, () => loadText(ctx.db, ctx.shop_id, kind))
    : loadText(ctx.db, ctx.shop_id, kind)

const findText = statement('find_text', (db) =>
  db
    .select({ subject: message_text.subject, body: message_text.body })
    .from(message_text)
    .where(and(eq(message_text.shop_id, sql.placeholder('shop_id')), eq(message_text.kind, sql.placeholder('kind')))),
)

export const sellerValues = (seller: Sender): Record<SellerPlaceholder, string> => ({
  店舗名: seller.shop_name,
  署名: signature(seller),
  登録番号: registrationText(seller.registration_number),
  店舗の連絡先: `${seller.email} / ${seller.phone_number}`,
  お返事の目安: inquiryReplyText(seller),
})

/** Whom a mail reaches. A visitor's address, which nobody has verified, has no `email_verified_at`. */
export interface Recipient {
  email: string
  email_verified_at?: Date | null
}

/** The columns of a member as the recipient of a mail. */
export const recipientColumns = { email: customer.email, email_verified_at: customer.email_verified_at }

type Values = Readonly<Record<string, string | PersonalText>>

/**
 * Address, subject and text of a mail in the shop's own words; marked as a letter, so that it also gets an HTML version.
 */
export async function composeMail<K extends MailKind>(
  db: Queryable,
  seller: Sender,
  kind: K,
  to: Recipient,
  values: ValuesOf<K>,
) {
  return mailOf(await loadText(db, seller.id, kind), seller, to, values)
}

/** The same for a text that is already loaded; `values`: the placeholders of its kind. */
export function mailOf(loaded: Text, seller: Sender, to: Recipient, values: Values) {
  const { subject, body } = fillMessage(loaded, seller, valuesForRecipient(to, values))
  return { to: to.email, subject, text: body, is_letter: true }
}

/**
 * The values as this recipient may see them. Anybody can enter another person's address; what they typed beside it must
 * not reach that person under the shop's name.
 */
export const valuesForRecipient = (to: Recipient, values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : to.email_verified_at ? value.text : value.until_verified,
    ]),
  )

/** Title and first words of a LINE card. */
export async function composeLine<K extends LineKind>(db: Queryable, seller: Sender, kind: K, values: ValuesOf<K>) {
  return lineOf(await loadText(db, seller.id, kind), seller, values)
}

/** The same for a text that is already loaded; `values`: the placeholders of its kind. */
export function lineOf(loaded: Text, seller: Sender, values: Readonly<Record<string, string>>) {
  const { subject, body } = fillMessage(loaded, seller, values)
  return { title: subject, ...(body !== '' && { lead: body }) }
}

const oneRow = (text: string) =>
  text
    .split('\n')
    .map((row) => row.trim())
    .filter(Boolean)
    .join(' ')

/** A subject stays on one line, whatever its values contain. */
export function fillMessage({ subject, body }: Text, seller: Sender, values: Readonly<Record<string, string>>): Text {
  const all = { ...values, ...sellerValues(seller) }
  return { subject: oneRow(fillText(subject, all)), body: fillText(body, all) }
}
