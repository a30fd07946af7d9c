import type { Queryable, Tx } from '@kushi/db/connect'
import { onlySteps, statement } from '@kushi/db/statement'
import { sql } from 'drizzle-orm'

interface Purchase {
  shop_id: number
  customer_id: number
  updated_at: Date
}

const [shop_id, customer_id, ended_at] = ['shop_id', 'customer_id', 'tracking_ended_at'].map((name) =>
  sql.placeholder(name),
)

/**
 * Statement step: a purchase ends all reminders of its customer, including carts left as a guest under the same e-mail.
 */
export const endTrackingStep = (db: Queryable) =>
  db.$with('tracked', {}).as(sql`
    update cart_tracking t set ended_at = ${ended_at}::timestamptz, end_reason = 'ordered', tracking_hash = null
    from customer c
    where c.shop_id = ${shop_id} and c.id = ${customer_id} and t.shop_id = ${shop_id} and t.ended_at is null
      and (t.customer_id = c.id or (t.customer_id is null and t.email = c.email))`)

/** The values for `endTrackingStep`. */
export const endTrackingValues = (order: Purchase) => ({
  shop_id: order.shop_id,
  customer_id: order.customer_id,
  tracking_ended_at: order.updated_at.toISOString(),
})

const end = statement('end_tracking', (db) => onlySteps(db, endTrackingStep(db)))

/** Runs `endTrackingStep` as a statement of its own. */
export async function endTracking(tx: Tx, order: Purchase): Promise<void> {
  await end(tx, endTrackingValues(order))
}
