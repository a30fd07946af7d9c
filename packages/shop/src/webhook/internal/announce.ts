import type { Queryable } from '@kushi/db/connect'
import type { WebhookEvent } from '@kushi/values/webhook'
import { sql } from 'drizzle-orm'
import { tellAfter } from '../../extension/index.ts'

type Data = Readonly<Record<string, string | number | null>>

interface Told {
  event: WebhookEvent
  data: Data
}

/**
 * What happened, for each endpoint and each extension of the shop that wants to hear of it: one statement in the transaction that makes it true. `data`
 * names what it was about; who it was about is asked for by those who may.
 */
export const announce = (tx: Queryable, about: { shop_id: number; at: Date }, event: WebhookEvent, data: Data) =>
  announceAll(tx, about, [{ event, data }])

/** The same of many things of one moment, in their order. */
export async function announceAll(
  tx: Queryable,
  { shop_id, at }: { shop_id: number; at: Date },
  all: readonly Told[],
): Promise<void> {
  if (all.length === 0) return
  const told = all.map(({ event, data }) => ({ event, payload: { type: event, timestamp: at.toISOString(), data } }))
  await tx.execute(sql`
    insert into webhook_delivery (shop_id, endpoint_id, message_id, event, payload)
    select e.shop_id, e.id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), t.told ->> 'event', t.told -> 'payload'
    from webhook_endpoint e, jsonb_array_elements(${JSON.stringify(told)}::jsonb) with ordinality t(told, n)
    where e.shop_id = ${shop_id} and e.stopped_at is null and (t.told ->> 'event') = any(e.events) order by t.n, e.id`)
  await tellAfter(tx, { shop_id, at }, all)
}
