import type { Queryable } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { message_text } from '@kushi/db/schema/message'
import type { shop } from '@kushi/db/schema/shop'
import { preparedStatement } from '@kushi/db/statement'
import { registrationNumberText } from '@kushi/values/company'
import { replyDaysText } from '@kushi/values/inquiry-status'
import { isShopPlaceholder } from '@kushi/values/promise'
import { and, eq, sql } from 'drizzle-orm'
import type { Cache } from '../../../context.ts'
import { promiseTextsRequested } from '../hooks.ts'
import { placeholdersForbiddenInSubject } from '../rules/check-text.ts'
import { fillPlaceholders, findPlaceholders } from '../rules/fill-text.ts'
import {
  type LineMessageKind,
  type MailMessageKind,
  MESSAGE_KINDS,
  type MessageKindName,
  type PlaceholderValuesOf,
} from './kinds.ts'
import { sellerSignatureText } from './mail-html.ts'
import type { PersonalPlaceholderText, SellerPlaceholder } from './placeholders.ts'

/** The row of the shop that sends a message. */
export type SenderShop = typeof shop.$inferSelect
/** Subject and body of a message. Placeholders may still be unfilled. */
export interface MessageTextParts {
  subject: string
  body: string
}

/**
 * Loads the text of a message: the shop's own text, or else the standard one. Fills the placeholders that state the
 * shop's settings. If its subject contains placeholders that are no longer allowed there, the standard subject
 * replaces it.
 */
export async function loadMessageText(
  db: Queryable,
  shop_id: number,
  kind: MessageKindName,
): Promise<MessageTextParts> {
  const [own] = await findText(db, { shop_id, kind })
  if (!own) return promised(db, shop_id, MESSAGE_KINDS[kind])
  return promised(
    db,
    shop_id,
    placeholdersForbiddenInSubject(own.subject).length > 0 ? { ...own, subject: MESSAGE_KINDS[kind].subject } : own,
  )
}

/** Fills the shop's facts into the text, before anything that differs by recipient. */
async function promised(db: Queryable, shop_id: number, text: MessageTextParts): Promise<MessageTextParts> {
  if (!findPlaceholders(text.body).some(isShopPlaceholder)) return text
  return { ...text, body: fillPlaceholders(text.body, await promiseTextsRequested(db, shop_id)) }
}

/**
 * Loads the text of a message from the cache of the process. The entry is valid until the database reports a change.
 * Without a cache, loads from the database.
 */
export const loadCachedMessageText = (
  ctx: { db: Queryable; shop_id: number; cache?: Cache | undefined },
  kind: MessageKindName,
) =>
  ctx.cache
    ? ctx.cache.get(`text ${kind} of ${ctx.shop_id}`, () => loadMessageText(ctx.db, ctx.shop_id, kind))
    : loadMessageText(ctx.db, ctx.shop_id, kind)

const findText = preparedStatement('find_text', (db) =>
  db
    .select({ subject: message_text.subject, body: message_text.body })
    .from(message_text)
    .where(and(eq(message_text.shop_id, sql.placeholder('shop_id')), eq(message_text.kind, sql.placeholder('kind')))),
)

/**
 * Returns the values of the placeholders about the shop: name, signature, registration number, contact and reply time.
 */
export const sellerPlaceholderValues = (seller: SenderShop): Record<SellerPlaceholder, string> => ({
  店舗名: seller.shop_name,
  署名: sellerSignatureText(seller),
  登録番号: registrationNumberText(seller.registration_number),
  店舗の連絡先: `${seller.email} / ${seller.phone_number}`,
  お返事の目安: replyDaysText(seller),
})

/** The recipient of a mail. `email_verified_at` is missing for an address that nobody has verified. */
export interface MailRecipient {
  email: string
  email_verified_at?: Date | null
}

/** The columns of a member as the recipient of a mail. */
export const recipientColumns = { email: customer.email, email_verified_at: customer.email_verified_at }

type Values = Readonly<Record<string, string | PersonalPlaceholderText>>

/**
 * Composes a mail from the shop's text of this kind. Returns address, subject and body. `is_letter` gives the mail an
 * HTML version when it is sent.
 */
export async function composeMail<K extends MailMessageKind>(
  db: Queryable,
  seller: SenderShop,
  kind: K,
  to: MailRecipient,
  values: PlaceholderValuesOf<K>,
) {
  return composeMailFromText(await loadMessageText(db, seller.id, kind), seller, to, values)
}

/** Composes a mail from a loaded text. `values`: the placeholders of the kind of the text. */
export function composeMailFromText(loaded: MessageTextParts, seller: SenderShop, to: MailRecipient, values: Values) {
  const { subject, body } = fillMessageText(loaded, seller, placeholderValuesForRecipient(to, values))
  return { to: to.email, subject, text: body, is_letter: true }
}

/**
 * Returns the values that this recipient may see. Anybody can enter another person's address; text typed beside it must
 * not reach that person under the shop's name.
 */
export const placeholderValuesForRecipient = (to: MailRecipient, values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : to.email_verified_at ? value.text : value.until_verified,
    ]),
  )

/** Composes title and lead of a LINE card from the shop's text of this kind. */
export async function composeLineCard<K extends LineMessageKind>(
  db: Queryable,
  seller: SenderShop,
  kind: K,
  values: PlaceholderValuesOf<K>,
) {
  return composeLineCardFromText(await loadMessageText(db, seller.id, kind), seller, values)
}

/** Composes title and lead of a LINE card from a loaded text. `values`: the placeholders of its kind. */
export function composeLineCardFromText(
  loaded: MessageTextParts,
  seller: SenderShop,
  values: Readonly<Record<string, string>>,
) {
  const { subject, body } = fillMessageText(loaded, seller, values)
  return { title: subject, ...(body !== '' && { lead: body }) }
}

const oneRow = (text: string) =>
  text
    .split('\n')
    .map((row) => row.trim())
    .filter(Boolean)
    .join(' ')

/**
 * Fills the placeholders of subject and body, including those about the shop. The subject stays on one line, whatever
 * its values contain.
 */
export function fillMessageText(
  { subject, body }: MessageTextParts,
  seller: SenderShop,
  values: Readonly<Record<string, string>>,
): MessageTextParts {
  const all = { ...values, ...sellerPlaceholderValues(seller) }
  return { subject: oneRow(fillPlaceholders(subject, all)), body: fillPlaceholders(body, all) }
}
