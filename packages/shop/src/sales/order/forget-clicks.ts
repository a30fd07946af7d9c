import { order_visit } from '@kushi/db/schema/order'
import { CLICK_ID_DAYS } from '@kushi/values/click-id'
import { and, isNotNull, lt } from 'drizzle-orm'
import type { Context } from '../../context.ts'

/** Job: クリックID of an order are forgotten once no medium takes them; which page it came by stays. */
export async function forgetClicks({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - CLICK_ID_DAYS * 86_400_000)
  await db
    .update(order_visit)
    .set({ click_ids: null })
    .where(and(isNotNull(order_visit.click_ids), lt(order_visit.created_at, before)))
}
