import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { desc, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { claimPaymentSoon, lease, type PaymentRow, releasePayment } from './claim-payment.ts'
import { concludePayment, finishPayment } from './conclude-payment.ts'
import { PaymentUnavailable } from './payment-port.ts'
import { recordPayment } from './record-payment.ts'
import { returnFromCardRegistration } from './return-from-card-registration.ts'

/**
 * The browser comes back from the provider with the key of its attempt. Money is asked for now, once; a second return
 * (reload, back button) finds the payment decided. Returns where to send the browser.
 */
export async function returnFromPayment(
  ctx: Context,
  { return_key }: { return_key: string },
): Promise<{ location: string }> {
  // Anybody can call this with anything.
  if (!/^[\w-]{1,64}$/.test(return_key)) return { location: '/sh/' }
  const [found] = await ctx.db
    .select({
      subscription_id: orders.subscription_id,
      order_no: orders.order_no,
      provider_order_id: payment.provider_order_id,
    })
    .from(payment)
    .innerJoin(orders, eq(orders.id, payment.order_id))
    .where(eq(payment.return_key, return_key))
    .orderBy(desc(payment.id))
    .limit(1)
  if (!found) return returnFromCardRegistration(ctx, return_key)
  const claimed = await claimPaymentSoon(ctx.db, found.provider_order_id, ['redirected', 'returned'])
  if (claimed) await decide(ctx, claimed)
  const purchase = found.subscription_id === null ? 'normal' : 'periodic'
  return { location: `/sh/${purchase}-purchase/complete?order_no=${found.order_no}` }
}

/** Without an answer the complete screen says that it is still open, and the repair job asks again. */
async function decide(ctx: Context, claimed: PaymentRow): Promise<void> {
  try {
    if (claimed.state === 'returned') await concludePayment(ctx, claimed)
    else {
      const returned = await recordPayment(ctx.db, claimed, 'returned', { claimed_until: lease() })
      await finishPayment(ctx, returned).catch((error: unknown) => {
        if (error instanceof PaymentUnavailable) return concludePayment(ctx, returned)
        throw error
      })
    }
  } catch (error) {
    await releasePayment(ctx.db, claimed.id)
    if (!(error instanceof PaymentUnavailable)) throw error
    ctx.log.warn({ order_no: claimed.provider_order_id, info: error.info }, 'no answer after the return')
  }
}
