import type { Queryable } from '@kushi/db/connect'
import type { WebhookEvent } from '@kushi/values/webhook'
import { sql } from 'drizzle-orm'
import { tellAfter } from '../../extension/index.ts'

type Data = Readonly<Record<string, string | number | null>>

/**
 * What happened, for each endpoint and each extension of the shop that wants to hear of it: one statement in the transaction that makes it true. `data`
 * names what it was about; who it was about is asked for by those who may.
 */
export async function announce(
  tx: Queryable,
  { shop_id, at }: { shop_id: number; at: Date },
  event: WebhookEvent,
  data: Data,
): Promise<void> {
  const payload = JSON.stringify({ type: event, timestamp: at.toISOString(), data })
  await tx.execute(sql`
    insert into webhook_delivery (shop_id, endpoint_id, message_id, event, payload)
    select shop_id, id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), ${event}, ${payload}::jsonb
    from webhook_endpoint where shop_id = ${shop_id} and stopped_at is null and ${event} = any(events)`)
  await tellAfter(tx, { shop_id, at }, event, data)
}
