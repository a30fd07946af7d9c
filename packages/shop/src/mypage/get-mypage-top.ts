import type { Verb } from '../context.ts'
import { hasErrorPayment } from '../customer/has-error-payment.ts'
import { loadCustomer } from '../customer/load-customer.ts'
import { loadOrders } from '../order/load-orders.ts'
import { isRankActive } from '../price/rules/member-rank.ts'
import { loadShop } from '../setting/load-shop.ts'
import { listNextDeliveries } from './list-next-deliveries.ts'

/** マイページの最初の画面 in one answer: greeting, what comes next, what was ordered last. */
export const getMypageTop: Verb<'GET /v1/customer/mypage-top'> = async (ctx) => {
  const [member, shop, { has_error_payment }, next_deliveries, orders] = await Promise.all([
    loadCustomer(ctx.db, ctx.shop_id, ctx.customer_id),
    loadShop(ctx),
    hasErrorPayment(ctx, {}),
    listNextDeliveries(ctx, 3),
    loadOrders(ctx, undefined, { limit: 3 }),
  ])
  const isRankShown = member.rank_use_flag && isRankActive(shop, ctx.clock.today())
  const rank_name = isRankShown ? member.rank_name : null
  return { ...member, rank_name, has_error_payment, next_deliveries, orders }
}
