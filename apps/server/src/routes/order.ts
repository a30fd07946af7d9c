import { listOrders } from '@kushi/shop/order/list-orders'
import { placeOrder } from '@kushi/shop/order/place-order'
import { validateOrder } from '@kushi/shop/order/validate-order'
import type { Bindings } from '../http/implement.ts'

export const order = {
  'POST /v1/order/validates-data': validateOrder,
  'POST /v1/order/public/new': placeOrder,
  'GET /v1/order/public/list': listOrders,
} satisfies Partial<Bindings>
