import { join } from 'node:path'
import type { Tx } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import type { Extension, Happened } from '@kushi/shop/foundation/extension/extension'
import { and, eq } from 'drizzle-orm'
import { stamp_mark } from './schema.ts'

/** Yen for which one stamp is given. */
const WORTH = 1_000

/** スタンプカード: a stamp for every thousand yen of an order that counts; taken back if the order is cancelled or returned. */
export const stamp: Extension = {
  name: 'stamp',
  migrations: join(import.meta.dirname, 'migrations'),
  after: {
    'order.placed': settle,
    'order.changed': settle,
    'order.cancelled': settle,
    'order.returned': settle,
    'customer.withdrawn': async (tx, { shop_id, data }) => {
      const own = and(eq(stamp_mark.shop_id, shop_id), eq(stamp_mark.customer_id, Number(data.customer_id)))
      await tx.delete(stamp_mark).where(own)
    },
  },
}

/** Uses the order's current state, because events may arrive in another order than they happened. */
async function settle(tx: Tx, { shop_id, data, at }: Happened): Promise<void> {
  const order_id = Number(data.order_id)
  const [order] = await tx
    .select({ customer_id: orders.customer_id, status: orders.status, payment_total: orders.payment_total })
    .from(orders)
    .where(and(eq(orders.shop_id, shop_id), eq(orders.id, order_id)))
  await tx.delete(stamp_mark).where(and(eq(stamp_mark.shop_id, shop_id), eq(stamp_mark.order_id, order_id)))
  const stamps = Math.floor((order?.payment_total ?? 0) / WORTH)
  if (!order || order.status === 'cancelled' || order.status === 'returned' || stamps === 0) return
  await tx.insert(stamp_mark).values({ shop_id, order_id, customer_id: order.customer_id, stamps, created_at: at })
}
