import type { Tx } from '@kushi/db/connect'
import { subscription_benefit } from '@kushi/db/schema/subscription'
import { and, eq, inArray } from 'drizzle-orm'
import type { OrderRow } from '../order/index.ts'
import { releaseReservedGifts } from './internal/reserve-gifts.ts'

/** Removes these promotions from the contract that began with the order, and returns their reserved gifts to stock. */
export async function removeContractPromotions(
  tx: Tx,
  order: OrderRow,
  promotion_ids: readonly number[],
): Promise<void> {
  if (order.subscription_id === null || promotion_ids.length === 0) return
  await releaseReservedGifts(tx, order.shop_id, [order.subscription_id], promotion_ids)
  await tx
    .delete(subscription_benefit)
    .where(
      and(
        eq(subscription_benefit.shop_id, order.shop_id),
        eq(subscription_benefit.subscription_id, order.subscription_id),
        inArray(subscription_benefit.promotion_id, [...promotion_ids]),
      ),
    )
}
