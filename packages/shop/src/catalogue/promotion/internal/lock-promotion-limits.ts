import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { promotion } from '@kushi/db/schema/promotion'
import { and, asc, eq, sql } from 'drizzle-orm'

/**
 * Locks the limits of these promotions until the transaction ends, and returns them. Whoever sets or lowers a limit
 * counts the uses; they wait for this transaction, or have counted before it.
 */
export async function lockPromotionLimits(tx: Tx, shop_id: number, promotion_ids: readonly number[]) {
  const { id, status, max_uses, budget_yen } = promotion
  const rows = await tx
    .select({ id, status, is_limited: sql<boolean>`${max_uses} is not null or ${budget_yen} is not null` })
    .from(promotion)
    .where(and(eq(promotion.shop_id, shop_id), isAnyOfCondition(id, promotion_ids)))
    .orderBy(asc(id))
    .for('key share')
  return new Map(rows.map((row) => [row.id, row]))
}
