import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { CardUnavailable } from './card-port.ts'
import { claimPaymentSoon, lease, type PaymentRow, releasePayment } from './claim-payment.ts'
import { concludePayment, finishPayment } from './conclude-payment.ts'
import { recordPayment } from './record-payment.ts'
import { returnFromCardRegistration } from './return-from-card-registration.ts'

/**
 * The browser comes back from 3-D Secure with the transaction's key. Money is asked for now (SecureTran2), once; a second
 * return (reload, back button) finds the payment decided. Returns where to send the browser.
 */
export async function returnFromCardPayment(
  ctx: Context,
  { access_id }: { access_id: string },
): Promise<{ location: string }> {
  // Anybody can call this with anything.
  if (!/^\w{1,64}$/.test(access_id)) return { location: '/sh/' }
  const [found] = await ctx.db
    .select({ subscription_id: orders.subscription_id, order_no: orders.order_no })
    .from(payment)
    .innerJoin(orders, eq(orders.id, payment.order_id))
    .where(eq(payment.access_id, access_id))
  if (!found) return returnFromCardRegistration(ctx, access_id)
  const claimed = await claimPaymentSoon(ctx.db, found.order_no, ['redirected', 'returned'])
  if (claimed) await decide(ctx, claimed)
  const purchase = found.subscription_id === null ? 'normal' : 'periodic'
  return { location: `/sh/${purchase}-purchase/complete?order_no=${found.order_no}` }
}

/** Without an answer the complete screen says that it is still open, and the repair job asks again. */
async function decide(ctx: Context, claimed: PaymentRow): Promise<void> {
  try {
    if (claimed.state === 'returned') await search(ctx, claimed)
    else {
      const returned = await recordPayment(ctx.db, claimed, 'returned', { claimed_until: lease() })
      await finishPayment(ctx, returned).catch((error: unknown) => {
        if (error instanceof CardUnavailable) return search(ctx, returned)
        throw error
      })
    }
  } catch (error) {
    await releasePayment(ctx.db, claimed.id)
    if (!(error instanceof CardUnavailable)) throw error
    ctx.log.warn({ order_no: claimed.provider_order_id, info: error.info }, 'no answer to SecureTran2')
  }
}

const search = async (ctx: Context, row: PaymentRow) =>
  concludePayment(ctx, row, await ctx.ports.card.search(row.provider_order_id))
