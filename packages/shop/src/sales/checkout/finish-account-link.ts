import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { refersToCondition } from '@kushi/db/shop-scope'
import { PAYMENT_METHOD, paymentMethodName } from '@kushi/values/payment-method'
import { and, eq } from 'drizzle-orm'
import type { Handler, MemberContext } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { ShopError } from '../../shop-error.ts'
import {
  authoriseAfterReturn,
  callLinkProvider,
  isOwnLinkNonce,
  linkedAccount,
  withPaymentClaimWhenFree,
} from '../payment/index.ts'
import { orderPaymentSubject } from './pay-order.ts'

/**
 * The browser is back from a session of 連携, with the provider's token. The account is the member's only if the session was
 * theirs and this browser is logged in as them: nobody links another's account by a link that is passed on. The order for which
 * it was begun is charged now, once; a second return finds it decided.
 */
export const finishAccountLink: Handler<'POST /v1/common/mypage/linked-account/finish'> = async (ctx, input) => {
  const { wallet, response_token } = input
  const payment_method_id = PAYMENT_METHOD[wallet]
  await consumeLimit(ctx, 'card', { account: String(ctx.customer_id), address: ctx.ip })
  const port = linkedAccount.portOf(ctx, payment_method_id)
  if (!port) throw refused(payment_method_id)
  const link = await callLinkProvider(ctx, payment_method_id, async () => port.read(response_token))
  if (link.reference_id !== linkedAccount.referenceId(ctx)) throw refused(payment_method_id)
  const order = await findWaitingOrder(ctx, payment_method_id, link.nonce)
  if (!order && !isOwnLinkNonce(ctx, payment_method_id, link.nonce)) throw refused(payment_method_id)
  const { nonce, user_authorization_id } = link
  // The account is linked even if its order was given up meanwhile: the member sees the link and can remove it.
  const isLinked =
    user_authorization_id !== null &&
    (await ctx.db.transaction((tx) =>
      linkedAccount.store(tx, ctx, { payment_method_id, nonce, user_authorization_id }),
    ))
  if (!order) {
    if (!isLinked) throw refused(payment_method_id)
    return { order_no: null }
  }
  const { order_no, ...key } = order
  await withPaymentClaimWhenFree(ctx, key, ['redirected', 'returned'], (claimed) =>
    authoriseAfterReturn(
      ctx,
      orderPaymentSubject,
      claimed,
      user_authorization_id === null ? {} : { user_authorization_id },
    ),
  )
  return { order_no }
}

const refused = (payment_method_id: number) =>
  new ShopError(
    409,
    'ERROR_LINK_REFUSED',
    `${paymentMethodName(payment_method_id)}を連携できませんでした。もう一度お試しください。`,
  )

/** The member's order whose payment began the session. */
async function findWaitingOrder({ db, shop_id, customer_id }: MemberContext, payment_method_id: number, nonce: string) {
  const [found] = await db
    .select({
      order_no: orders.order_no,
      shop_id: payment.shop_id,
      provider_order_id: payment.provider_order_id,
    })
    .from(payment)
    .innerJoin(orders, refersToCondition(payment.order_id, orders))
    .where(
      and(
        eq(payment.shop_id, shop_id),
        eq(payment.return_key, nonce),
        eq(payment.payment_method_id, payment_method_id),
        eq(orders.customer_id, customer_id),
      ),
    )
  return found ?? null
}
