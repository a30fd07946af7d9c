import type { Tx } from '@kushi/db/connect'
import { subscription } from '@kushi/db/schema/subscription'
import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { recordEvent } from './record-event.ts'
import { saveSubscription } from './save-subscription.ts'

interface Gift {
  shop_id: number
  from: number
  to: number
  /** Whether the cards move too. If not, subscriptions lose their card, because its number means another card there. */
  has_cards: boolean
}

/** 統合: moves every subscription of a member to another member. The caller has locked them all. */
export async function moveSubscriptionsToMember(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  { shop_id, from, to, has_cards }: Gift,
): Promise<void> {
  const rows = await tx
    .select()
    .from(subscription)
    .where(and(eq(subscription.shop_id, shop_id), eq(subscription.customer_id, from)))
    .orderBy(asc(subscription.id))
  for (const row of rows) {
    const card_seq = has_cards ? row.card_seq : null
    const second_way = has_cards || row.second_way?.card_seq == null ? row.second_way : null
    const { version } = await saveSubscription(tx, row, null, {
      customer_id: to,
      card_seq,
      second_way,
      known_card: null,
    })
    if (row.summary_status !== 0) await recordEvent(tx, ctx, row, 'merged', { version, detail: `会員 ${from} から` })
  }
}
