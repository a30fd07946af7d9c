import type { Tx } from '@kushi/db/connect'
import { order_item, orders } from '@kushi/db/schema/order'
import type { OrderStatus } from '@kushi/values/order-status'
import { and, eq } from 'drizzle-orm'
import type { Quoted } from '../../../catalogue/price/index.ts'
import { noteUses } from '../../../catalogue/promotion/index.ts'
import type { Context, MemberContext } from '../../../context.ts'
import { noteStatus, orderAmounts, writeStatus } from '../../order/index.ts'
import { makeNumber } from '../../payment/index.ts'
import { goesBy } from '../rules/goes-by.ts'
import type { Loaded, OrderRow, SubscriptionRow } from './load-subscription.ts'

/** Writes the order of a cycle once. After a failed attempt the same order is overwritten with current data. */
export async function writeCycleOrder(
  tx: Tx,
  ctx: MemberContext,
  { row, order: before }: Loaded,
  quoted: Quoted,
  status: OrderStatus,
): Promise<OrderRow> {
  const values = orderOf(row, quoted, status)
  const order = before ? await overwrite(tx, ctx, before, values) : await insert(tx, ctx, row, values)
  await (before ? tx : tx.with(noteStatus(tx, ctx, order))).insert(order_item).values(itemsOf(order, quoted))
  await noteUses(tx, ctx, usesOf(order, quoted))
  return order
}

/** The columns of a cycle's order. */
function orderOf(row: SubscriptionRow, quoted: Quoted, status: OrderStatus) {
  return {
    ...addressOf(row),
    status,
    ...goesBy(row, quoted),
    delivery_date: row.next_delivery_date,
    expected_date: row.next_delivery_date,
    payment_method_id: row.payment_method_id,
    ...orderAmounts(quoted.summary),
    bundled_flag: quoted.summary.bundled_flag,
  }
}

/** Copies the items that are sold, so that later catalogue changes do not change receipts. */
export const itemsOf = ({ shop_id, id: order_id }: Pick<OrderRow, 'shop_id' | 'id'>, { items }: Quoted) =>
  items.map(({ id: product_sku_id, ...copied }) => ({ ...copied, shop_id, order_id, product_sku_id }))

/** What its promotions give in this delivery. */
export const usesOf = (order: Parameters<typeof noteUses>[2][number]['order'], { granted }: Quoted) =>
  granted.filter(({ yen }) => yen > 0).map((one) => ({ ...one, order }))

/** A new order for a cycle that has none yet. */
export const newOrderOf = (ctx: Pick<Context, 'clock'>, row: SubscriptionRow, quoted: Quoted, status: OrderStatus) =>
  withNumber(ctx, row, orderOf(row, quoted, status))

type Values = Omit<
  typeof orders.$inferInsert,
  'shop_id' | 'customer_id' | 'order_no' | 'subscription_id' | 'cycle' | 'updated_at'
>

async function insert(tx: Tx, ctx: MemberContext, row: SubscriptionRow, values: Values): Promise<OrderRow> {
  const [order] = await tx
    .insert(orders)
    .values(withNumber(ctx, row, values))
    .returning()
  return order!
}

const withNumber = <V extends Values>({ clock }: Pick<Context, 'clock'>, row: SubscriptionRow, values: V) => ({
  ...values,
  shop_id: row.shop_id,
  customer_id: row.customer_id,
  order_no: makeNumber('K', clock.today()),
  subscription_id: row.id,
  cycle: row.cycle,
  created_at: clock.now(),
  updated_at: clock.now(),
})

async function overwrite(
  tx: Tx,
  ctx: MemberContext,
  before: OrderRow,
  { status, ...values }: Values,
): Promise<OrderRow> {
  await tx.delete(order_item).where(and(eq(order_item.shop_id, before.shop_id), eq(order_item.order_id, before.id)))
  return writeStatus(tx, ctx, before, status, values)
}

function addressOf(row: SubscriptionRow) {
  const { name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id, addr01, addr02, addr03 } = row
  const { phone_number } = row
  return { name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id, addr01, addr02, addr03, phone_number }
}
