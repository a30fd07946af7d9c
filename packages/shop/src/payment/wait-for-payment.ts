import { setTimeout as sleep } from 'node:timers/promises'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { and, eq } from 'drizzle-orm'
import type { MemberContext } from '../context.ts'
import { notFound } from '../shop-error.ts'
import { type Placed, placedOrder } from './placed-order.ts'
import { isOpen } from './rules/payment-state.ts'

/** Where the order stands, once the request that works on it knows; after ten seconds, that it is still open. */
export async function waitForPayment(ctx: MemberContext, orderNo: string): Promise<Placed> {
  for (let attempt = 0; ; attempt++) {
    const [row] = await ctx.db
      .select({
        status: orders.status,
        state: payment.state,
        redirect_url: payment.redirect_url,
        created_at: orders.created_at,
        refusal: payment.refusal,
      })
      .from(orders)
      .innerJoin(payment, eq(payment.order_id, orders.id))
      .where(and(eq(orders.order_no, orderNo), eq(orders.customer_id, ctx.customer_id)))
    if (!row) throw notFound()
    const isKnown = row.state === 'redirected' || row.state === 'held' || !isOpen(row.state)
    if (isKnown || attempt >= 40) return placedOrder({ order_no: orderNo, ...row })
    await sleep(250)
  }
}
