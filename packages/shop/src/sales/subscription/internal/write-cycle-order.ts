import { insertRows } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { order_item, order_status_event } from '@kushi/db/schema/order'
import type { OrderStatus } from '@kushi/values/order-status'
import { and, eq } from 'drizzle-orm'
import { insertOrderPoints } from '../../../catalogue/point/index.ts'
import type { PriceQuote } from '../../../catalogue/price/index.ts'
import { recordLaterPromotionUses } from '../../../catalogue/promotion/index.ts'
import type { Context, QueryContext } from '../../../context.ts'
import {
  insertOrders,
  type NewOrder,
  orderItemRows,
  orderStatusEventRow,
  pickOrderAmounts,
  writeOrderStatus,
} from '../../order/index.ts'
import { makeProviderNumber } from '../../payment/index.ts'
import { effectiveDelivery } from '../rules/effective-delivery.ts'
import type { LoadedSubscription, OrderRow, SubscriptionRow } from './load-subscription.ts'

/** A delivery that is to be written, at its price. */
export interface ReadyDelivery {
  loaded: LoadedSubscription
  quoted: PriceQuote
  /** The delivery is paid by the mail's link, in another way than the contract's. */
  resumed_by?: 'link'
}

/**
 * Writes the orders of these cycles with their items, each once. After a failed attempt the same order is overwritten
 * with current data.
 */
export async function writeCycleOrders(
  tx: Tx,
  ctx: QueryContext,
  all: readonly (ReadyDelivery & { status: OrderStatus })[],
): Promise<OrderRow[]> {
  const fresh = await insertOrders(
    tx,
    all.flatMap((one) => (one.loaded.order ? [] : [newOrderOf(ctx, one.loaded.row, orderOf(one))])),
  )
  await insertRows(
    tx,
    order_status_event,
    fresh.map((order) => orderStatusEventRow(ctx, order)),
  )
  const orderOfRow = new Map(fresh.map((order) => [order.subscription_id, order]))
  for (const one of all)
    if (one.loaded.order) orderOfRow.set(one.loaded.row.id, await overwrite(tx, ctx, one.loaded.order, orderOf(one)))
  const written = all.map(({ loaded, quoted }) => ({ order: orderOfRow.get(loaded.row.id)!, quoted }))
  await insertRows(
    tx,
    order_item,
    written.flatMap(({ order, quoted }) => orderItemRows(order, quoted)),
  )
  await recordLaterPromotionUses(
    tx,
    ctx,
    written.flatMap(({ order, quoted }) => usesOf(order, quoted)),
  )
  const orders = written.map(({ order }) => order)
  await insertOrderPoints(tx, ctx, orders)
  return orders
}

/** The columns of a cycle's order. */
function orderOf({ loaded: { row }, quoted, status }: ReadyDelivery & { status: OrderStatus }) {
  return {
    ...addressOf(row),
    status,
    ...effectiveDelivery(row, quoted),
    delivery_date: row.next_delivery_date,
    expected_date: row.next_delivery_date,
    payment_method_id: row.payment_method_id,
    ...pickOrderAmounts(quoted.summary),
    bundled_flag: quoted.summary.bundled_flag,
  }
}

/** The discounts and gifts of its promotions in this delivery. */
const usesOf = (order: Parameters<typeof recordLaterPromotionUses>[2][number]['order'], { granted }: PriceQuote) =>
  granted.filter(({ yen }) => yen > 0).map((one) => ({ ...one, order }))

type Values = ReturnType<typeof orderOf>

/** A new order for a cycle that has none yet. */
const newOrderOf = ({ clock }: Pick<Context, 'clock'>, row: SubscriptionRow, values: Values): NewOrder => ({
  ...values,
  shop_id: row.shop_id,
  customer_id: row.customer_id,
  order_no: makeProviderNumber('K', clock.today()),
  idempotency_key: null,
  subscription_id: row.id,
  cycle: row.cycle,
  moved_payment_name: null,
  wrapping: null,
  adcd: null,
  abmtcd: null,
  ad_user_id: null,
  landing_slug: null,
  replaces_order_id: null,
  replacement_kind: null,
  goods_back_at: null,
  is_repeat: null,
  created_at: clock.now(),
  updated_at: clock.now(),
})

async function overwrite(
  tx: Tx,
  ctx: QueryContext,
  before: OrderRow,
  { status, ...values }: Values,
): Promise<OrderRow> {
  await tx.delete(order_item).where(and(eq(order_item.shop_id, before.shop_id), eq(order_item.order_id, before.id)))
  const [order] = await writeOrderStatus(tx, ctx, [before], status, values)
  return order!
}

function addressOf(row: SubscriptionRow) {
  const { name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id, addr01, addr02, addr03 } = row
  const { phone_number } = row
  return { name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id, addr01, addr02, addr03, phone_number }
}
