import type { Queryable } from '@kushi/db/connect'
import { outbox } from '@kushi/db/schema/system'
import { and, desc, eq, notLike } from 'drizzle-orm'
import { INQUIRY_SHOP_COPY_PREFIX } from './enqueue-mail.ts'

const SHOWN = 20

/**
 * Returns the last 20 messages to a member or about an order, newest first. Leaves out the recipients and the mails to
 * the shop.
 */
export async function loadRecentMessages(
  db: Queryable,
  shop_id: number,
  of: { customer_id: number } | { order_id: number },
) {
  const about = 'order_id' in of ? eq(outbox.order_id, of.order_id) : eq(outbox.customer_id, of.customer_id)
  const rows = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.shop_id, shop_id), about, notLike(outbox.dedupe_key, `${INQUIRY_SHOP_COPY_PREFIX}%`)))
    .orderBy(desc(outbox.id))
    .limit(SHOWN)
  return rows.map(messageRow)
}

/** The fields of a message that lists and pages share. */
export const messageRow = ({ id, kind, state, subject, created_at, sent_at }: typeof outbox.$inferSelect) => ({
  id,
  kind,
  state,
  subject,
  created_at: created_at.toISOString(),
  sent_at: sent_at?.toISOString() ?? null,
})
