import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import { conversion_delivery, conversion_destination } from '@kushi/db/schema/conversion'
import type { ConversionDrop, ConversionEventName } from '@kushi/values/conversion/conversion'
import { CONVERSION_KINDS, isToldByServer } from '@kushi/values/conversion/kinds'
import { sum } from '@kushi/values/sum'
import { and, eq, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { ConversionAccount, ConversionAnswer, ConversionFact } from '../../ports/conversion-port.ts'
import { openConversionAccount } from './internal/account-values.ts'
import { conversionDropReason, isOrderCheckPendingSql } from './internal/conversion-drop-reason.ts'
import {
  buildConversionFact,
  type ConversionOrder,
  consentedContacts,
  loadConversionOrders,
} from './internal/load-facts.ts'
import { conversionRetryMinutes, sentContacts } from './rules/judge-event.ts'

type Destination = typeof conversion_destination.$inferSelect

interface ClaimedEvent extends Record<string, unknown> {
  id: number
  order_id: number
  event_name: ConversionEventName
  occurred_at: string
  attempts: number
  was_told: boolean | null
}

/**
 * Milliseconds after which the job begins anew, so that a slow third party does not delay other third parties or shops.
 */
const ROUND_MS = 60_000
/** Longer than a round and its last request. */
const LEASE_MINUTES = 3

/**
 * Job: tells all 送信先 of a shop what waits for them, in parallel, so that none delays another. Any number of processes may run
 * it at the same time. Returns the number of events that were taken.
 */
export async function sendConversions(ctx: Context, budgetMs = ROUND_MS): Promise<number> {
  const end = performance.now() + Math.min(budgetMs, ROUND_MS)
  const due = sql`exists (select from ${conversion_delivery} e where e.shop_id = ${conversion_destination.shop_id}
    and e.destination_id = ${conversion_destination.id} and e.conversion_state = 'waiting' and e.next_attempt_at <= ${ctx.clock.now()})`
  const destinations = await ctx.db
    .select()
    .from(conversion_destination)
    .where(and(eq(conversion_destination.shop_id, ctx.shop_id), due))
  return sum(await Promise.all(destinations.map((one) => sendTo(ctx, one, end))))
}

/** A 送信先 that is off still receives events that happened while it was on. */
async function sendTo(ctx: Context, destination: Destination, end: number): Promise<number> {
  if (!isToldByServer(destination.conversion_kind)) return dropUnopened(ctx, destination)
  for (let taken = 0; ; ) {
    const claimed = performance.now() < end ? await claim(ctx, destination) : []
    if (claimed.length === 0) return taken
    const answers = await tell(ctx, destination, claimed, end)
    taken += sum(answers.map(({ events, answer }) => (answer.outcome === 'accepted' ? events.length : 0)))
    if (answers.some(({ answer }) => answer.outcome === 'repeat')) return taken
  }
}

/** Drops the frames that no browser requested in time. */
async function dropUnopened(ctx: Context, { shop_id, id }: Destination): Promise<number> {
  const now = ctx.clock.now()
  await ctx.db
    .update(conversion_delivery)
    .set({ conversion_state: 'dropped', drop_reason: 'not_opened', done_at: now })
    .where(and(waitingOf({ shop_id, id }), lte(conversion_delivery.next_attempt_at, now)))
  return 0
}

const waitingOf = ({ shop_id, id }: Pick<Destination, 'shop_id' | 'id'>): SQL =>
  and(
    eq(conversion_delivery.shop_id, shop_id),
    eq(conversion_delivery.destination_id, id),
    eq(conversion_delivery.conversion_state, 'waiting'),
  )!

/**
 * Claims the next events for a few minutes. Leaves out orders that wait for a decision (ご注文の確認), and a cancellation
 * before its order was sent.
 */
async function claim(ctx: Context, { shop_id, id, conversion_kind }: Destination): Promise<ClaimedEvent[]> {
  const now = sql`${ctx.clock.now()}::timestamptz`
  const told = sql`from ${conversion_delivery} b where b.shop_id = e.shop_id and b.order_id = e.order_id
    and b.destination_id = e.destination_id and b.event_name <> 'cancelled'`
  const { rows } = await ctx.db.execute<ClaimedEvent>(sql`
    update ${conversion_delivery} t set attempts = t.attempts + 1, next_attempt_at = ${now} + ${LEASE_MINUTES} * interval '1 minute'
    from (select e.id, case when e.event_name = 'cancelled' then exists (select ${told} and b.conversion_state = 'accepted') end as was_told
      from ${conversion_delivery} e
      where e.shop_id = ${shop_id} and e.destination_id = ${id} and e.conversion_state = 'waiting' and e.next_attempt_at <= ${now}
        and not ${isOrderCheckPendingSql(sql`e.shop_id`, sql`e.order_id`)}
        and not (e.event_name = 'cancelled' and exists (select ${told} and b.conversion_state = 'waiting'))
      order by e.next_attempt_at, e.id limit ${CONVERSION_KINDS[conversion_kind].most} for update of e skip locked) n
    where t.shop_id = ${shop_id} and t.id = n.id
    returning t.id::float8 as id, t.order_id::float8 as order_id, t.event_name, t.occurred_at, t.attempts, n.was_told`)
  return rows
}

/** Drops events that must not be sent, sends the others, and writes the answers. */
async function tell(
  ctx: Context,
  destination: Destination,
  claimed: readonly ClaimedEvent[],
  end: number,
): Promise<Answered[]> {
  const orders = await loadConversionOrders(ctx, [...new Set(claimed.map(({ order_id }) => order_id))])
  const told: ToldEvent[] = []
  for (const event of claimed) {
    const order = orders.get(event.order_id)!
    const reason = conversionDropReason(ctx, destination, event, order)
    if (reason !== null) await drop(ctx, event, reason)
    else told.push({ event, fact: factFor(ctx, destination, event, order) })
  }
  if (told.length === 0) return []
  const account = readAccount(ctx, destination)
  const answered = account ? await sendInParts(ctx, account, told, end) : [{ events: told, answer: UNREADABLE }]
  for (const { events, answer } of answered) await finish(ctx, destination, events, answer)
  return answered
}

interface ToldEvent {
  event: ClaimedEvent
  fact: ConversionFact
}

const factFor = (ctx: Context, destination: Destination, event: ClaimedEvent, order: ConversionOrder) =>
  buildConversionFact(
    ctx,
    order,
    { event_name: event.event_name, occurred_at: new Date(event.occurred_at) },
    {
      contacts: sentContacts(destination, consentedContacts(destination, order) ?? []),
      value: destination.conversion_value,
    },
  )

const UNREADABLE: ConversionAnswer = { outcome: 'repeat', words: '保存した値を読み取れません。入力し直してください。' }

/** null: its secrets were sealed with a key that is gone. */
function readAccount(ctx: Context, destination: Destination): ConversionAccount | null {
  try {
    return openConversionAccount(ctx, destination)
  } catch (error) {
    ctx.log.error({ destination_id: destination.id, error }, 'secrets of a conversion destination can not be read')
    return null
  }
}

/** The events of one request, with its answer. */
type Answered = { events: ToldEvent[]; answer: ConversionAnswer }

/**
 * A refused request says nothing of its single events: they are told again in halves, until those are found that are refused. What the
 * time does not suffice for stays leased, and is told in a later round.
 */
async function sendInParts(
  ctx: Context,
  account: ConversionAccount,
  told: ToldEvent[],
  end: number,
): Promise<Answered[]> {
  if (performance.now() >= end) return []
  const facts = told.map(({ fact }) => fact)
  const answer = await ctx.ports.conversion.send(account, facts, false)
  if (answer.outcome !== 'refused' || told.length === 1) return [{ events: told, answer }]
  const half = Math.ceil(told.length / 2)
  return [
    ...(await sendInParts(ctx, account, told.slice(0, half), end)),
    ...(await sendInParts(ctx, account, told.slice(half), end)),
  ]
}

const waiting = (ctx: Context, ids: number[]): SQL =>
  and(
    eq(conversion_delivery.shop_id, ctx.shop_id),
    isAnyOfCondition(conversion_delivery.id, ids),
    eq(conversion_delivery.conversion_state, 'waiting'),
  )!

async function drop(ctx: Context, event: ClaimedEvent, drop_reason: ConversionDrop): Promise<void> {
  const done = { conversion_state: 'dropped', drop_reason, done_at: ctx.clock.now() } as const
  await ctx.db
    .update(conversion_delivery)
    .set(done)
    .where(waiting(ctx, [event.id]))
}

/** An answer of a process whose lease had ended still ends the event; only its pause is the later one's. */
async function finish(
  ctx: Context,
  destination: Destination,
  events: ToldEvent[],
  { outcome, words: answer, retry_after_seconds }: ConversionAnswer,
): Promise<void> {
  const now = ctx.clock.now()
  if (outcome !== 'repeat') {
    const ids = events.map(({ event }) => event.id)
    await ctx.db
      .update(conversion_delivery)
      .set({ conversion_state: outcome, answer, done_at: now })
      .where(waiting(ctx, ids))
    return
  }
  const afterPause = (attempts: number) =>
    new Date(now.getTime() + conversionRetryMinutes(attempts, retry_after_seconds) * 60_000)
  if (retry_after_seconds !== undefined) {
    // A third party that asks for a pause (`Retry-After`) gets no other events until then.
    const next_attempt_at = afterPause(1)
    await ctx.db
      .update(conversion_delivery)
      .set({ next_attempt_at })
      .where(and(waitingOf(destination), lt(conversion_delivery.next_attempt_at, next_attempt_at)))
  }
  for (const { event } of events) {
    const { id, attempts } = event
    const next_attempt_at = afterPause(attempts)
    await ctx.db
      .update(conversion_delivery)
      .set({ answer, next_attempt_at })
      .where(and(waiting(ctx, [id]), eq(conversion_delivery.attempts, attempts)))
    ctx.log.warn({ event_id: id, attempts, answer }, 'conversion not taken')
  }
}
