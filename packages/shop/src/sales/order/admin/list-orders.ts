import { orderList } from '@kushi/contract/admin/order'
import { owedAmountSql } from '@kushi/db/owed'
import { customer } from '@kushi/db/schema/customer'
import { shipment, shipping_decision } from '@kushi/db/schema/fulfilment'
import { order_item, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { product } from '@kushi/db/schema/product'
import { master_data } from '@kushi/db/schema/shop'
import { refersToCondition } from '@kushi/db/shop-scope'
import type { OrderStatus } from '@kushi/values/order-status'
import type { PaymentState } from '@kushi/values/payment-method'
import { paymentMethod } from '@kushi/values/payment-method'
import { prefectureName } from '@kushi/values/prefecture'
import type { HoldReason } from '@kushi/values/shipment'
import { isBlank } from '@kushi/values/text'
import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import {
  type AdminHandler,
  canSeePersonalData,
  loadListPage,
  type OperatorContext,
  rowCounter,
} from '../../../foundation/admin/index.ts'
import { customerNameText } from '../../../people/customer/index.ts'
import { isFirstOrderCondition } from '../internal/is-first.ts'
import { orderListSource } from '../internal/order-source.ts'
import { nextStepOfOrder } from '../rules/next-step.ts'

/** 注文一覧 */
export const listAllOrders: AdminHandler<'GET /admin/v1/orders'> = async (ctx, query) => {
  const page = await loadListPage<typeof orderList, OrderListRecord>(orderList, query, {
    ...orderListSource(ctx),
    // The subselect picks the orders first, because otherwise the other columns would be computed for all matches.
    rows: ({ where, orderBy, limit, sort_value }) => {
      const shown = ctx.db
        .select({ id: orders.id, sort_value: sort_value.as('sort_value') })
        .from(orders)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit)
        .as('shown')
      return ctx.db
        .select({ ...orderListColumns(ctx.shop_id), sort_value: shown.sort_value })
        .from(shown)
        .innerJoin(orders, and(eq(orders.shop_id, ctx.shop_id), eq(orders.id, shown.id)))
        .innerJoin(customer, refersToCondition(orders.customer_id, customer))
        .orderBy(...orderBy)
    },
    count: rowCounter(ctx.db, orders),
  })
  return { ...page, items: page.items.map((row) => orderListRow(ctx, row)) }
}

interface LastPayment {
  state: PaymentState
  kept: number
  owed: number
}

/**
 * An order with the columns that the list and its page need, joined with its member. Each subselect names the shop
 * itself, because a distributed database rejects some that take it from the order.
 */
export function orderListColumns(shop_id: number) {
  const ofItems = <T>(what: SQL) => sql<T>`(select ${what} from ${order_item}
    where ${order_item.shop_id} = ${shop_id} and ${order_item.order_id} = ${orders.id})`
  const ofParcels = (what: SQL) => sql<boolean>`exists (select from ${shipment}
    where ${shipment.shop_id} = ${shop_id} and ${shipment.order_id} = ${orders.id} and ${what})`
  return {
    id: orders.id,
    row: getTableColumns(orders),
    buyer: {
      name01: customer.name01,
      name02: customer.name02,
      withdrawn_at: customer.withdrawn_at,
      moved_as: customer.moved_as,
    },
    items: ofItems<number>(sql`count(*)::int`),
    pieces: ofItems<number>(sql`coalesce(sum(${order_item.quantity}), 0)::int`),
    first_name: ofItems<string | null>(
      sql`(array_agg(coalesce(${order_item.set_name}, ${order_item.product_name}) order by ${order_item.id}))[1]`,
    ),
    paid: sql<LastPayment | null>`(select json_build_object('state', ${payment.state},
        'kept', ${payment.captured_amount} - ${payment.refunded_amount} - ${payment.repaid_amount}, 'owed', ${owedAmountSql})
      from ${payment} where ${payment.shop_id} = ${shop_id} and ${payment.order_id} = ${orders.id}
      order by ${payment.id} desc limit 1)`,
    is_partly_sent: sql<boolean>`${ofParcels(sql`${shipment.status} in ('shipped', 'received')`)}
      and ${ofParcels(sql`${shipment.status} in ('ready', 'packed')`)}`,
    is_back: sql<boolean>`${ofParcels(sql`${shipment.status} = 'returned'`)}
      and not ${ofParcels(sql`${shipment.status} not in ('returned', 'cancelled')`)}`,
    hold_reason: sql<HoldReason | null>`(select ${shipping_decision.held} ->> 'reason' from ${shipping_decision}
      where ${shipping_decision.shop_id} = ${shop_id} and ${shipping_decision.order_id} = ${orders.id})`,
    has_unread_note: sql<boolean>`${orders.delivery_notes} <> '' and not exists (select from ${shipping_decision}
        where ${shipping_decision.shop_id} = ${shop_id} and ${shipping_decision.order_id} = ${orders.id}
          and ${shipping_decision.note_read_at} is not null)
      and not exists (select from ${master_data} where ${master_data.shop_id} = ${shop_id}
        and ${master_data.name} = 'delivery_note' and ${master_data.label} = ${orders.delivery_notes})
      and not ${ofParcels(sql`${shipment.status} in ('packed', 'shipped', 'received')`)}`,
    is_first: isFirstOrderCondition(shop_id),
  }
}

