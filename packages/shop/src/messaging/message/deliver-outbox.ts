import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@kushi/db/connect'
import { shop } from '@kushi/db/schema/shop'
import { outbox } from '@kushi/db/schema/system'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { preparedStatement } from '@kushi/db/statement'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { limitConcurrency } from '../../concurrency-limit.ts'
import type { Context } from '../../context.ts'
import type { QueuedLineMessage } from './internal/enqueue-line.ts'
import type { QueuedMail } from './internal/enqueue-mail.ts'
import { mailHtml } from './internal/mail-html.ts'
import { sendLine } from './internal/send-line.ts'
import { isMessageStillWanted } from './internal/still-relevant.ts'

/** Minutes until the next attempt. After the last attempt the message stays failed, with its error, for an operator. */
const backoffMinutes = [1, 5, 15, 60, 180, 720]

/** Longer than the slowest mail server may take for one message. */
const leaseMinutes = 5

type OutboxContext = Pick<Context, 'db' | 'ports' | 'log' | 'shop_id' | 'cache'>
interface ClaimedMessage {
  id: number
  shop_id: number
  dedupe_key: string
  kind: string
  payload: QueuedMail | QueuedLineMessage
  attempts: number
}

/**
 * The shops for which this process is sending now. A call during a round sets `again`: the round then looks for new
 * messages once more.
 */
const rounds = new WeakMap<Db, Map<number, { again: boolean }>>()

/**
 * Sends the waiting outbox messages of a shop and returns how many were settled. Any number of processes may run it at
 * the same time. A message is claimed before it is sent, so that a later process takes over when one dies while
 * sending. Only in that case can a message be sent twice, with the same Message-ID.
 */
export async function deliverOutbox(ctx: OutboxContext): Promise<number> {
  const ofShops = rounds.get(ctx.db) ?? new Map<number, { again: boolean }>()
  rounds.set(ctx.db, ofShops)
  const underWay = ofShops.get(ctx.shop_id)
  if (underWay) underWay.again = true
  if (underWay) return 0
  const round = { again: true }
  ofShops.set(ctx.shop_id, round)
  let sent = 0
  try {
    while (round.again) {
      round.again = false
      sent += await deliverAll(ctx)
    }
  } finally {
    ofShops.delete(ctx.shop_id)
  }
  return sent
}

/** How many messages of a shop are sent at the same time. */
const LANES = 4

/**
 * How many are claimed at most: another one for each lane, so that no lane waits for the next claim. The lease of a
 * second one in its lane is long enough for both.
 */
const CLAIMED = 2 * LANES

/** Milliseconds for which a claimed message waits at most for its lane without being read again. */
const LATE_MS = 100

/** After this number of failures the mail server is assumed to be down. */
const MAX_FAILED = 5

/** Milliseconds a sent message waits at most for others to be marked with it. */
const GATHER_MS = 20

/**
 * Sends until no message is left or the mail server seems to be down. Messages to the same recipient leave one after
 * the other, in order. One statement marks the sent messages and claims the next ones, because each of the two updates
 * changes every index of the table; where more are waiting, it does so for several.
 */
async function deliverAll(ctx: OutboxContext): Promise<number> {
  const underWay = new Map<string, Promise<void>>()
  const done = new Set<number>()
  const inLane = limitConcurrency({ running: LANES, waiting: CLAIMED, timeout: leaseMinutes * 60_000 })
  let [sent, failed, isOver] = [0, 0, false]
  const broken: unknown[] = []
  const send = async (message: ClaimedMessage) => {
    const since = performance.now()
    try {
      const became = await inLane(async () =>
        isOver ? null : await deliver(ctx, message, { isLate: performance.now() - since > LATE_MS }),
      )
      if (became === 'sent') done.add(message.id)
      if (became === 'failed') failed += 1
      else if (became) sent += 1
    } catch (error) {
      broken.push(error)
    } finally {
      underWay.delete(message.payload.to)
    }
  }
  try {
    for (;;) {
      // Further ones are claimed only while the server accepts: those claimed at the wrong moment wait for their retry.
      const most = sent > 0 && failed === 0 ? CLAIMED : Math.min(LANES, MAX_FAILED - failed)
      const room = Math.max(0, most - underWay.size)
      for (const message of await claim(ctx, done, [...underWay.keys()], room))
        underWay.set(message.payload.to, send(message))
      if (underWay.size === 0) return sent
      await Promise.race(underWay.values())
      const late = sleep(GATHER_MS, true)
      while (underWay.size > 0 && done.size < LANES) if (await Promise.race([late, ...underWay.values()])) break
      if (broken.length > 0) throw broken[0]
    }
  } finally {
    // If the database connection was lost for a moment, messages that are sent meanwhile must not be sent again. Those that
    // still wait for a lane stay for the next round: they might not be marked.
    isOver = true
    await Promise.all(underWay.values())
    if (done.size > 0) await claim(ctx, done, [], 0)
  }
}

/**
 * Marks the messages in `done` as sent and claims up to `room` others. `underWay`: recipients that are being sent to.
 */
