import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { promotion_use } from '@kushi/db/schema/promotion'
import { and, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { updateUseCounters } from './internal/update-use-counters.ts'

/**
 * Gives the uses of an order back, in the transaction that cancels, refuses or gives it up: its promotions and codes can
 * be used again. `promotion_ids`: only these. Locks promotions in the same sequence as `recordPromotionUses`, and like it before any stock.
 */
export async function releasePromotionUses(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
  { shop_id, id }: { shop_id: number; id: number },
  promotion_ids?: readonly number[],
): Promise<void> {
  const these = and(
    eq(promotion_use.shop_id, shop_id),
    eq(promotion_use.order_id, id),
    promotion_ids && inArray(promotion_use.promotion_id, [...promotion_ids]),
  )
  await release(tx, ctx, shop_id, these)
}

/**
 * Releases the uses of promotions by contracts that end before a delivery had them, in the transaction that ends the
 * contracts. The paid deliveries of 年払い that still come keep theirs.
 */
export async function releaseEndedContractUses(
  tx: Tx,
  ctx: Pick<Context, 'clock'>,
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
  await release(
    tx,
    ctx,
    shop_id,
    and(isAnyOfCondition(promotion_use.subscription_id, subscription_ids), isOver, not(had)),
  )
}

async function release(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  shop_id: number,
  which: SQL | undefined,
): Promise<void> {
  const released = await tx
    .update(promotion_use)
    .set({ released_at: clock.now() })
    .where(and(eq(promotion_use.shop_id, shop_id), isNull(promotion_use.released_at), which))
    .returning()
  const counted = released.filter(({ is_counted }) => is_counted)
  await updateUseCounters(
    tx,
    shop_id,
    counted.map(({ promotion_id, promotion_code_id, yen }) => ({
      promotion_id,
      promotion_code_id,
      uses: -1,
      yen: -yen,
    })),
  )
}
