import { isAnyOf } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { promotion } from '@kushi/db/schema/promotion'
import { and, asc, eq, sql } from 'drizzle-orm'

/**
 * These promotions as they are now, and stay until the transaction ends: whoever sets or lowers a limit, and so counts the
 * uses, waits for it, or has counted them before.
 */
export async function holdLimits(tx: Tx, shop_id: number, promotion_ids: readonly number[]) {
  const { id, status, max_uses, budget_yen } = promotion
  const rows = await tx
    .select({ id, status, is_limited: sql<boolean>`${max_uses} is not null or ${budget_yen} is not null` })
    .from(promotion)
    .where(and(eq(promotion.shop_id, shop_id), isAnyOf(id, promotion_ids)))
    .orderBy(asc(id))
    .for('key share')
  return new Map(rows.map((row) => [row.id, row]))
}
