import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { CardRefused, CardUnavailable } from './card-port.ts'
import { claimPayment, releasePayment } from './claim-payment.ts'
import { returnFromCardRegistration } from './return-from-card-registration.ts'
import { refusePayment, settlePayment } from './settle-payment.ts'

/**
 * The browser comes back from 3-D Secure with the transaction's key. Money is asked for now (SecureTran2), once; a second
 * return (reload, back button) finds the payment decided. Returns where to send the browser.
 */
export async function returnFromCardPayment(
  ctx: Context,
  { access_id }: { access_id: string },
): Promise<{ location: string }> {
  const [found] = await ctx.db
    .select({ payment, is_subscription: orders.subscription_id, order_no: orders.order_no })
    .from(payment)
    .innerJoin(orders, eq(orders.id, payment.order_id))
    .where(eq(payment.access_id, access_id))
  if (!found) return returnFromCardRegistration(ctx, access_id)
  const location = `/sh/${found.is_subscription === null ? 'normal' : 'periodic'}-purchase/complete?order_no=${found.order_no}`
  const claimed = await claimPayment(ctx.db, found.order_no)
  if (!claimed?.access_id || !claimed.access_pass) return { location }
  try {
    const approval = await ctx.ports.card.finish({ access_id: claimed.access_id, access_pass: claimed.access_pass })
    await settlePayment(ctx, claimed, approval)
  } catch (error) {
    if (error instanceof CardRefused) await refusePayment(ctx, claimed, error.refusal, error.info)
    else {
      // Whether money moved is unknown: the complete screen says so and the repair job asks the provider.
      await releasePayment(ctx.db, claimed.id)
      if (!(error instanceof CardUnavailable)) throw error
      ctx.log.warn({ order_no: found.order_no, info: error.info }, 'no answer to SecureTran2')
    }
  }
  return { location }
}
