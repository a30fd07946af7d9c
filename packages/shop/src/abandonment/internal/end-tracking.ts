import type { Tx } from '@kushi/db/connect'
import { sql } from 'drizzle-orm'

/** A purchase ends every reminder of its customer, also what they left as a guest under the same e-mail. */
export async function endTracking(
  tx: Tx,
  order: { shop_id: number; customer_id: number; updated_at: Date },
): Promise<void> {
  await tx.execute(sql`
    update cart_tracking t set ended_at = ${order.updated_at.toISOString()}::timestamptz, end_reason = 'ordered', tracking_hash = null
    from customer c
    where c.shop_id = ${order.shop_id} and c.id = ${order.customer_id} and t.shop_id = ${order.shop_id} and t.ended_at is null
      and (t.customer_id = c.id or (t.customer_id is null and t.email = c.email))`)
}
