import type { AdminCallVerbs } from '../../foundation/admin/index.ts'
import { settleUnanswered } from './admin/refund-not-made.ts'
import { keepOwedOfOrder, refundOneOrder } from './admin/refund-order.ts'

/** Operators' calls. */
export const adminCalls = {
  'POST /admin/v1/orders/{id}/refund': refundOneOrder,
  'POST /admin/v1/orders/{id}/refund/not-made': settleUnanswered,
  'POST /admin/v1/orders/{id}/owed/keep': keepOwedOfOrder,
} satisfies Partial<AdminCallVerbs>
