import { insertRows, updateRows } from '@kushi/db/bulk-rows'
import type { Queryable, Tx } from '@kushi/db/connect'
import { inOneRoundTrip } from '@kushi/db/in-one-round-trip'
import { order_status_event, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { ORDER_STATUS_NAME } from '@kushi/values/order-status'
import type { WebhookEvent } from '@kushi/values/webhook'
import { and, desc, eq, sql } from 'drizzle-orm'
import { reconcilePoints } from '../../../catalogue/point/index.ts'
import { releasePromotionUses } from '../../../catalogue/promotion/index.ts'
import type { Context, QueryContext } from '../../../context.ts'
import { publishEvent, publishEvents } from '../../../messaging/webhook/index.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import type { PaymentRow } from '../../payment/index.ts'
import { orderMoneyChanged, ordersMoved } from '../hooks.ts'
import { canOrderBecome } from '../rules/order-status.ts'
import { clearRepeatFlags } from './is-first.ts'
import type { OrderRow } from './order-row.ts'

export interface OrderWithPayment {
  order: OrderRow
  /** The order's last payment; null: it has none. */
  paid: PaymentRow | null
}

type Key = Pick<OrderRow, 'shop_id' | 'id'>

export const selectLastPayment = (db: Queryable, { shop_id, id }: Key) =>
  db
    .select()
    .from(payment)
    .where(and(eq(payment.shop_id, shop_id), eq(payment.order_id, id)))
    .orderBy(desc(payment.id))
    .limit(1)

/** Any order of the shop, with its last payment. @throws ShopError 404 */
export async function findOrder({ db, shop_id }: QueryContext, order_no: string): Promise<OrderWithPayment> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.shop_id, shop_id), eq(orders.order_no, order_no)))
  if (!order) throw notFound()
  const [paid] = await selectLastPayment(db, order)
  return { order, paid: paid ?? null }
}

/**
 * Locks the subscription, keeps the member, and who introduced them, from leaving or being merged, then locks the order;
 * payments come last. All code locks in this order, which prevents deadlocks.
 */
export async function lockOrderRow(tx: Tx, { shop_id, id }: Key): Promise<OrderRow> {
  const own = sql`from orders where shop_id = ${shop_id} and id = ${id}`
  await inOneRoundTrip([
    tx.execute(
      sql`select from subscription where shop_id = ${shop_id} and id = (select subscription_id ${own}) for update`,
    ),
    tx.execute(
      sql`select from customer where shop_id = ${shop_id} and id in (select customer_id ${own} union all
        select introducer_id from promotion_use where shop_id = ${shop_id} and order_id = ${id} and introducer_id is not null)
        order by id for key share`,
    ),
  ])
  const [order] = await tx.select().from(orders).where(sameRowCondition(orders, { shop_id, id })).for('update')
  return order!
}

/** Locks an order and its last payment. */
export async function lockOrder(tx: Tx, key: Key): Promise<OrderWithPayment> {
  const order = await lockOrderRow(tx, key)
  const [paid] = await selectLastPayment(tx, key).for('update')
  return { order, paid: paid ?? null }
}

/** @throws ShopError 409 when the order's status may not change to `to` */
export function requireOrderStatusChange(order: Pick<OrderRow, 'order_no' | 'status'>, to: OrderRow['status']): void {
  if (!canOrderBecome(order.status, to))
    throw new ShopError(
      409,
      'ERROR_ORDER_STATUS',
      `ご注文 ${order.order_no} は「${ORDER_STATUS_NAME[order.status]}」のため、「${ORDER_STATUS_NAME[to]}」にできません。`,
    )
}

/** The row of a status event. */
export const orderStatusEventRow = (
  { actor }: Pick<Context, 'actor'>,
  { shop_id, id: order_id, status, updated_at: created_at }: Pick<OrderRow, 'shop_id' | 'id' | 'status' | 'updated_at'>,
) => ({ shop_id, order_id, status, ...actor, created_at })

/**
 * The only place that changes `orders.status`, by its transition table. The caller has locked these rows, of one shop.
 * Returns the new rows, in their order. `set`: what else changes, the same in each.
 * @throws ShopError 409 when the table does not allow the step
 */
export async function writeOrderStatus(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  all: readonly OrderRow[],
  status: OrderRow['status'],
  set: Partial<Omit<OrderRow, 'id' | 'shop_id' | 'status' | 'updated_at'>> = {},
): Promise<OrderRow[]> {
  if (all.length === 0) return []
  const { shop_id } = all[0]!
  for (const order of all) requireOrderStatusChange(order, status)
  if (isGivenUp(status)) for (const order of all) await releasePromotionUses(tx, ctx, order)
  const updated_at = ctx.clock.now()
  const moved = all.map((order) => ({ ...order, ...set, status, updated_at }))
  const changed = Object.keys(set) as (keyof typeof set)[]
  await updateRows(tx, orders, shop_id, moved, { key: ['id'], set: [...changed, 'status', 'updated_at'] })
  await insertRows(
    tx,
    order_status_event,
    moved.map((order) => orderStatusEventRow(ctx, order)),
  )
  const ids = moved.map(({ id }) => id)
  if (isGivenUp(status) || isClosed(status)) await reconcilePoints(tx, { ...ctx, shop_id }, ids)
  if (status === 'cancelled') await clearRepeatFlags(tx, shop_id, sql`${sql.param(all.map(buyerOf))}::bigint[]`)
  if (isAnnounced(status)) {
    // An order that was never paid was not announced as placed either.
    const placed = moved.filter((_, n) => all[n]!.status !== 'payment_pending')
    const moment = { shop_id, at: updated_at }
    const event = announced[status]
    await publishEvents(
      tx,
      moment,
      placed.map((order) => ({ event, data: orderEventData(order) })),
    )
    const placedIds = placed.map(({ id }) => id)
    if (placedIds.length > 0) await ordersMoved(tx, moment, status, placedIds)
  }
  if (isClosed(status)) await orderMoneyChanged(tx, { ...ctx, shop_id }, ids)
  return moved
}

const buyerOf = ({ customer_id }: OrderRow) => customer_id

/** The statuses with which an order becomes a sale, by either 売上計上基準, or ceases to be one. */
const isClosed = (status: OrderRow['status']) =>
  (['shipped', 'delivered', 'returned', 'cancelled'] as OrderRow['status'][]).includes(status)

/** In these states the promotions and points of the order can be used again. */
const isGivenUp = (status: OrderRow['status']) => status === 'cancelled' || status === 'payment_error'

const announced = {
  shipped: 'order.shipped',
  cancelled: 'order.cancelled',
  returned: 'order.returned',
} as const satisfies Partial<Record<OrderRow['status'], WebhookEvent>>
const isAnnounced = (status: OrderRow['status']): status is keyof typeof announced => status in announced

/** Notifies the shop's other systems and extensions. */
export const publishOrderEvent = (tx: Tx, order: OrderRow, event: WebhookEvent) =>
  publishEvent(tx, { shop_id: order.shop_id, at: order.updated_at }, event, orderEventData(order))

/** The data about an order that webhooks send. */
export const orderEventData = ({ id: order_id, order_no, status }: Pick<OrderRow, 'id' | 'order_no' | 'status'>) => ({
  order_id,
  order_no,
  status,
})
