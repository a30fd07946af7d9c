import type { AdminCallHandlers } from '../../foundation/admin/index.ts'
import { settleUnansweredRefund } from './admin/refund-not-made.ts'
import { refundOneOrder, retainOwedAmount } from './admin/refund-order.ts'

/** Operators' calls. */
export const adminCalls = {
  'POST /admin/v1/orders/{id}/refund': refundOneOrder,
  'POST /admin/v1/orders/{id}/refund/not-made': settleUnansweredRefund,
  'POST /admin/v1/orders/{id}/owed/keep': retainOwedAmount,
} satisfies Partial<AdminCallHandlers>
