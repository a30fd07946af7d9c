import { delivery } from '@kushi/db/schema/delivery'
import { orders } from '@kushi/db/schema/order'
import { nameAtTimeSql } from '../../../foundation/setting/index.ts'

/** 配送方法 of an order, as it was called when it was placed; for a query that joins both. */
export const deliveryNameSql = nameAtTimeSql('delivery', {
  shop_id: orders.shop_id,
  id: orders.delivery_id,
  name: delivery.delivery_name,
  at: orders.created_at,
})
