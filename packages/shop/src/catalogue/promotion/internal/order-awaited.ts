import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { sql } from 'drizzle-orm'

/** 入金待ち: ordered, although it is still to be paid. */
export const isOrderAwaitedSql = sql`exists (select from ${payment} where ${payment.shop_id} = ${orders.shop_id}
  and ${payment.order_id} = ${orders.id} and ${payment.state} = 'awaiting')`
