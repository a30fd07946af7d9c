import type { Tx } from '@kushi/db/connect'
import { sql } from 'drizzle-orm'

interface Purchase {
  shop_id: number
  customer_id: number
  updated_at: Date
}

/** A purchase ends all reminders of its customer, including carts left as a guest under the same e-mail. */
export async function endCartReminders(tx: Tx, { shop_id, customer_id, updated_at }: Purchase): Promise<void> {
  await tx.execute(sql`
    update cart_tracking t set ended_at = ${updated_at.toISOString()}::timestamptz, end_reason = 'ordered', tracking_hash = null
    from customer c
    where c.shop_id = ${shop_id} and c.id = ${customer_id} and t.shop_id = ${shop_id} and t.ended_at is null
      and (t.customer_id = c.id or (t.customer_id is null and t.email = c.email))`)
}
