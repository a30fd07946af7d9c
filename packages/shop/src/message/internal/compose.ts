import type { Queryable } from '@kushi/db/connect'
import { message_text } from '@kushi/db/schema/message'
import type { shop } from '@kushi/db/schema/shop'
import { statement } from '@kushi/db/statement'
import { registrationText } from '@kushi/values/registration-number'
import { and, eq, sql } from 'drizzle-orm'
import type { Kept } from '../../context.ts'
import { signature } from '../../mail/index.ts'
import { personalIn } from '../rules/check-text.ts'
import { fillText } from '../rules/fill-text.ts'
import { KINDS, type KindName, type LineKind, type MailKind, type ValuesOf } from './kinds.ts'
import type { SellerPlaceholder } from './placeholders.ts'

export type Sender = typeof shop.$inferSelect
export interface Text {
  subject: string
  body: string
}

/** The text as the shop wrote it, else the standard one; with the standard subject where theirs, of before that was refused, has a name. */
export async function loadText(db: Queryable, shop_id: number, kind: KindName): Promise<Text> {
  const [own] = await findText(db, { shop_id, kind })
  if (!own) return KINDS[kind]
  return personalIn(own.subject).length > 0 ? { ...own, subject: KINDS[kind].subject } : own
}

/** The same, as the process keeps it until the database says that it changed. */
export const keptText = (ctx: { db: Queryable; shop_id: number; kept?: Kept | undefined }, kind: KindName) =>
  ctx.kept
    ? ctx.kept.get(`text ${kind} of ${ctx.shop_id}`, () => loadText(ctx.db, ctx.shop_id, kind))
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
})

/** Subject and text of a mail, by the words of the shop; a letter, so that mail programs can show more than text. */
export async function composeMail<K extends MailKind>(db: Queryable, seller: Sender, kind: K, values: ValuesOf<K>) {
  return mailOf(await loadText(db, seller.id, kind), seller, values)
}

/** The same of a text that is loaded; `values`: of its kind. */
export function mailOf(loaded: Text, seller: Sender, values: Readonly<Record<string, string>>) {
  const { subject, body } = filled(loaded, seller, values)
  return { subject, text: body, is_letter: true }
}

/** Title and first words of a card over LINE. */
export async function composeLine<K extends LineKind>(db: Queryable, seller: Sender, kind: K, values: ValuesOf<K>) {
  return lineOf(await loadText(db, seller.id, kind), seller, values)
}

/** The same of a text that is loaded; `values`: of its kind. */
export function lineOf(loaded: Text, seller: Sender, values: Readonly<Record<string, string>>) {
  const { subject, body } = filled(loaded, seller, values)
  return { title: subject, ...(body !== '' && { lead: body }) }
}

const oneRow = (text: string) =>
  text
    .split('\n')
    .map((row) => row.trim())
    .filter(Boolean)
    .join(' ')

/** A subject is one row, whatever a value brings. */
export function filled({ subject, body }: Text, seller: Sender, values: Readonly<Record<string, string>>): Text {
  const all = { ...values, ...sellerValues(seller) }
  return { subject: oneRow(fillText(subject, all)), body: fillText(body, all) }
}
