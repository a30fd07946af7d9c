import { randomUUID } from 'node:crypto'
import type { PhoneOrder } from '@kushi/contract/admin/phone-order'
import type { OrderDraft, OrderRequest } from '@kushi/contract/order'
import type { Queryable, Tx } from '@kushi/db/connect'
import { order_request, orders } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { NO_POINTS_USABLE_TEXT, pointsRangeText } from '@kushi/values/points'
import { and, eq, inArray } from 'drizzle-orm'
import type { Context, MemberContext } from '../../../context.ts'
import type { OperatorContext } from '../../../foundation/admin/index.ts'
import { refusedField, ShopError } from '../../../shop-error.ts'
import { assessOrder, type OrderAssessment } from '../../checkout/index.ts'

export type OrderRequestRow = typeof order_request.$inferSelect

/** Returns the order that a request became, by the key of its last payment. */
export async function findOrderOfRequest(db: Queryable, { shop_id, customer_id, idempotency_key }: OrderRequestRow) {
  const [order] = await db
    .select({ id: orders.id, order_no: orders.order_no, status: orders.status })
    .from(orders)
    .where(
      and(
        eq(orders.shop_id, shop_id),
        eq(orders.customer_id, customer_id),
        eq(orders.idempotency_key, idempotency_key),
      ),
    )
  return order ?? null
}
type OrderOf = Awaited<ReturnType<typeof findOrderOfRequest>>

/** A declined card leaves the request open, so that the member can try another. */
export function orderRequestState(row: OrderRequestRow, order: OrderOf, now: Date): OrderRequest['state'] {
  if (order && order.status !== 'payment_error') return 'ordered'
  if (row.withdrawn_at) return 'withdrawn'
  return row.expires_at <= now ? 'expired' : 'open'
}

/**
 * Returns the key to pay it with. It stays the same until the payment is decided, so that two presses become one order.
 */
export function requestPaymentKey(ctx: MemberContext, { shop_id, id }: OrderRequestRow): Promise<string> {
  return ctx.db.transaction(async (tx) => {
    const mine = and(eq(order_request.shop_id, shop_id), eq(order_request.id, id))
    const [row] = await tx.select().from(order_request).where(mine).for('update')
    const order = await findOrderOfRequest(tx, row!)
    const state = orderRequestState(row!, order, ctx.clock.now())
    if (state !== 'open' && state !== 'ordered') throw orderRequestOverError()
    if (order?.status !== 'payment_error') return row!.idempotency_key
    const idempotency_key = randomUUID()
    await tx.update(order_request).set({ idempotency_key }).where(mine)
    return idempotency_key
  })
}

/**
 * Call in the order's transaction. A parallel withdrawal of the link either came first, or waits and finds the order
 * placed.
 * @throws ShopError 410
 */
export async function refuseWithdrawnRequest(tx: Tx, { shop_id, id }: OrderRequestRow): Promise<void> {
  const mine = and(eq(order_request.shop_id, shop_id), eq(order_request.id, id))
  const [row] = await tx.select().from(order_request).where(mine).for('update')
  if (!row || row.withdrawn_at) throw orderRequestOverError()
}

export const orderRequestOverError = () =>
  new ShopError(
    410,
    'ERROR_ORDER_REQUEST_OVER',
    'このお支払いのページは、もうお使いいただけません。お手数ですが、お店にご連絡ください。',
  )

/**
 * Builds the order draft of a request from the current catalogue, because the member agrees to the prices shown now.
 */
export async function draftOfRequest(
  { db, shop_id }: Pick<Context, 'db' | 'shop_id'>,
  order: PhoneOrder,
): Promise<OrderDraft> {
  const ids = order.items.map(({ product_sku_id }) => product_sku_id)
  const skus = await db
    .select({ id: product_sku.id, revision: product_sku.revision })
    .from(product_sku)
    .where(and(eq(product_sku.shop_id, shop_id), inArray(product_sku.id, ids)))
  const { shipping_address, delivery_notes, delivery_id, delivery_time_id, delivery_date, payment_method_id } = order
  // Links sent before 定期便 could begin by phone have no pattern.
  const delivery_pattern = order.delivery_pattern ?? null
  return {
    is_subscription: delivery_pattern !== null,
    delivery_pattern,
    shipping_address,
    delivery_notes,
    delivery_id,
    delivery_time_id,
    delivery_date,
    payment_method_id,
    ...(order.wrapping && { wrapping: order.wrapping }),
    ...(order.coupon_codes?.length > 0 && { coupon_codes: order.coupon_codes }),
    ...(order.points && { points: order.points }),
    items: order.items.map((item) => ({
      ...item,
      revision: skus.find(({ id }) => id === item.product_sku_id)?.revision ?? 0,
    })),
  }
}

/** Beginning a 定期便 by phone needs the permission to change one. @throws ShopError 403 */
export function requireSubscriptionPermission({ operator }: OperatorContext, { delivery_pattern }: PhoneOrder): void {
  if (delivery_pattern && !operator.permissions.includes('subscription.write'))
    throw new ShopError(403, 'ERROR_FORBIDDEN', '定期便を変える権限がありません。店長にご相談ください。')
}

/** Prices and dates to read out, as the member's own confirmation shows them. @throws ShopError as `assessOrder` */
export async function assessPhoneOrder(ctx: MemberContext, draft: OrderDraft): Promise<OrderAssessment> {
  const assessed = await assessOrder(ctx, draft)
  refusePoints(draft, assessed)
  return assessed
}

/** Points agreed on the phone are used, or refused at their field. @throws ShopError 422 */
function refusePoints({ points: said = 0 }: OrderDraft, { summary: { points } }: OrderAssessment): void {
  if (said === 0 || points?.used === said) return
  throw refusedField('points', points?.usable ? pointsRangeText(points) : NO_POINTS_USABLE_TEXT)
}
