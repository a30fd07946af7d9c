import type { WebhookEndpoint } from '@kushi/contract/admin/webhook'
import type { Queryable, Tx } from '@kushi/db/connect'
import { webhook_delivery, webhook_endpoint } from '@kushi/db/schema/webhook'
import { sameRowCondition } from '@kushi/db/shop-scope'
import type { WebhookEvent } from '@kushi/values/webhook'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { invalidFields, notFound, ShopError } from '../../../shop-error.ts'
import { newWebhookSecret, sealWebhookSecret } from '../internal/endpoint-secret.ts'

const MOST = 10
/** Hours during which the receiver can switch to the new secret. */
const FORMER_HOURS = 24

type Row = typeof webhook_endpoint.$inferSelect

const counted = (state: string) =>
  sql<number>`(select count(*)::int from ${webhook_delivery} d where d.shop_id = ${webhook_endpoint.shop_id}
    and d.endpoint_id = ${webhook_endpoint.id} and d.state = ${state})`

async function load(db: Queryable, { shop_id }: OperatorContext, id?: number): Promise<WebhookEndpoint[]> {
  const { url, description, events, failing_since, stopped_at, stopped_reason, former_until, created_at } =
    webhook_endpoint
  const rows = await db
    .select({
      id: webhook_endpoint.id,
      url,
      description,
      events,
      failing_since,
      stopped_at,
      stopped_reason,
      former_until,
      created_at,
      waiting: counted('waiting'),
      failed: counted('failed'),
    })
    .from(webhook_endpoint)
    .where(
      id === undefined ? eq(webhook_endpoint.shop_id, shop_id) : sameRowCondition(webhook_endpoint, { shop_id, id }),
    )
    .orderBy(asc(webhook_endpoint.id))
  const text = (at: Date | null) => at?.toISOString() ?? null
  return rows.map((row) => ({
    ...row,
    events: row.events as WebhookEvent[],
    stopped_reason: row.stopped_reason as WebhookEndpoint['stopped_reason'],
    failing_since: text(row.failing_since),
    stopped_at: text(row.stopped_at),
    former_until: text(row.former_until),
    created_at: row.created_at.toISOString(),
  }))
}

async function one(db: Queryable, ctx: OperatorContext, id: number): Promise<WebhookEndpoint> {
  const [found] = await load(db, ctx, id)
  if (!found) throw notFound()
  return found
}

export const listWebhooks: AdminHandler<'GET /admin/v1/setting/webhooks'> = async (ctx) => ({
  items: await load(ctx.db, ctx),
})

export const showWebhook: AdminHandler<'GET /admin/v1/setting/webhooks/{id}'> = (ctx, { id }) => one(ctx.db, ctx, id)

/** Returns the secret once; it can't be read again. */
export const addWebhook: AdminHandler<'POST /admin/v1/setting/webhooks'> = async (ctx, form) => {
  await refuseInner(ctx, form.url)
  const { shop_id } = ctx
  const secret = newWebhookSecret()
  return ctx.db.transaction(async (tx) => {
    // Locks the shop, so that two calls at once can't exceed the maximum.
    await tx.execute(sql`select from shop where id = ${shop_id} for no key update`)
    if ((await tx.$count(webhook_endpoint, eq(webhook_endpoint.shop_id, shop_id))) >= MOST)
      throw new ShopError(422, 'ERROR_TOO_MANY_WEBHOOKS', `通知先は${MOST}件までです。使わないものを削除してください。`)
    const now = ctx.clock.now()
    const [row] = await tx
      .insert(webhook_endpoint)
      .values({ ...form, shop_id, sealed_secret: sealWebhookSecret(ctx, secret), created_at: now, updated_at: now })
      .returning()
    await recordAudit(tx, ctx, { ...subjectOf(row!), after: form })
    return { endpoint: await one(tx, ctx, row!.id), secret }
  })
}

export const changeWebhook: AdminHandler<'PUT /admin/v1/setting/webhooks/{id}'> = async (ctx, { id, ...form }) => {
  await refuseInner(ctx, form.url)
  return change(ctx, id, () => form)
}

/** For 24 hours messages are signed with both secrets. */
export const renewWebhookSecret: AdminHandler<'POST /admin/v1/setting/webhooks/{id}/secret'> = async (ctx, { id }) => {
  const secret = newWebhookSecret()
  const former_until = new Date(ctx.clock.now().getTime() + FORMER_HOURS * 3_600_000)
  const endpoint = await change(
    ctx,
    id,
    ({ sealed_secret: former_secret }) => ({
      sealed_secret: sealWebhookSecret(ctx, secret),
      former_secret,
      former_until,
    }),
    { secret: '作り直し' },
  )
  return { endpoint, secret }
}

export const stopWebhook: AdminHandler<'POST /admin/v1/setting/webhooks/{id}/stop'> = (ctx, { id }) =>
  change(ctx, id, ({ stopped_at, stopped_reason }) => ({
    stopped_at: stopped_at ?? ctx.clock.now(),
    stopped_reason: stopped_reason ?? 'operator',
  }))

/** Messages that were waiting are sent. Events that happened while it was stopped were not recorded for it. */
export const resumeWebhook: AdminHandler<'POST /admin/v1/setting/webhooks/{id}/resume'> = (ctx, { id }) =>
  change(ctx, id, () => ({ stopped_at: null, stopped_reason: null, failing_since: null }))

export const removeWebhook: AdminHandler<'DELETE /admin/v1/setting/webhooks/{id}'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    const row = await lock(tx, ctx, id)
    await tx.delete(webhook_endpoint).where(sameRowCondition(webhook_endpoint, row))
    await recordAudit(tx, ctx, { ...subjectOf(row), before: recorded(row), after: null })
    return {}
  })

async function lock(tx: Tx, { shop_id }: OperatorContext, id: number): Promise<Row> {
  const [row] = await tx
    .select()
    .from(webhook_endpoint)
    .where(sameRowCondition(webhook_endpoint, { shop_id, id }))
    .for('update')
  if (!row) throw notFound()
  return row
}

function change(
  ctx: OperatorContext,
  id: number,
  next: (row: Row) => Partial<Row>,
  more: Record<string, unknown> = {},
): Promise<WebhookEndpoint> {
  return ctx.db.transaction(async (tx) => {
    const row = await lock(tx, ctx, id)
    const [after] = await tx
      .update(webhook_endpoint)
      .set({ ...next(row), updated_at: ctx.clock.now() })
      .where(and(sameRowCondition(webhook_endpoint, row)))
      .returning()
    await recordAudit(tx, ctx, { ...subjectOf(row), before: recorded(row), after: { ...recorded(after!), ...more } })
    return one(tx, ctx, id)
  })
}

const subjectOf = ({ id, url }: Pick<Row, 'id' | 'url'>) => ({
  subject: 'webhook_endpoint',
  subject_id: id,
  subject_name: new URL(url).host,
})
const recorded = ({ url, description, events, stopped_reason }: Row) => ({ url, description, events, stopped_reason })

async function refuseInner(ctx: OperatorContext, url: string): Promise<void> {
  if (await ctx.ports.webhook.mayReach(url)) return
  const message = 'このURLには送れません。インターネットから届く、https:// のURLを入力してください。'
  throw invalidFields([{ path: 'url', message_id: 'cmn-err-003', message }])
}
