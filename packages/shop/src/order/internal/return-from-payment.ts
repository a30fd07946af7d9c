import { refersTo } from '@kushi/db/in-shop'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { and, desc, eq } from 'drizzle-orm'
import { asMember } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { type FollowCard, finishPayment, returnFromCardRegistration, withClaimSoon } from '../../payment/index.ts'
import { orderPayee } from './pay-order.ts'
import type { PurchaseFollower } from './purchase-follower.ts'

/**
 * The browser comes back from the provider with the key of its attempt. Money is asked for now, once; a second return
 * (reload, back button) finds the payment decided. Without an answer the complete screen says that it is still open, and the
 * repair job asks again. `card`: what follows where it was the registration of a card. Returns where to send the browser.
 */
export async function returnFromPayment(
  ctx: Context,
  { return_key, purchase, card }: { return_key: string; purchase: PurchaseFollower; card: FollowCard },
): Promise<{ location: string }> {
  // Anybody can call this with anything.
  if (!/^[\w-]{1,64}$/.test(return_key)) return { location: '/sh/' }
  const [found] = await ctx.db
    .select({
      subscription_id: orders.subscription_id,
      order_no: orders.order_no,
      customer_id: orders.customer_id,
      ...{ shop_id: payment.shop_id, provider_order_id: payment.provider_order_id },
    })
    .from(payment)
    .innerJoin(orders, refersTo(payment.order_id, orders))
    .where(and(eq(payment.shop_id, ctx.shop_id), eq(payment.return_key, return_key)))
    .orderBy(desc(payment.id))
    .limit(1)
  if (!found) return returnFromCardRegistration(ctx, return_key, card)
  await withClaimSoon(ctx, found, ['redirected', 'returned'], (claimed) =>
    finishPayment(asMember(ctx, found.customer_id), orderPayee(purchase), claimed),
  )
  const kind = found.subscription_id === null ? 'normal' : 'periodic'
  return { location: `/sh/${kind}-purchase/complete?order_no=${found.order_no}` }
}
