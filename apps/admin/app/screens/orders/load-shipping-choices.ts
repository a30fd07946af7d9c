import type { OrderDetail } from '@kushi/contract/admin/order'
import type { LoaderFunctionArgs } from 'react-router'
import { api } from '../../api.ts'

/** Loads an order, and the choices for changing or replacing it: goods, delivery methods, times. */
export async function loadShippingChoices({ params }: LoaderFunctionArgs) {
  const id = params.id!
  const [order, options] = await Promise.all([
    api('GET /admin/v1/orders/{id}', { params: { id } }),
    api('GET /admin/v1/orders/{id}/change', { params: { id } }),
  ])
  return { order, options }
}

/** Address and delivery of the order, without the date. */
export const deliveryChoiceOf = ({ shipping_address, delivery_notes, delivery_id, delivery_time_id }: OrderDetail) => ({
  shipping_address: shipping_address!,
  delivery_notes,
  delivery_id,
  delivery_time_id,
})
