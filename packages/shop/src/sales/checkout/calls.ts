import type { CallHandlers } from '../../context.ts'
import { placeOrder } from './place-order.ts'
import { validateOrder } from './validate-order.ts'

/** Customers' calls. */
export const calls = {
  'POST /v1/order/validates-data': validateOrder,
  'POST /v1/order/public/new': placeOrder,
} satisfies Partial<CallHandlers>
