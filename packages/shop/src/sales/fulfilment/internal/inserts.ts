import { shipping_insert } from '@kushi/db/schema/fulfilment'
import { orders } from '@kushi/db/schema/order'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { chooseInserts } from '../rules/choose-inserts.ts'
import type { PackedParcel } from './load-batch.ts'

/**
 * Names the table explicitly: in a select from one table, drizzle would omit it, and the column would be the
 * subquery's.
 */
const own = (column: string) => sql.raw(`"orders"."${column}"`)

/** 同梱物 of parcels, by parcel id. */
export async function loadParcelInserts(
  { db, shop_id }: Pick<Context, 'db' | 'shop_id'>,
  parcels: readonly PackedParcel[],
): Promise<Map<number, (typeof shipping_insert.$inferSelect)[]>> {
  const inserts = await db
    .select()
    .from(shipping_insert)
    .where(eq(shipping_insert.shop_id, shop_id))
    .orderBy(asc(shipping_insert.sort_no), asc(shipping_insert.id))
  if (inserts.length === 0 || parcels.length === 0) return new Map()
  const ids = [...new Set(parcels.map(({ order }) => order.id))]
  // The number of the member's earlier orders, without cancelled and unpaid ones.
  const rows = await db
    .select({
      id: orders.id,
      before: sql<number>`(select count(*)::int from orders o where o.shop_id = ${own('shop_id')}
        and o.customer_id = ${own('customer_id')} and o.id < ${own('id')} and o.replaces_order_id is null and o.status not in ('cancelled', 'payment_error'))`,
      first: sql<number>`(select min(s.id)::int from shipment s where s.shop_id = ${own('shop_id')}
        and s.order_id = ${own('id')} and s.status <> 'cancelled')`,
    })
    .from(orders)
    .where(and(eq(orders.shop_id, shop_id), inArray(orders.id, ids)))
  return new Map(
    parcels.map(({ parcel, order, is_gift }) => {
      const { before, first } = rows.find(({ id }) => id === order.id)!
      const sending = {
        delivery_no: order.subscription_id === null ? before + 1 : (order.cycle ?? 1),
        adcd: order.adcd,
        bundled_flag: order.bundled_flag,
        is_gift,
        is_first_parcel: parcel.id === first,
      }
      return [parcel.id, chooseInserts(inserts, sending)]
    }),
  )
}
