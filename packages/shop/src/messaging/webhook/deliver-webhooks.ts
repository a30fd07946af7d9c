import { webhook_delivery, webhook_endpoint } from '@kushi/db/schema/webhook'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { sum } from '@kushi/values/sum'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { openWebhookSecret, webhookSignatures } from './internal/endpoint-secret.ts'
import { disableFailingWebhook } from './internal/stop-endpoint.ts'
import { WEBHOOK_FAILING_DAYS, webhookRetryDelayMinutes } from './rules/retry.ts'

type EndpointRow = typeof webhook_endpoint.$inferSelect
interface ClaimedDelivery extends Record<string, unknown> {
  id: number
  message_id: string
  payload: Record<string, unknown>
  /** Unix seconds by the database: verifiers refuse the time of a sandbox that is months ahead. */
  sent_at: number
  attempts: number
}

/** Longer than the timeout of a request. */
const leaseMinutes = 2

/**
 * Job: sends the waiting messages to the endpoints of a shop, all endpoints in parallel, so that none delays another.
 * An endpoint that fails gets one attempt per round. Any number of processes may run it at the same time. Returns the
 * number of messages delivered.
 */
export async function deliverWebhooks(ctx: Context, budgetMs = 60_000): Promise<number> {
  const end = performance.now() + budgetMs
  const due = sql`exists (select from webhook_delivery d where d.shop_id = ${webhook_endpoint.shop_id}
    and d.endpoint_id = ${webhook_endpoint.id} and d.delivered_at is null and d.failed_at is null and d.next_attempt_at <= now())`
  const ofShop = and(eq(webhook_endpoint.shop_id, ctx.shop_id), sql`${webhook_endpoint.stopped_at} is null`, due)
  const endpoints = await ctx.db.select().from(webhook_endpoint).where(ofShop)
  const sent = await Promise.all(endpoints.map((endpoint) => deliverTo(ctx, endpoint, end)))
  return sum(sent)
}

async function deliverTo(ctx: Context, endpoint: EndpointRow, end: number): Promise<number> {
  for (let sent = 0; ; sent++) {
    const message = performance.now() < end ? await claim(ctx, endpoint) : undefined
    if (!message || !(await deliver(ctx, endpoint, message))) return sent
  }
}

async function claim({ db }: Context, { shop_id, id }: EndpointRow): Promise<ClaimedDelivery | undefined> {
  const { rows } = await db.execute<ClaimedDelivery>(sql`
    update webhook_delivery set attempts = attempts + 1, next_attempt_at = now() + ${leaseMinutes} * interval '1 minute'
    where (shop_id, id) = (select shop_id, id from webhook_delivery where shop_id = ${shop_id} and endpoint_id = ${id}
      and delivered_at is null and failed_at is null and next_attempt_at <= now()
      order by next_attempt_at, id limit 1 for update skip locked)
    returning id, message_id, payload, attempts, extract(epoch from now())::int as sent_at`)
  return rows[0]
}

async function deliver(ctx: Context, endpoint: EndpointRow, message: ClaimedDelivery): Promise<boolean> {
  const { shop_id } = endpoint
  const mine = sameRowCondition(webhook_delivery, { shop_id, id: message.id })
  const { status, error } = await send(ctx, endpoint, message)
  if (error === null) {
    const done = { delivered_at: sql`now()`, last_status: status, last_error: null }
    await ctx.db.update(webhook_delivery).set(done).where(mine)
    if (endpoint.failing_since !== null)
      await ctx.db
        .update(webhook_endpoint)
        .set({ failing_since: null })
        .where(sameRowCondition(webhook_endpoint, endpoint))
    return true
  }
  const pause = webhookRetryDelayMinutes(message.attempts)
  const later =
    pause === null ? { failed_at: sql`now()` } : { next_attempt_at: sql`now() + ${pause} * interval '1 minute'` }
  await ctx.db
    .update(webhook_delivery)
    .set({ last_status: status, last_error: error, ...later })
    .where(mine)
  ctx.log.warn(
    { endpoint_id: endpoint.id, delivery_id: message.id, attempts: message.attempts, error },
    'webhook not delivered',
  )
  const own = sameRowCondition(webhook_endpoint, endpoint)
  await ctx.db
    .update(webhook_endpoint)
    .set({ failing_since: sql`now()` })
    .where(and(own, isNull(webhook_endpoint.failing_since)))
  const [failing] = await ctx.db
    .select({
      isLong: sql<boolean>`${webhook_endpoint.failing_since} < now() - ${WEBHOOK_FAILING_DAYS} * interval '1 day'`,
    })
    .from(webhook_endpoint)
    .where(own)
  if (status === 410 || failing?.isLong) await disableFailingWebhook(ctx, endpoint, status === 410 ? 'gone' : 'failing')
  return false
}

/** Never throws: returns the error as one short sentence without an address. */
async function send(ctx: Context, endpoint: EndpointRow, { message_id, payload, sent_at }: ClaimedDelivery) {
  try {
    const { sealed_secret, former_secret, former_until } = endpoint
    const isTwo = former_secret !== null && former_until !== null && former_until > ctx.clock.now()
    const secrets = [sealed_secret, ...(isTwo ? [former_secret] : [])].map((sealed) => openWebhookSecret(ctx, sealed))
    const signed = { id: message_id, timestamp: sent_at, body: JSON.stringify(payload) }
    const status = await ctx.ports.webhook.post({
      url: endpoint.url,
      body: signed.body,
      headers: {
        'content-type': 'application/json',
        'webhook-id': signed.id,
        'webhook-timestamp': String(signed.timestamp),
        'webhook-signature': webhookSignatures(secrets, signed),
      },
    })
    return { status, error: status >= 200 && status < 300 ? null : `HTTP ${status}` }
  } catch (error) {
    return { status: null, error: error instanceof Error ? error.message.slice(0, 200) : 'unknown' }
  }
}