async function claim({ db, shop_id }: OutboxContext, done: Set<number>, underWay: readonly string[], room: number) {
  const written = [...done]
  const claimed = (await settleAndClaim(db, { shop_id, done: written, underWay, room })) as ClaimedMessage[]
  for (const id of written) done.delete(id)
  return claimed
}

/** Bulk messages wait until no individual message is due. */
const settleAndClaim = preparedStatement('settle_and_claim', (db) => {
  const [shop_id, done, underWay, room] = ['shop_id', 'done', 'underWay', 'room'].map((name) => sql.placeholder(name))
  // One message per recipient: each lease covers one message, which is marked as soon as it has been sent.
  const first = (of: SQL) => sql`array(select distinct on (due.reader) due.id from (
    select id, next_attempt_at, payload ->> 'to' as reader from outbox
    where shop_id = ${shop_id} and sent_at is null and failed_at is null and stopped_at is null
    and ${of} and payload ->> 'to' <> all(${underWay}::text[]) and next_attempt_at <= now()
    order by next_attempt_at, id limit ${room}::int for update skip locked
    ) due order by due.reader, due.next_attempt_at, due.id)`
  const { id, dedupe_key, kind, payload, attempts } = outbox
  const settled = db
    .$with('settled', {})
    .as(sql`update outbox set sent_at = now(), error = null where shop_id = ${shop_id} and id = any(${done}::bigint[])`)
  return db
    .with(settled)
    .update(outbox)
    .set({
      attempts: sql`${attempts} + 1`,
      next_attempt_at: sql.raw(`now() + ${leaseMinutes} * interval '1 minute'`),
    })
    .where(
      and(
        eq(outbox.shop_id, shop_id!),
        sql`${id} = any(coalesce(nullif(${first(sql`bulk_job_id is null`)}, '{}'), ${first(sql`bulk_job_id is not null`)}))`,
      ),
    )
    .returning({ id, shop_id: outbox.shop_id, dedupe_key, kind, payload, attempts })
})

/** Returns `sent` when the message still has to be marked as sent. */
async function deliver(
  ctx: OutboxContext,
  message: ClaimedMessage,
  how: { isLate: boolean },
): Promise<'sent' | 'settled' | 'failed'> {
  const { id, attempts } = message
  const mine = sameRowCondition(outbox, message)
  try {
    if (!(await isMessageStillWanted(ctx.db, message, how))) {
      // A message that an operator stopped keeps its text, so that it can be sent again.
      const waiting = and(mine, eq(outbox.state, 'waiting'))
      await ctx.db.update(outbox).set({ stopped_at: sql`now()`, payload: {} }).where(waiting)
      return 'settled'
    }
    if (message.kind === 'line') await sendLine(ctx, message, message.payload as QueuedLineMessage)
    else await sendMail(ctx, message, message.payload as QueuedMail)
  } catch (error) {
    const minutes = backoffMinutes[attempts - 1]
    const text = error instanceof Error ? error.message.slice(0, 300) : 'unknown'
    const later =
      minutes === undefined
        ? { failed_at: sql`now()` }
        : { next_attempt_at: sql`now() + ${minutes} * interval '1 minute'` }
    await ctx.db
      .update(outbox)
      .set({ error: text, ...later })
      .where(mine)
    if (minutes === undefined) ctx.log.error({ outbox_id: id, attempts, error: text }, 'message given up')
    else ctx.log.warn({ outbox_id: id, attempts }, 'message not delivered')
    return 'failed'
  }
  if (!isSecret(message.payload)) return 'sent'
  const payload = { to: message.payload.to, text: '', is_secret: true }
  await ctx.db.update(outbox).set({ sent_at: sql`now()`, error: null, payload }).where(mine)
  return 'settled'
}

/**
 * Messages that contain a link which acts for the recipient: the text is deleted after sending. `is_secret` stays in
 * the payload, as the reason why there is no text.
 */
const isSecret = (payload: QueuedMail | QueuedLineMessage) =>
  payload.cart_reminder_id !== undefined ||
  payload.ad_letter_id !== undefined ||
  ('is_secret' in payload && payload.is_secret === true)

async function sendMail(
  ctx: OutboxContext,
  { shop_id, dedupe_key }: ClaimedMessage,
  payload: QueuedMail,
): Promise<void> {
  const { to, subject, text, html, is_letter, pictures = [], unsubscribe_url } = payload
  const { shop_name: name, email: address } = await senderOf(ctx, shop_id)
  const message_id = `<${dedupe_key.replace(/[^\w-]/g, '.')}@${address.split('@')[1]}>`
  const shown = is_letter ? mailHtml({ shop_name: name, text, pictures }) : html
  await ctx.ports.mail.send({
    to,
    subject,
    text,
    from: { name, address },
    message_id,
    ...(shown !== undefined && { html: shown }),
    ...(unsubscribe_url !== undefined && { unsubscribe_url }),
  })
}

function senderOf({ db, cache }: OutboxContext, shop_id: number) {
  const query = async () => (await db.select().from(shop).where(eq(shop.id, shop_id)))[0]!
  return cache ? cache.get(`sender of ${shop_id}`, query) : query()
}
