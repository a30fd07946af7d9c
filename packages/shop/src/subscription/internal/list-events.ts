import type { SubscriptionEvent } from '@kushi/contract/subscription'
import { subscription_event } from '@kushi/db/schema/subscription'
import type { ActorKind } from '@kushi/values/actor'
import { and, desc, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { eventText } from '../rules/event-text.ts'
import type { EventDetail } from './record-event.ts'

const shown: Record<ActorKind, string> = {
  guest: 'customer',
  member: 'customer',
  operator: 'shop',
  provider: 'system',
  system: 'system',
}

/** 履歴, the newest first. What the shop noted for itself (reasons, codes) stays inside. */
export async function listEvents(
  { db, shop_id }: Pick<Context, 'db' | 'shop_id'>,
  id: number,
): Promise<SubscriptionEvent[]> {
  const rows = await db
    .select()
    .from(subscription_event)
    .where(and(eq(subscription_event.shop_id, shop_id), eq(subscription_event.subscription_id, id)))
    .orderBy(desc(subscription_event.id))
    .limit(100)
  return rows.map((row) => ({
    ...row,
    actor: shown[row.actor_kind],
    text: eventText(row.event),
    changes: (row.detail as EventDetail).changes ?? [],
    created_at: row.created_at.toISOString(),
  }))
}
