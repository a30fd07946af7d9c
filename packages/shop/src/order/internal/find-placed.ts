import { order_evidence, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { and, desc, eq } from 'drizzle-orm'
import type { Input, MemberContext } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import { type Placed, placedOrder } from './placed-order.ts'
import { requestDigest } from './request-digest.ts'

/**
 * The order that was placed with this key, or null.
 * @throws ShopError 409 ERROR_IDEMPOTENCY_KEY_REUSED when the key came with another order.
 */
export async function findPlaced(
  ctx: MemberContext,
  input: Input<'POST /v1/order/public/new'>,
): Promise<Placed | null> {
  const [row] = await ctx.db
    .select({
      order_no: orders.order_no,
      status: orders.status,
      digest: order_evidence.request_digest,
      created_at: orders.created_at,
      state: payment.state,
      redirect_url: payment.redirect_url,
      refusal: payment.refusal,
    })
    .from(orders)
    .innerJoin(order_evidence, and(eq(order_evidence.shop_id, orders.shop_id), eq(order_evidence.order_id, orders.id)))
    .leftJoin(payment, and(eq(payment.shop_id, orders.shop_id), eq(payment.order_id, orders.id)))
    .where(
      and(
        eq(orders.shop_id, ctx.shop_id),
        eq(orders.customer_id, ctx.customer_id),
        eq(orders.idempotency_key, input.idempotency_key),
      ),
    )
    .orderBy(desc(payment.id))
    .limit(1)
  if (!row) return null
  if (row.digest !== requestDigest(input))
    throw new ShopError(409, 'ERROR_IDEMPOTENCY_KEY_REUSED', 'ご注文の内容が変わりました。もう一度ご確認ください。')
  return placedOrder(row)
}
