import type { Tx } from '@kushi/db/connect'
import { subscription } from '@kushi/db/schema/subscription'
import { sameRowCondition } from '@kushi/db/shop-scope'
import type { Context } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import { createRenewalOrder } from './internal/create-renewal-order.ts'
import { loadSubscriptionsWithDetails } from './internal/load-subscription.ts'
import { restartBillingAttempts } from './internal/save-subscription.ts'
import type { ArrangementResult } from './internal/write-delivery.ts'

/**
 * Makes one more attempt for an operator, regardless of the retry plan, which restarts with it. `also` is written in
 * the same transaction. `is_unpaid_allowed`: 年払い is delivered although its payment is incomplete.
 */
export async function retryDelivery(
  ctx: Context,
  id: number,
  { also, is_unpaid_allowed = false }: { also?: (tx: Tx) => Promise<void>; is_unpaid_allowed?: boolean } = {},
): Promise<ArrangementResult> {
  await ctx.db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(subscription)
      .where(sameRowCondition(subscription, { shop_id: ctx.shop_id, id }))
      .for('update')
    const [loaded] = await loadSubscriptionsWithDetails({ ...ctx, db: tx }, rows)
    if (!loaded?.dunning)
      throw new ShopError(409, 'ERROR_NOT_FAILED', `契約番号 ${id} には、失敗したお届けがありません。`)
    await restartBillingAttempts(tx, ctx.shop_id, [{ loaded, retry_on: ctx.clock.today() }])
    await also?.(tx)
  })
  return createRenewalOrder(ctx, id, { is_unpaid_allowed })
}
