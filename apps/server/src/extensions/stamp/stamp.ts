import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db, Tx } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import { type Extension, type ExtensionEvent, extensionCall } from '@kushi/shop/foundation/extension/extension'
import { and, eq, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { stamp_mark } from './schema.ts'

/**
 * スタンプカード: a stamp for every thousand yen (a setting) of an order that counts; taken back if the order is
 * cancelled or returned.
 */
export const stamp: Extension = {
  name: 'stamp',
  title: 'スタンプカード',
  migrations: join(import.meta.dirname, 'migrations'),
  settings: {
    worth: { label: 'スタンプ1個あたりの金額', unit: '円', min: 1, default: 1_000 },
    keep_days: { label: 'スタンプの有効日数', unit: '日', min: 1, max: 3_650, default: 365 },
  },
  calls: {
    'GET /mine': extensionCall(
      { summary: '自分のスタンプの数', auth: 'member', response: z.object({ stamps: z.int() }) },
      async ({ db, shop_id, customer_id }) => ({ stamps: await stampsOf(db, { shop_id, customer_id }) }),
    ),
  },
  jobs: {
    /** Deletes stamps that are too old, and writes down how many are left, for the shop's own evaluation. */
    expire: {
      cron: '29 3 * * *',
      async run({ db, clock, shop_id, settings, folder }) {
        const oldest = new Date(clock.now().getTime() - Number(settings.keep_days) * 86_400_000)
        await db.delete(stamp_mark).where(and(eq(stamp_mark.shop_id, shop_id), lt(stamp_mark.created_at, oldest)))
        const line = `${clock.today()} ${await stampsOf(db, { shop_id })}\n`
        await appendFile(join(await folder(), 'stamps.txt'), line)
      },
    },
  },
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

async function stampsOf(db: Db, { shop_id, customer_id }: { shop_id: number; customer_id?: number }): Promise<number> {
  const [found] = await db
    .select({ stamps: sql<number>`coalesce(sum(${stamp_mark.stamps}), 0)::int` })
    .from(stamp_mark)
    .where(
      and(
        eq(stamp_mark.shop_id, shop_id),
        customer_id === undefined ? undefined : eq(stamp_mark.customer_id, customer_id),
      ),
    )
  return found!.stamps
}

/** Uses the order's current state, because events may arrive in another order than they happened. */
async function settle(tx: Tx, { shop_id, data, at, settings }: ExtensionEvent): Promise<void> {
  const order_id = Number(data.order_id)
  const [order] = await tx
    .select({ customer_id: orders.customer_id, status: orders.status, payment_total: orders.payment_total })
    .from(orders)
    .where(and(eq(orders.shop_id, shop_id), eq(orders.id, order_id)))
  await tx.delete(stamp_mark).where(and(eq(stamp_mark.shop_id, shop_id), eq(stamp_mark.order_id, order_id)))
  const stamps = Math.floor((order?.payment_total ?? 0) / Number(settings.worth))
  if (!order || order.status === 'cancelled' || order.status === 'returned' || stamps === 0) return
  await tx.insert(stamp_mark).values({ shop_id, order_id, customer_id: order.customer_id, stamps, created_at: at })
}
