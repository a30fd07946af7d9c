import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

/** SQL for the carrier that collects cash on delivery (代引) for an order: the carrier of its last parcel. */
export const collectingCarrierSql = (shop_id: SQL, order_id: SQL) => sql`(
  select s.carrier from shipment s where s.shop_id = ${shop_id} and s.order_id = ${order_id} and s.tracking_no is not null
  order by s.id desc limit 1)`
