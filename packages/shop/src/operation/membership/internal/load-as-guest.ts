import type { Queryable } from '@kushi/db/connect'
import { cart_tracking } from '@kushi/db/schema/abandonment'
import type { customer } from '@kushi/db/schema/customer'
import { inquiry, inquiry_message, inquiry_photograph } from '@kushi/db/schema/inquiry'
import { restock_request } from '@kushi/db/schema/restock'
import { outbox } from '@kushi/db/schema/system'
import { and, asc, eq, getTableColumns, inArray, isNull, like, ne, or, sql } from 'drizzle-orm'
import { findEmailsOwnedByMember } from './own-emails.ts'

type Rows = Record<string, unknown>[]

/**
 * Returns what the member left under their address as a guest, by heading. Call only if the desk confirms that the
 * address is theirs.
 */
export async function loadGuestRecords(db: Queryable, member: typeof customer.$inferSelect): Promise<[string, Rows][]> {
  const { shop_id } = member
  const theirs = await findEmailsOwnedByMember(db, member)
  if (theirs.length === 0) return []
  const written = await db
    .select()
    .from(inquiry)
    .where(
      and(eq(inquiry.shop_id, shop_id), isNull(inquiry.customer_id), inArray(sql`lower(${inquiry.email})`, theirs)),
    )
    .orderBy(asc(inquiry.id))
  const said = await loadInquiryTexts(db, shop_id, written)
  const carts = await db
    .select()
    .from(cart_tracking)
    .where(
      and(eq(cart_tracking.shop_id, shop_id), isNull(cart_tracking.customer_id), inArray(cart_tracking.email, theirs)),
    )
  const awaited = await db
    .select()
    .from(restock_request)
    .where(
      and(
        eq(restock_request.shop_id, shop_id),
        isNull(restock_request.customer_id),
        inArray(restock_request.email, theirs),
      ),
    )
  // No other mails: an address also receives mails that are not about a guest.
  const ofGuest = ['inquiry-sender:', 'inquiry-answer:', 'supplier-refused:', 'restocked:', 'cart-reminder:']
  const messages = await db
    .select()
    .from(outbox)
    .where(
      and(
        eq(outbox.shop_id, shop_id),
        isNull(outbox.customer_id),
        inArray(sql`${outbox.payload} ->> 'to'`, theirs),
        or(...ofGuest.map((key) => like(outbox.dedupe_key, `${key}%`))),
      ),
    )
    .orderBy(asc(outbox.id))
  return [
    ['お問い合わせ', written],
    ...said,
    ['カートのお知らせ', carts],
    ['再入荷のお知らせ', awaited],
    ['お送りしたメール', messages],
  ]
}

/** Loads the messages of these inquiries, by heading, without internal notes and photographs. */
export async function loadInquiryTexts(
  db: Queryable,
  shop_id: number,
  inquiries: readonly { id: number }[],
): Promise<[string, Rows][]> {
  const ids = [0, ...inquiries.map(({ id }) => id)]
  const said = await db
    .select()
    .from(inquiry_message)
    .where(
      and(
        eq(inquiry_message.shop_id, shop_id),
        ne(inquiry_message.direction, 'note'),
        inArray(inquiry_message.inquiry_id, ids),
      ),
    )
    .orderBy(asc(inquiry_message.id))
  const { content: _, ...facts } = getTableColumns(inquiry_photograph)
  const photographs = await db
    .select(facts)
    .from(inquiry_photograph)
    .where(and(eq(inquiry_photograph.shop_id, shop_id), inArray(inquiry_photograph.inquiry_id, ids)))
    .orderBy(asc(inquiry_photograph.id))
  return [
    ['お問い合わせのやりとり', said],
    ['お問い合わせの写真', photographs],
  ]
}
