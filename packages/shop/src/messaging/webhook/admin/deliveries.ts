import type { WebhookDelivery } from '@kushi/contract/admin/webhook'
import { webhook_delivery, webhook_endpoint } from '@kushi/db/schema/webhook'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { notFound } from '../../../shop-error.ts'

const PAGE = 50

type Row = typeof webhook_delivery.$inferSelect

const view = ({ shop_id: _, endpoint_id: __, failed_at: ___, ...row }: Row): WebhookDelivery => ({
  ...row,
  created_at: row.created_at.toISOString(),
  delivered_at: row.delivered_at?.toISOString() ?? null,
  next_attempt_at: row.state === 'waiting' ? row.next_attempt_at.toISOString() : null,
})

export const listWebhookDeliveries: AdminHandler<'GET /admin/v1/setting/webhooks/{id}/deliveries'> = async (
  { db, shop_id },
  { id, before },
) => {
  if ((await db.$count(webhook_endpoint, sameRowCondition(webhook_endpoint, { shop_id, id }))) === 0) throw notFound()
  const theirs = and(eq(webhook_delivery.shop_id, shop_id), eq(webhook_delivery.endpoint_id, id))
  const rows = await db
    .select()
    .from(webhook_delivery)
    .where(before === undefined ? theirs : and(theirs, lt(webhook_delivery.id, before)))
    .orderBy(desc(webhook_delivery.id))
    .limit(PAGE + 1)
  const items = rows.slice(0, PAGE)
  return { items: items.map(view), next: rows.length > PAGE ? items.at(-1)!.id : null }
}

/** Sends with the same `webhook-id`, so that a receiver that already has the message recognises it. */
export const resendWebhookDelivery: AdminHandler<
  'POST /admin/v1/setting/webhooks/{id}/deliveries/{delivery_id}/resend'
> = (ctx, { id, delivery_id }) =>
  ctx.db.transaction(async (tx) => {
    const { shop_id } = ctx
    const mine = and(
      sameRowCondition(webhook_delivery, { shop_id, id: delivery_id }),
      eq(webhook_delivery.endpoint_id, id),
    )
    const again = { attempts: 0, delivered_at: null, failed_at: null, next_attempt_at: sql`now()` }
    const [row] = await tx.update(webhook_delivery).set(again).where(mine).returning()
    if (!row) throw notFound()
    const subject = { subject: 'webhook_endpoint', subject_id: id, subject_name: row.event }
    await recordAudit(tx, ctx, { ...subject, after: { resent: row.message_id } })
    return view(row)
  })
