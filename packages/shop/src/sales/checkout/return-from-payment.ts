import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { refersToCondition } from '@kushi/db/shop-scope'
import { and, desc, eq } from 'drizzle-orm'
import { withMemberActor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { authoriseAfterReturn, returnFromCardRegistration, withPaymentClaimWhenFree } from '../payment/index.ts'
import { orderPaymentSubject } from './pay-order.ts'

/**
 * Handles the browser's return from the provider, with the key of its attempt. Only now charges the payment, once; a
 * second return (reload, back button) finds it decided. Without a response from the provider, the complete screen
 * states that the payment is still open, and the repair job asks again. Returns the location to which to redirect.
 */
export async function returnFromPayment(ctx: Context, return_key: string): Promise<{ location: string }> {
  // This URL is public, so the key may be any text.
  if (!/^[\w-]{1,64}$/.test(return_key)) return { location: '/sh/' }
  const [found] = await ctx.db
    .select({
      subscription_id: orders.subscription_id,
      order_no: orders.order_no,
      customer_id: orders.customer_id,
      shop_id: payment.shop_id,
      provider_order_id: payment.provider_order_id,
    })
    .from(payment)
    .innerJoin(orders, refersToCondition(payment.order_id, orders))
    .where(and(eq(payment.shop_id, ctx.shop_id), eq(payment.return_key, return_key)))
    .orderBy(desc(payment.id))
    .limit(1)
  if (!found) return returnFromCardRegistration(ctx, return_key)
  await withPaymentClaimWhenFree(ctx, found, ['redirected', 'returned'], (claimed) =>
    authoriseAfterReturn(withMemberActor(ctx, found.customer_id), orderPaymentSubject, claimed),
  )
  const kind = found.subscription_id === null ? 'normal' : 'periodic'
  return { location: `/sh/${kind}-purchase/complete?order_no=${found.order_no}` }
}
