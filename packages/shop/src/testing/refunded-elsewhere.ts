import type { Db } from '@kushi/db/connect'
import { payment, payment_refund } from '@kushi/db/schema/payment'
import { type SQL, sql } from 'drizzle-orm'

/** Writes a refund of a payment by its provider, as another process would. `state`: the payment's new state. */
export async function writeExternalRefund(
  db: Db,
  only: SQL,
  amount: number,
  state: 'captured' | 'refunded' = 'captured',
): Promise<void> {
  await db.transaction(async (tx) => {
    const back = { state, refunded_amount: sql`${payment.refunded_amount} + ${amount}` }
    const [row] = await tx.update(payment).set(back).where(only).returning()
    const { shop_id, id: payment_id, order_id } = row!
    const refund = { shop_id, payment_id, order_id, way: 'provider', amount } as const
    await tx
      .insert(payment_refund)
      .values({ ...refund, actor_kind: 'system', actor_name: '試験', created_at: sql`now()` })
  })
}
