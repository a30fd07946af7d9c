import type { Verb } from '../context.ts'
import { hasErrorPayment } from '../customer/index.ts'
import { loadOrders } from '../order/index.ts'
import { loadCustomer } from '../session/index.ts'
import { listNextDeliveries } from './internal/list-next-deliveries.ts'

/** マイページの最初の画面 in one answer: greeting, what comes next, what was ordered last. */
export const getMypageTop: Verb<'GET /v1/customer/mypage-top'> = async (ctx) => {
  const [member, { has_error_payment }, next_deliveries, orders] = await Promise.all([
    loadCustomer(ctx, ctx.customer_id),
    hasErrorPayment(ctx, {}),
    listNextDeliveries(ctx, 3),
    loadOrders(ctx, undefined, { limit: 3 }),
  ])
  return { ...member, has_error_payment, next_deliveries, orders }
}
