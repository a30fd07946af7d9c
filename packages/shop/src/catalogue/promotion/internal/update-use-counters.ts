import type { Tx } from '@kushi/db/connect'
import { promotion, promotion_code } from '@kushi/db/schema/promotion'
import { sameRowCondition } from '@kushi/db/shop-scope'
import type { Yen } from '@kushi/values/yen'
import { and, isNotNull, sql } from 'drizzle-orm'
import { lockPromotionLimits } from './lock-promotion-limits.ts'

interface CountedChange {
  promotion_id: number
  /** The code that has so many uses more; null: none has. */
  promotion_code_id: number | null
  uses: number
  yen: Yen
}

/**
 * Brings the counters of promotions and codes, which only those with a limit have, in line with uses that were changed in
 * this transaction. Locks promotions in the same sequence as `recordPromotionUses`.
 */
export async function updateUseCounters(tx: Tx, shop_id: number, changes: readonly CountedChange[]): Promise<void> {
  if (changes.length === 0) return
  const sorted = changes.toSorted((a, b) => a.promotion_id - b.promotion_id)
  const promotions = await lockPromotionLimits(
    tx,
    shop_id,
    sorted.map(({ promotion_id }) => promotion_id),
  )
  for (const { promotion_id, promotion_code_id, uses, yen } of sorted) {
    if (promotions.get(promotion_id)?.is_limited)
      await tx
        .update(promotion)
        .set({
          used: sql`greatest(0, ${promotion.used} + ${uses})`,
          spent_yen: sql`greatest(0, ${promotion.spent_yen} + ${yen})`,
        })
        .where(sameRowCondition(promotion, { shop_id, id: promotion_id }))
    if (promotion_code_id !== null)
      await tx
        .update(promotion_code)
        .set({ used: sql`greatest(0, ${promotion_code.used} + ${uses})` })
        .where(
          and(sameRowCondition(promotion_code, { shop_id, id: promotion_code_id }), isNotNull(promotion_code.max_uses)),
        )
  }
}
