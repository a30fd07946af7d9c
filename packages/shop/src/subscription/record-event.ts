import type { SubscriptionChange } from '@kushi/contract/subscription'
import type { Tx } from '@kushi/db/connect'
import { subscription_event } from '@kushi/db/schema/subscription'
import type { Clock } from '../context.ts'
import type { SubscriptionEventName } from './rules/event-text.ts'

export interface EventDetail {
  /** Of the subscription after it. */
  version?: number
  changes?: SubscriptionChange[]
  order_no?: string
  failure?: string
  reason?: number
  /** The words that were agreed to when the bills began to come from somebody else. */
  third_party_consent?: string
  detail?: string
}

/** 履歴: one line, in the transaction that makes it true. */
export async function recordEvent(
  tx: Tx,
  clock: Clock,
  subscription_id: number,
  event: SubscriptionEventName,
  actor: 'customer' | 'shop' | 'system',
  detail: EventDetail = {},
): Promise<void> {
  await tx.insert(subscription_event).values({ subscription_id, event, actor, detail, created_at: clock.now() })
}