export interface OrderListRecord {
  id: number
  row: typeof orders.$inferSelect
  buyer: Pick<typeof customer.$inferSelect, 'name01' | 'name02' | 'withdrawn_at' | 'moved_as'>
  items: number
  pieces: number
  first_name: string | null
  paid: LastPayment | null
  hold_reason: HoldReason | null
  is_partly_sent: boolean
  is_back: boolean
  has_unread_note: boolean
  is_first: boolean
}

/** A row of the list; the page of an order has the same fields. */
export function orderListRow(ctx: OperatorContext, found: OrderListRecord) {
  const {
    row,
    buyer,
    items,
    pieces,
    first_name,
    paid,
    hold_reason,
    is_partly_sent,
    is_back,
    has_unread_note,
    is_first,
  } = found
  const { id, order_no, customer_id, payment_total, delivery_date, subscription_id, cycle } = row
  const status = row.status as OrderStatus
  const payment_state = paid?.state ?? null
  const { replacement_kind, goods_back_at } = row
  const awaits_goods = replacement_kind === 'exchange' && goods_back_at === null
  const kept_amount = paid?.kept ?? 0
  const facts = {
    status,
    delivery_date,
    cycle,
    payment_state,
    is_partly_sent,
    is_back,
    kept_amount,
    owed_amount: paid?.owed ?? 0,
    hold_reason,
    has_unread_note: has_unread_note && !isBlank(row.delivery_notes),
    awaits_goods,
  }
  return {
    id,
    order_no,
    status,
    customer_id,
    payment_total,
    delivery_date,
    subscription_id,
    cycle,
    pieces,
    is_first,
    replacement_kind,
    next_step: nextStepOfOrder(facts),
    created_at: row.created_at.toISOString(),
    customer_name: customerNameText(buyer, canSeePersonalData(ctx)),
    pref: prefectureName(row.pref_id) ?? '',
    items_text: `${first_name ?? ''}${items > 1 ? ` ほか${items - 1}点` : ''}`,
    payment_method_id: paymentMethod(row.payment_method_id).id,
    moved_payment_name: row.moved_payment_name,
    payment_state,
    has_note: row.delivery_notes !== '',
  }
}

/** The choices of the filters that depend on the database. */
export const showOrderFilterChoices: AdminHandler<'GET /admin/v1/order-desk'> = async (ctx) => ({
  products: await ctx.db
    .select({ id: product.id, product_name: product.product_name })
    .from(product)
    .where(eq(product.shop_id, ctx.shop_id))
    .orderBy(asc(product.sort_no), asc(product.id))
    .limit(500),
})
