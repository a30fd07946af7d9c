import { createHash } from 'node:crypto'
import { refersTo } from '@kushi/db/in-shop'
import { orders } from '@kushi/db/schema/order'
import { payment, payment_notice } from '@kushi/db/schema/payment'
import { and, count, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import {
  comparePayment,
  isLate,
  isOpen,
  type PaymentRow,
  type PaymentState,
  recordAnswer,
  withClaim,
} from '../../payment/index.ts'
import type { PaymentTrade } from '../../payment/payment-port.ts'
import { paymentPort } from '../../payment/payment-ports.ts'
import { orderPayee } from './pay-order.ts'
import type { PurchaseFollower } from './purchase-follower.ts'

/** More than a provider has to say of one payment; whoever sends more is not it. */
const maxNotices = 30

interface Notice {
  provider_order_id: string
  /** Provider and text as they came, for knowing it again. */
  text: string
}

/**
 * 結果通知: a provider says that something happened to one of our numbers. What it says is not believed: the provider is
 * asked, and its answer counts, whatever order notices come in. The same notice twice does nothing; one of a number that
 * is not ours neither.
 * @throws PaymentUnavailable when it can't be asked now: the notice is to be sent again.
 */
export async function receivePaymentNotice(
  ctx: Context,
  follower: PurchaseFollower,
  { provider_order_id, text }: Notice,
): Promise<void> {
  const [found] = await ctx.db
    .select({ row: payment, cycle: orders.cycle })
    .from(payment)
    .innerJoin(orders, refersTo(payment.order_id, orders))
    .where(and(eq(payment.shop_id, ctx.shop_id), eq(payment.provider_order_id, provider_order_id)))
  if (!found) return
  const { shop_id } = found.row
  const mine = and(eq(payment_notice.shop_id, shop_id), eq(payment_notice.provider_order_id, provider_order_id))
  const [heard] = await ctx.db.select({ times: count() }).from(payment_notice).where(mine)
  if (heard!.times >= maxNotices) return
  const key = createHash('sha256').update(text).digest('base64url')
  const notice = { shop_id, key, provider_order_id, created_at: ctx.clock.now() }
  const [fresh] = await ctx.db.insert(payment_notice).values(notice).onConflictDoNothing().returning()
  if (!fresh) return
  try {
    await follow({ ...ctx, shop_id }, follower, found.row, found.cycle)
  } catch (error) {
    await ctx.db.delete(payment_notice).where(and(eq(payment_notice.shop_id, shop_id), eq(payment_notice.key, key)))
    throw error
  }
}

async function follow(ctx: Context, follower: PurchaseFollower, row: PaymentRow, cycle: number | null): Promise<void> {
  const trade = await paymentPort(ctx, row).find(row)
  const stands = trade?.state === 'authorised' || trade?.state === 'captured'
  if (stands && isLate(row.state)) await settle(ctx, follower, row, cycle, trade)
  else if (!isOpen(row.state) && row.state !== 'void_pending') await comparePayment(ctx, row, trade)
}

/** Money that we had not heard of. Of a later delivery that is open, its own run hears of it within minutes. */
async function settle(
  ctx: Context,
  follower: PurchaseFollower,
  row: PaymentRow,
  cycle: number | null,
  trade: PaymentTrade,
): Promise<void> {
  if (cycle !== null && cycle > 1 && isOpen(row.state)) return
  // Another process that is at work on it gets the same answer.
  const { reference } = trade
  await withClaim(ctx, row, [row.state as PaymentState], (claimed) =>
    recordAnswer(ctx, orderPayee(follower), claimed, false, { kind: 'authorised', reference }),
  )
}
