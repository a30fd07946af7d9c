import type { Queryable } from '@kushi/db/connect'
import type { WebhookEvent } from '@kushi/values/webhook'
import { sql } from 'drizzle-orm'
import { queueAfterHooks } from '../../../foundation/extension/index.ts'

interface Moment {
  shop_id: number
  at: Date
}

interface Announcement {
  event: WebhookEvent
  /** Identifies the subject. Personal data is left out; receivers with permission request it by API. */
  data: Readonly<Record<string, string | number | null>>
}

/** Records an event for each subscribing endpoint and extension of the shop, in the transaction of the change. */
export const publishEvent = (tx: Queryable, moment: Moment, event: Announcement['event'], data: Announcement['data']) =>
  publishEvents(tx, moment, [{ event, data }])

/** Records many events of one moment, in their order, for the subscribing endpoints and extensions of the shop. */
export async function publishEvents(tx: Queryable, moment: Moment, all: readonly Announcement[]): Promise<void> {
  if (all.length === 0) return
  const { shop_id, at } = moment
  const announced = all.map(({ event, data }) => ({
    event,
    payload: { type: event, timestamp: at.toISOString(), data },
  }))
  await tx.execute(sql`
    insert into webhook_delivery (shop_id, endpoint_id, message_id, event, payload)
    select e.shop_id, e.id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), t.announcement ->> 'event', t.announcement -> 'payload'
    from webhook_endpoint e, jsonb_array_elements(${JSON.stringify(announced)}::jsonb) with ordinality t(announcement, n)
    where e.shop_id = ${shop_id} and e.stopped_at is null and (t.announcement ->> 'event') = any(e.events) order by t.n, e.id`)
  await queueAfterHooks(tx, moment, all)
}
