import { isAmong } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { promotion, promotion_code, promotion_use } from '@kushi/db/schema/promotion'
import { isRow } from '@kushi/db/shop-scope'
import { and, eq, gt, inArray, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'

/**
 * Gives the uses of an order back, in the transaction that cancels, refuses or gives it up: its promotions and codes can
 * be used again. `promotion_ids`: only these. Locks promotions in the same sequence as `usePromotions`, and like it before any stock.
 */
export async function releasePromotions(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { shop_id, id }: { shop_id: number; id: number },
  promotion_ids?: readonly number[],
): Promise<void> {
  const released = await tx
    .update(promotion_use)
    .set({ released_at: clock.now() })
    .where(
      and(
        eq(promotion_use.shop_id, shop_id),
        eq(promotion_use.order_id, id),
        isNull(promotion_use.released_at),
        promotion_ids && inArray(promotion_use.promotion_id, [...promotion_ids]),
      ),
    )
    .returning()
  await giveBack(tx, released)
}

/**
 * Gives back what contracts took that end before a delivery had it, in the transaction that ends them. The deliveries of a 年払い that
 * still come keep it.
 */
export async function releaseOfEnded(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  shop_id: number,
  subscription_ids: readonly number[],
): Promise<void> {
  if (subscription_ids.length === 0) return
  const had = sql`exists (
    select from promotion_use d join orders o on o.shop_id = d.shop_id and o.id = d.order_id
    where o.shop_id = ${promotion_use.shop_id} and o.subscription_id = ${promotion_use.subscription_id}
      and d.promotion_id = ${promotion_use.promotion_id} and d.released_at is null)`
  const isOver = sql`exists (
    select from subscription s
    where s.shop_id = ${promotion_use.shop_id} and s.id = ${promotion_use.subscription_id} and s.final_cycle is null)`
  const released = await tx
    .update(promotion_use)
    .set({ released_at: clock.now() })
    .where(
      and(
        eq(promotion_use.shop_id, shop_id),
        isAmong(promotion_use.subscription_id, subscription_ids),
        isNull(promotion_use.released_at),
        isOver,
        not(had),
      ),
    )
    .returning()
  await giveBack(tx, released)
}

/** Whoever sets a first limit, and so counts the uses, waits until these are given back, or has counted them before. */
async function giveBack(tx: Tx, released: readonly (typeof promotion_use.$inferSelect)[]): Promise<void> {
  const counted = released.filter(({ is_counted }) => is_counted).sort((a, b) => a.promotion_id - b.promotion_id)
  for (const { shop_id, promotion_id, promotion_code_id, yen } of counted) {
    await tx
      .select({ id: promotion.id })
      .from(promotion)
      .where(isRow(promotion, { shop_id, id: promotion_id }))
      .for('key share')
    const isLimited = or(isNotNull(promotion.max_uses), isNotNull(promotion.budget_yen))
    await tx
      .update(promotion)
      .set({
        used: sql`greatest(0, ${promotion.used} - 1)`,
        spent_yen: sql`greatest(0, ${promotion.spent_yen} - ${yen})`,
      })
      .where(and(eq(promotion.shop_id, shop_id), eq(promotion.id, promotion_id), isLimited))
    if (promotion_code_id !== null)
      await tx
        .update(promotion_code)
        .set({ used: sql`${promotion_code.used} - 1` })
        .where(
          and(
            eq(promotion_code.shop_id, shop_id),
            eq(promotion_code.id, promotion_code_id),
            isNotNull(promotion_code.max_uses),
            gt(promotion_code.used, 0),
          ),
        )
  }
}
