import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

/** The carrier that collects 代引 of an order: that of its last parcel. */
export const collectingCarrier = (shop_id: SQL, order_id: SQL) => sql`(
  select s.carrier from shipment s where s.shop_id = ${shop_id} and s.order_id = ${order_id} and s.tracking_no is not null
  order by s.id desc limit 1)`
