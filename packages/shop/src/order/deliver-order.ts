import { orders } from '@kushi/db/schema/order'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { collectCash } from '../payment/capture-payment.ts'
import { advanceCycle } from '../subscription/advance-cycle.ts'
import { expectStatus, findOrder, lockOrder } from './lock-order.ts'
import type { OrderRow } from './write-order.ts'

/** お届け済み: the goods are in the customer's hands; a subscription goes on to its next cycle. Twice changes nothing. */
export async function deliverOrder(ctx: Context, { order_no }: { order_no: string }): Promise<OrderRow> {
  const { order: found } = await findOrder(ctx, order_no)
  return ctx.db.transaction(async (tx) => {
    const { order, paid } = await lockOrder(tx, found)
    if (order.status === 'delivered') return order
    expectStatus(order, 'delivered')
    const set = { status: 'delivered' as const, updated_at: ctx.clock.now() }
    const [delivered] = await tx.update(orders).set(set).where(eq(orders.id, order.id)).returning()
    await collectCash(tx, paid)
    await advanceCycle(tx, ctx.clock, order, 'received')
    return delivered!
  })
}
