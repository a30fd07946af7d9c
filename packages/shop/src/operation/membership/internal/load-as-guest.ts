import type { Queryable } from '@kushi/db/connect'
import { cart_tracking } from '@kushi/db/schema/abandonment'
import type { customer } from '@kushi/db/schema/customer'
import { inquiry, inquiry_message } from '@kushi/db/schema/inquiry'
import { restock_request } from '@kushi/db/schema/restock'
import { outbox } from '@kushi/db/schema/system'
import { and, asc, eq, inArray, isNull, like, ne, or, sql } from 'drizzle-orm'
import { ownEmails } from './own-emails.ts'

type Rows = Record<string, unknown>[]

/**
 * Returns what the member left under their address as a guest, by heading. Call only if the desk confirms that the
 * address is theirs.
 */
export async function loadAsGuest(db: Queryable, member: typeof customer.$inferSelect): Promise<[string, Rows][]> {
  const { shop_id } = member
  const theirs = await ownEmails(db, member)
  if (theirs.length === 0) return []
  const written = await db
    .select()
    .from(inquiry)
    .where(
      and(eq(inquiry.shop_id, shop_id), isNull(inquiry.customer_id), inArray(sql`lower(${inquiry.email})`, theirs)),
    )
    .orderBy(asc(inquiry.id))
  const said = await db
    .select()
    .from(inquiry_message)
    .where(
      and(
        eq(inquiry_message.shop_id, shop_id),
        ne(inquiry_message.direction, 'note'),
        inArray(inquiry_message.inquiry_id, [0, ...written.map(({ id }) => id)]),
      ),
    )
    .orderBy(asc(inquiry_message.id))
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
    ['お問い合わせのやりとり', said],
    ['カートのお知らせ', carts],
    ['再入荷のお知らせ', awaited],
    ['お送りしたメール', messages],
  ]
}
