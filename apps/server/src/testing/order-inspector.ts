import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { systemActor } from '@kushi/shop/actor'
import type { Context } from '@kushi/shop/context'
import { repairPayments } from '@kushi/shop/sales/checkout/repair-payments'
import { eq } from 'drizzle-orm'
import type { startServer } from './server.ts'

/** Access for tests of payments to a server's jobs and to the rows of orders. */
export async function orderInspector({ deps }: Pick<Awaited<ReturnType<typeof startServer>>, 'deps'>) {
  const { db } = deps.database
  const ctx: Context = {
    ...(await deps.base(2)),
    ...{ shop_id: 2, client_id: 'jobs', customer_id: null, actor: systemActor('payment-repair') },
    ...{ token_hash: null, ip: '', user_agent: '' },
  }
  return {
    /** Of jobs of the shop. */
    ctx,
    /** The repair job, as after every party has been inactive for long enough. */
    repair: () => deps.delivering(() => repairPayments(ctx, { started: 0, redirected: 0 })),
    orderOf: async (order_no: string) => (await db.select().from(orders).where(eq(orders.order_no, order_no)))[0]!,
    paymentOf: async (order_no: string) =>
      (await db.select().from(payment).where(eq(payment.provider_order_id, order_no)))[0]!,
    stock: async (id = 101) =>
      (await db.select({ stock: product_sku.stock }).from(product_sku).where(eq(product_sku.id, id)))[0]!.stock,
  }
}
