import type { Tx } from '@kushi/db/connect'
import { outbox } from '@kushi/db/schema/system'
import { sql } from 'drizzle-orm'
import type { LineMessage } from '../line/messaging-port.ts'
import type { MessageAbout } from './enqueue-mail.ts'

/** A message over LINE. */
export interface QueuedLine {
  to: string
  message: LineMessage
  /** A reminder of a cart: asked about once more before it goes out. */
  cart_reminder_id?: number
}

export async function enqueueLineTo(
  tx: Tx,
  shop_id: number,
  dedupeKey: string,
  payload: QueuedLine,
  about: MessageAbout = {},
): Promise<void> {
  // Its first line says what it is about; the others are facts.
  const subject = payload.message.altText.split('\n', 1)[0]!
  await tx
    .insert(outbox)
    .values({ shop_id, kind: 'line', dedupe_key: dedupeKey, payload, subject, ...about })
    .onConflictDoNothing({ target: [outbox.shop_id, outbox.dedupe_key] })
}

/**
 * Says it over LINE too, to a member who linked their account and is a friend of a shop that is on LINE. What a contract
 * needs goes by mail all the same.
 */
export async function enqueueLine(
  tx: Tx,
  customer_id: number,
  dedupeKey: string,
  compose: (shop_name: string) => LineMessage,
  about: Omit<MessageAbout, 'customer_id'> = {},
): Promise<void> {
  const { rows } = await tx.execute<{ shop_id: number; shop_name: string; line_id: string }>(sql`
    select s.id as shop_id, s.shop_name, c.line_id
    from customer c join shop s on s.id = c.shop_id and s.line_channel_flag
      join line_friend f on f.shop_id = s.id and f.line_user_id = c.line_id
    where c.id = ${customer_id} and f.friend_status_id in (3, 4) and not f.is_blocked`)
  const [found] = rows
  if (!found) return
  const payload = { to: found.line_id, message: compose(found.shop_name) }
  await enqueueLineTo(tx, found.shop_id, `line:${dedupeKey}`, payload, { customer_id, ...about })
}
