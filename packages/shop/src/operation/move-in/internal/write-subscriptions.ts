import type { Tx } from '@kushi/db/connect'
import { subscription, subscription_event, subscription_order_item } from '@kushi/db/schema/subscription'
import { and, eq, inArray } from 'drizzle-orm'
import { contextInTransaction, type QueryContext } from '../../../context.ts'
import { refreshAgreedTerms, type SubscriptionEventName } from '../../../sales/subscription/index.ts'
import type { MovedSubscription } from '../rules/read-subscription.ts'
import { insertRowsAsText, reserveIds } from './write-rows.ts'

const moved: SubscriptionEventName = 'moved_in'

/**
 * Inserts 定期便 with the promised prices and fees. They continue from the given cycle and date; the daily job arranges
 * and charges them like any other.
 */
export async function insertMovedSubscriptions(
  tx: Tx,
  ctx: QueryContext,
  all: readonly (MovedSubscription & { customer_id: number })[],
): Promise<number[]> {
  const { shop_id, actor, clock } = ctx
  const ids = await reserveIds(tx, 'subscription', all.length)
  await insertRowsAsText(
    tx,
    subscription,
    all.map((one, n) => ({
      id: ids[n]!,
      shop_id,
      customer_id: one.customer_id,
      summary_status: one.status,
      ...one.party,
      delivery_id: one.delivery!.id,
      delivery_time_id: one.delivery_time_id,
      delivery_notes: one.delivery_notes,
      ...one.pattern,
      arranged_before_days: one.arranged_before_days,
      next_delivery_date: one.next_delivery_date,
      cycle: one.cycle,
      created_at: one.created_at,
      next_next_delivery_date: one.next_next_delivery_date,
      delivery_fee: one.told.delivery_fee ?? one.delivery!.fee,
      payment_method_id: one.payment_method_id,
      card_seq: one.card_seq,
      charge_permission_id: one.charge_permission_id,
      adjustment_amount: one.adjustment_amount,
    })),
  )
  await insertRowsAsText(
    tx,
    subscription_order_item,
    all.flatMap(({ items }, n) =>
      items.map(({ sku, quantity, following_price }) => ({
        shop_id,
        subscription_id: ids[n]!,
        product_sku_id: sku.id,
        quantity,
        following_price,
        parts: sku.parts,
      })),
    ),
  )
  const told = new Map(all.map((one, n) => [ids[n]!, one.told]))
  const written = await tx
    .select()
    .from(subscription)
    .where(and(eq(subscription.shop_id, shop_id), inArray(subscription.id, ids)))
  await refreshAgreedTerms(contextInTransaction(ctx, tx), written, ({ id }) => told.get(id)!)
  const created_at = clock.now()
  await insertRowsAsText(
    tx,
    subscription_event,
    all.map((_, n) => ({ shop_id, subscription_id: ids[n]!, event: moved, ...actor, created_at })),
  )
  return ids
}
