import type { CallHandlers } from '../../context.ts'
import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { addOrderNote } from './admin/add-note.ts'
import { showOrderChangeOptions } from './admin/change-options.ts'
import { exportOrderItems } from './admin/export-order-items.ts'
import { exportOrders } from './admin/export-orders.ts'
import { listAllOrders as listOrdersForAdmin, showOrderFilterChoices } from './admin/list-orders.ts'
import { recordCashOnDelivery } from './admin/record-cash.ts'
import { replaceOrder } from './admin/replace-order.ts'
import { settleReturnedGoods } from './admin/return-goods.ts'
import { showOrder } from './admin/show-order.ts'
import { buyAgain } from './buy-again.ts'
import { getOrder, listOwnOrders, listPurchases } from './orders.ts'

/** Customers' calls. */
export const calls = {
  'GET /v1/order/public/list': listOwnOrders,
  'GET /v1/order/public/detail/{order_no}': getOrder,
  'GET /v1/order/public/purchases': listPurchases,
  'POST /v1/order/public/buy-again': buyAgain,
} satisfies Partial<CallHandlers>

/** Operators' calls. */
export const adminCalls = {
  'GET /admin/v1/orders': listOrdersForAdmin,
  'POST /admin/v1/orders/export': exportOrders,
  'POST /admin/v1/orders/items/export': exportOrderItems,
  'GET /admin/v1/order-desk': showOrderFilterChoices,
  'GET /admin/v1/orders/{id}': showOrder,
  'GET /admin/v1/orders/{id}/change': showOrderChangeOptions,
  'POST /admin/v1/orders/{id}/replacement': replaceOrder,
  'POST /admin/v1/orders/{id}/goods-back': settleReturnedGoods,
  'POST /admin/v1/orders/{id}/cash': recordCashOnDelivery,
  'POST /admin/v1/orders/{id}/notes': addOrderNote,
} satisfies Partial<AdminCallHandlers>
