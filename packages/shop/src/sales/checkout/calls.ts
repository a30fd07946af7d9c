import type { CallHandlers } from '../../context.ts'
import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { acceptPartlyPaidOrder } from './admin/take-as-paid.ts'
import { finishAccountLink } from './finish-account-link.ts'
import { openPaidyCheckout } from './paidy-checkout.ts'
import { placeOrder } from './place-order.ts'
import { validateOrder } from './validate-order.ts'

/** Customers' calls. */
export const calls = {
  'POST /v1/order/validates-data': validateOrder,
  'POST /v1/order/public/new': placeOrder,
  'POST /v1/common/payment/paidy/checkout': openPaidyCheckout,
  'POST /v1/common/mypage/linked-account/finish': finishAccountLink,
} satisfies Partial<CallHandlers>

/** Operators' calls. */
export const adminCalls = {
  'POST /admin/v1/orders/{id}/take-as-paid': acceptPartlyPaidOrder,
} satisfies Partial<AdminCallHandlers>
