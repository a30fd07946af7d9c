import { createHash } from 'node:crypto'
import { orders } from '@kushi/db/schema/order'
import { payment, payment_notice } from '@kushi/db/schema/payment'
import { refersToCondition } from '@kushi/db/shop-scope'
import { and, count, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { followPaymentNotice } from '../payment/index.ts'
import { orderPaymentSubject } from './pay-order.ts'
import { storeUnusedApproval } from './release-approvals.ts'

/** More than a provider ever sends for one payment; further notices are ignored. */
const maxNotices = 30

interface Notice {
  provider_order_id: string
  /** Provider and text as received, to recognise a repeated notice. */
  text: string
  /** The approval that the notice reports, with its payment method. Absent: the notice reports no approval. */
  approved?: { payment_method_id: number; approval_id: string }
}

/**
 * 結果通知: handles a provider's notice that one of our payments changed. Its contents are not trusted: the server asks the
 * provider, and acts on that answer. So the order of notices does not matter. A repeated notice, and one with an
 * unknown number, change nothing. The provider has to send the notice again after an error.
 * @throws PaymentUnavailable when the provider can't be asked now; ShopError 429 after ten tries in ten minutes, 409
 * while another process works on the payment
 */
export async function receivePaymentNotice(ctx: Context, { provider_order_id, text, approved }: Notice): Promise<void> {
  if (approved) await storeUnusedApproval(ctx, { ...approved, provider_order_id })
  const [found] = await ctx.db
    .select({ row: payment, cycle: orders.cycle })
    .from(payment)
    .innerJoin(orders, refersToCondition(payment.order_id, orders))
    .where(and(eq(payment.shop_id, ctx.shop_id), eq(payment.provider_order_id, provider_order_id)))
  if (!found) return
  const { shop_id } = found.row
  const mine = and(eq(payment_notice.shop_id, shop_id), eq(payment_notice.provider_order_id, provider_order_id))
  const [received] = await ctx.db.select({ times: count() }).from(payment_notice).where(mine)
  if (received!.times >= maxNotices) return
  const key = createHash('sha256').update(text).digest('base64url')
  const isKnown = and(eq(payment_notice.shop_id, shop_id), eq(payment_notice.key, key))
  if ((await ctx.db.$count(payment_notice, isKnown)) > 0) return
  // A notice is kept only once it was followed, so this bounds those that find no answer.
  await consumeLimit(ctx, 'payment_notice', { account: provider_order_id })
  // An open later delivery is left to its own job, which finds it within minutes.
  const isLater = found.cycle !== null && found.cycle > 1
  if (!(await followPaymentNotice({ ...ctx, shop_id }, orderPaymentSubject, found.row, { isLater }))) return
  // Only now: after a crash the provider sends the notice again. Two at once ask twice, which changes nothing.
  const notice = { shop_id, key, provider_order_id, created_at: ctx.clock.now() }
  await ctx.db.insert(payment_notice).values(notice).onConflictDoNothing()
}
