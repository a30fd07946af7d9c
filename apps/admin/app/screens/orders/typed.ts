import type { OrderChange, OrderDetail } from '@kushi/contract/admin/order'

/** An order as it is being changed. An empty day is none. */
export type Typed = Omit<OrderChange, 'version' | 'delivery_date'> & { delivery_date: string }

export const typedOf = (order: OrderDetail): Typed => ({
  shipping_address: order.shipping_address!,
  ...{ delivery_notes: order.delivery_notes, delivery_id: order.delivery_id, delivery_time_id: order.delivery_time_id },
  delivery_date: order.delivery_date ?? '',
  items: order.items.map(({ product_sku_id, quantity }) => ({ product_sku_id, quantity })),
  adjustment_amount: order.adjustment_amount,
  ...{ decision_reason: '', notify: true },
})

export const bodyOf = ({ version }: OrderDetail, { delivery_date, ...typed }: Typed): OrderChange => ({
  ...typed,
  version,
  delivery_date: delivery_date || null,
  adjustment_amount: typed.adjustment_amount ?? 0,
})
