import { buyAgain } from '@kushi/shop/order/buy-again'
import { getOrder } from '@kushi/shop/order/get-order'
import { listOrders } from '@kushi/shop/order/list-orders'
import { listPurchases } from '@kushi/shop/order/list-purchases'
import { validateOrder } from '@kushi/shop/order/validate-order'
import { placeOrder } from '@kushi/shop/subscription/first-order'
import { payOrderRequest, showOrderRequest } from '@kushi/shop/subscription/order-request'
import type { Bindings } from '../http/implement.ts'

export const order = {
  'POST /v1/order/validates-data': validateOrder,
  'POST /v1/order/public/new': placeOrder,
  'GET /v1/order/request/{request_no}': showOrderRequest,
  'POST /v1/order/request/{request_no}/pay': payOrderRequest,
  'GET /v1/order/public/list': listOrders,
  'GET /v1/order/public/detail/{order_no}': getOrder,
  'GET /v1/order/public/purchases': listPurchases,
  'POST /v1/order/public/buy-again': buyAgain,
} satisfies Partial<Bindings>
