import { orders } from '@kushi/db/schema/order'
import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { clearRepeatFlags, isFirstOrderCondition } from './internal/is-first.ts'

/** Orders per statement, so that no lock is held for long. */
const BATCH = 1_000

/** Orders cancelled within this time are checked again. */
const LOOKED_BACK_MS = 2 * 86_400_000

/**
 * A job: decides for each new order whether it is the member's first (`orders.is_repeat`). Corrects it when an earlier
 * order was cancelled meanwhile, either concurrently or by an older version of the server running at the same time.
 * Returns the number of new orders.
 */
export async function markRepeatOrders(
  { db, shop_id, clock }: Pick<Context, 'db' | 'shop_id' | 'clock'>,
  budgetMs = 300_000,
): Promise<number> {
  const end = performance.now() + budgetMs
  let looked = 0
  for (let found = BATCH; found === BATCH && performance.now() < end; looked += found) {
    const { rowCount } = await db.execute(sql`update ${orders} set is_repeat = not ${isFirstOrderCondition(shop_id)}
      where ${orders.shop_id} = ${shop_id} and ${orders.id} = any(array(
        select ${orders.id} from ${orders} where ${orders.shop_id} = ${shop_id} and ${orders.is_repeat} is null
        order by ${orders.id} limit ${BATCH} for no key update skip locked))`)
    found = rowCount ?? 0
  }
  const since = new Date(clock.now().getTime() - LOOKED_BACK_MS)
  const cancelled = sql`array(select ${orders.customer_id} from ${orders} where ${orders.shop_id} = ${shop_id}
    and ${orders.status} = 'cancelled' and ${orders.updated_at} > ${since})`
  await clearRepeatFlags(db, shop_id, cancelled)
  return looked
}
