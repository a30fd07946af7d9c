import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { line_friend } from '@kushi/db/schema/line'
import { shop } from '@kushi/db/schema/shop'
import { outbox } from '@kushi/db/schema/system'
import { preparedStatement } from '@kushi/db/statement'
import { FRIEND_STATUSES } from '@kushi/values/line'
import { and, eq, inArray, not, type SQLWrapper, sql } from 'drizzle-orm'
import { loadShop } from '../../../foundation/setting/index.ts'
import type { LineMessage } from '../../../ports/line-messaging-port.ts'
import { markOutboxWritten } from '../outbox-writes.ts'
import type { SenderShop } from './compose.ts'
import type { MessageAbout } from './enqueue-mail.ts'

/** Payload of a LINE message in the outbox. `to` is the LINE user id. */
export interface QueuedLineMessage {
  to: string
  message: LineMessage
  ad_letter_id?: number
  /** The message contains a link that acts for the recipient: it is deleted after sending. */
  is_secret?: boolean
  /** A cart reminder: checked once more before it is sent. */
  cart_reminder_id?: number
  /** A row of a 一斉送信: if LINE cannot reach the member, the mail is sent instead. */
  bulk_row?: { job_id: number; subject_id: number }
}

/**
 * Queues a LINE message to a LINE user id. Does not check whether the user is a friend. Each dedupe key is written
 * once.
 */
export async function enqueueLineMessageToUser(
  tx: Tx,
  shop_id: number,
  dedupeKey: string,
  payload: QueuedLineMessage,
  about: MessageAbout = {},
): Promise<void> {
  await enqueueLineMessages(tx, shop_id, [{ dedupe_key: dedupeKey, payload, about }])
}

/** One of many LINE messages. */
interface LineToQueue {
  dedupe_key: string
  payload: QueuedLineMessage
  about: MessageAbout
}

/** Queues many LINE messages in one statement. Each dedupe key is written once. */
export async function enqueueLineMessages(tx: Tx, shop_id: number, lines: readonly LineToQueue[]): Promise<void> {
  if (lines.length === 0) return
  markOutboxWritten(shop_id)
  // The first line of the alternative text is the subject; the other lines are details.
  const rows = lines.map(({ dedupe_key, payload, about }) => {
    const subject = payload.message.altText.split('\n', 1)[0]!
    return { shop_id, kind: 'line' as const, dedupe_key, payload, subject, ...about }
  })
  await tx
    .insert(outbox)
    .values(rows)
    .onConflictDoNothing({ target: [outbox.shop_id, outbox.dedupe_key] })
}

/**
 * SQL condition that joins `line_friend` to a member who is a friend and has not blocked the account of the shop.
 * `member`: `customer`, or an alias of it.
 */
export const lineFriendJoinCondition = (member: Record<'shop_id' | 'line_id', SQLWrapper>) =>
  and(
    eq(line_friend.shop_id, member.shop_id),
    eq(line_friend.line_user_id, member.line_id),
    inArray(line_friend.friend_status_id, FRIEND_STATUSES),
    not(line_friend.is_blocked),
  )!

const findFriends = preparedStatement('find_friends', (db) =>
  db
    .select({ id: customer.id, line_id: customer.line_id })
    .from(customer)
    .innerJoin(shop, and(eq(shop.id, customer.shop_id), shop.line_channel_flag))
    .innerJoin(line_friend, lineFriendJoinCondition(customer))
    .where(
      and(
        eq(customer.shop_id, sql.placeholder('shop_id')),
        sql`${customer.id} = any(${sql.placeholder('customer_ids')}::bigint[])`,
      ),
    ),
)

/**
 * Queues a LINE message in addition to the mail, if the shop uses LINE and the member has linked LINE and is a friend.
 * Mail stays the channel for everything that the contract requires.
 */
export const enqueueLineMessageToMember = (
  tx: Tx,
  { shop_id, customer_id }: { shop_id: number; customer_id: number },
  dedupe_key: string,
  compose: (seller: SenderShop) => Promise<LineMessage>,
  about: LineAddressee['about'] = {},
): Promise<void> =>
  enqueueLineMessagesToMembers(tx, shop_id, [{ customer_id, dedupe_key, about }], async (seller) => {
    const message = await compose(seller)
    return () => message
  })

interface LineAddressee {
  customer_id: number
  /** The dedupe key of the mail with the same content. */
  dedupe_key: string
  about: Omit<MessageAbout, 'customer_id'>
}

/**
 * Queues a LINE message to each of many members of one shop who is a friend. Calls `compose` once, and only if at
 * least one member can be reached. `compose` returns the function that makes the message of each member.
 */
export async function enqueueLineMessagesToMembers<T extends LineAddressee>(
  tx: Tx,
  shop_id: number,
  all: readonly T[],
  compose: (seller: SenderShop) => Promise<(one: T) => LineMessage>,
): Promise<void> {
  if (all.length === 0) return
  const customer_ids = [...new Set(all.map(({ customer_id }) => customer_id))]
  const friends = await findFriends(tx, { shop_id, customer_ids })
  if (friends.length === 0) return
  const lineOf = new Map(friends.map(({ id, line_id }) => [id, line_id!]))
  const messageOf = await compose(await loadShop({ db: tx, shop_id }))
  const lines = all.flatMap((one) => {
    const { customer_id, dedupe_key, about } = one
    const to = lineOf.get(customer_id)
    if (!to) return []
    const payload = { to, message: messageOf(one) }
    return [{ dedupe_key: `line:${dedupe_key}`, payload, about: { customer_id, ...about } }]
  })
  await enqueueLineMessages(tx, shop_id, lines)
}
