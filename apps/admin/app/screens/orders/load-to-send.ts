import type { OrderDetail } from '@kushi/contract/admin/order'
import type { LoaderFunctionArgs } from 'react-router'
import { api } from '../../api.ts'

/** An order, and what there is to send in its place: goods, methods, times. */
export async function loadToSend({ params }: LoaderFunctionArgs) {
  const id = params.id!
  const [order, options] = await Promise.all([
    api('GET /admin/v1/orders/{id}', { params: { id } }),
    api('GET /admin/v1/orders/{id}/change', { params: { id } }),
  ])
  return { order, options }
}

/** Where and how the order goes, but for its day. */
export const wayOf = ({ shipping_address, delivery_notes, delivery_id, delivery_time_id }: OrderDetail) => ({
  shipping_address: shipping_address!,
  ...{ delivery_notes, delivery_id, delivery_time_id },
})
