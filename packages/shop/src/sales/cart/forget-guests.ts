import { cart_tracking } from '@kushi/db/schema/abandonment'
import { and, isNull, lt } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { forgetTrackings } from './internal/forget-trackings.ts'

/** Days after which a guest's finished tracking is deleted. Their opt-out is stored elsewhere and stays. */
const KEEP_DAYS = 90
const DAY = 86_400_000
const AT_ONCE = 1_000

/** A job for all shops: deletes finished cart trackings of guests, with the e-mail addresses given for them. */
export async function forgetGuests({ db, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - KEEP_DAYS * DAY)
  for (;;) {
    const rows = await db
      .select({ shop_id: cart_tracking.shop_id, id: cart_tracking.id })
      .from(cart_tracking)
      .where(and(isNull(cart_tracking.customer_id), lt(cart_tracking.ended_at, before)))
      .limit(AT_ONCE)
    for (const [shop_id, own] of Map.groupBy(rows, (row) => row.shop_id)) {
      const ids = own.map(({ id }) => id)
      await db.transaction((tx) => forgetTrackings(tx, shop_id, ids))
    }
    if (rows.length < AT_ONCE) return
  }
}
