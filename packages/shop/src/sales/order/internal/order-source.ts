import type { orderList } from '@kushi/contract/admin/order'
import type { Db } from '@kushi/db/connect'
import { owedCondition } from '@kushi/db/owed'
import { customer } from '@kushi/db/schema/customer'
import { shipment, shipping_decision } from '@kushi/db/schema/fulfilment'
import { order_credit, order_item, orders } from '@kushi/db/schema/order'
import { payment, payment_refund } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import type { PaymentState } from '@kushi/values/payment-method'
import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import {
  type IndexedCondition,
  type ListSource,
  type OperatorContext,
  startsWithCondition,
} from '../../../foundation/admin/index.ts'
import { personSearchConditions } from '../../../people/customer/index.ts'
import { isLapsingSql } from '../../payment/index.ts'
import { isFirstOrderCondition } from './is-first.ts'
import { awaitsReturnedGoodsCondition } from './replacements.ts'

type Source = Pick<ListSource<typeof orderList, never>, 'where' | 'shows_all' | 'id' | 'sorts' | 'filters' | 'search'>

/** The database conditions of the order list's filters: for the list, its counts and its exports. */
export function orderListSource(ctx: OperatorContext): Source {
  const { shop_id } = ctx
  return {
    where: eq(orders.shop_id, shop_id),
    shows_all: true,
    id: orders.id,
    sorts: { created_at: orders.created_at, payment_total: orders.payment_total },
    filters: {
      status: (values: string[]) => inArray(orders.status, values as never[]),
      payment_method_id: (ids: string[]) =>
        sql`coalesce(${orders.payment_method_id}, 0) = any(${sql.param(numbers(ids))}::smallint[])
          and ${orders.moved_payment_name} is null`,
      payment_state: hasPaymentState,
      product_id: (ids: string[]) =>
        holds(ctx.db, shop_id, inArray(order_item.product_id, numbers(ids)), ofSets(shop_id, ids)),
      pref_id: (ids: string[]) => inArray(orders.pref_id, numbers(ids)),
      created_at: orders.created_at,
      delivery_date: orders.delivery_date,
      shipped_on: (days: Days) =>
        among(
          ctx.db,
          sql`${shipment}`,
          sql`shop_id = ${shop_id} and shipped_at is not null and ${within(sql`shipped_at`, days)}`,
        ),
      captured_on: (days: Days) =>
        among(
          ctx.db,
          sql`${payment}`,
          sql`shop_id = ${shop_id} and captured_at is not null and ${within(sql`captured_at`, days)}`,
        ),
      payment_total: orders.payment_total,
      is_subscription: (wanted: boolean) => (wanted ? isNotNull : isNull)(orders.subscription_id),
      is_first: (wanted: boolean) =>
        wanted
          ? and(sql`${orders.is_repeat} is not true`, isFirstOrderCondition(shop_id))
          : sql`(${orders.is_repeat} or not ${isFirstOrderCondition(shop_id)})`,
      awaits_goods: (wanted: boolean) =>
        wanted ? awaitsReturnedGoodsCondition : sql`(${awaitsReturnedGoodsCondition}) is not true`,
      is_owed: (wanted: boolean) =>
        wanted
          ? { db: ctx.db, ids: [sql`select ${payment.order_id} ${owedOnes(shop_id)}`], row: isOwedOne(shop_id) }
          : sql`not ${isOwedOne(shop_id)}`,
      is_short: (wanted: boolean) =>
        wanted
          ? among(ctx.db, sql`${payment}`, sql`shop_id = ${shop_id} and state = 'awaiting' and captured_amount > 0`)
          : sql`not exists (select from ${payment} p where p.shop_id = ${shop_id} and p.order_id = ${orders.id} and p.state = 'awaiting' and p.captured_amount > 0)`,
      is_lapsing: (wanted: boolean) =>
        wanted
          ? among(ctx.db, sql`${payment}`, sql`shop_id = ${shop_id} and ${isLapsingSql(ctx, 'payment')}`)
          : sql`not exists (select from ${payment} p where p.shop_id = ${shop_id} and p.order_id = ${orders.id} and ${isLapsingSql(ctx, 'p')})`,
      is_refunded: (wanted: boolean) =>
        wanted
          ? {
              db: ctx.db,
              ids: [
                sql`select order_id from ${order_credit} where shop_id = ${shop_id}`,
                sql`select order_id from ${payment_refund} where shop_id = ${shop_id}`,
              ],
              row: takenBack(shop_id),
            }
          : sql`not ${takenBack(shop_id)}`,
      is_sent_unpaid: (wanted: boolean) =>
        wanted
          ? {
              db: ctx.db,
              ids: [
                sql`select o.id from ${payment} p join ${orders} o on o.shop_id = ${shop_id} and o.id = p.order_id
                  where p.shop_id = ${shop_id} and p.state = any(array['intent', 'redirected', 'returned', 'held', 'authorised', 'failed', 'void_pending', 'voided']) and ${sentUnpaid(shop_id, 'o')}`,
              ],
              row: sentUnpaid(shop_id, 'orders'),
            }
          : sql`not ${sentUnpaid(shop_id, 'orders')}`,
      is_held: (wanted: boolean) =>
        wanted
          ? among(ctx.db, sql`${shipping_decision}`, sql`shop_id = ${shop_id} and held is not null`)
          : sql`not exists (select from ${shipping_decision} d where d.shop_id = ${shop_id} and d.order_id = ${orders.id} and d.held is not null)`,
      carrier: (carriers: string[]) =>
        among(ctx.db, sql`${shipment}`, sql`shop_id = ${shop_id} and carrier = any(${sql.param(carriers)}::text[])`),
      has_note: (wanted: boolean) => (wanted ? ne : eq)(orders.delivery_notes, ''),
      product_code: (code: string) =>
        holds(
          ctx.db,
          shop_id,
          coded(shop_id, order_item.product_sku_id, code),
          coded(shop_id, order_item.set_sku_id, code),
        ),
      adcd: (code: string) => (code === 'なし' ? isNull(orders.adcd) : eq(orders.adcd, code)),
      provider_order_id: (no: string) =>
        among(ctx.db, sql`${payment}`, sql`shop_id = ${shop_id} and provider_order_id = ${no}`),
      customer_id: (id: string) => (/^\d{1,9}$/.test(id) ? eq(orders.customer_id, Number(id)) : sql`false`),
    },
    search: (words) => waysTo(ctx, words),
  }
}

type Days = { from?: string; to?: string }

/** Days in Japan, both included. */
const within = (at: SQL, { from, to }: Days) =>
  and(
    from === undefined ? undefined : sql`${at} >= ${from}::date::timestamp at time zone 'Asia/Tokyo'`,
    to === undefined ? undefined : sql`${at} < (${to}::date + 1)::timestamp at time zone 'Asia/Tokyo'`,
  )

/** Orders that have such a row of this table. */
const among = (db: Db, table: SQL, what: SQL): IndexedCondition => ({
  db,
  ids: [sql`select order_id from ${table} where ${what}`],
  row: sql`exists (select from (select order_id from ${table} where ${what}) one where one.order_id = ${orders.id})`,
})

const takenBack = (shop_id: number) => sql`(
  exists (select from ${order_credit} c where c.shop_id = ${shop_id} and c.order_id = ${orders.id})
  or exists (select from ${payment_refund} r where r.shop_id = ${shop_id} and r.order_id = ${orders.id}))`

/** 発送したのに代金を受け取っていない; 代引 is received at the door. The check of 月次 counts the same. */
const sentUnpaid = (shop_id: number, order: 'o' | 'orders') => {
  const of = (column: string) => sql.raw(`${order}.${column}`)
  return sql`(${of('status')} in ('shipped', 'delivered') and ${of('payment_total')} > 0 and ${of('payment_method_id')} is not null
    and not exists (select from ${payment} captured where captured.shop_id = ${shop_id} and captured.order_id = ${of('id')}
      and captured.state in ('captured', 'refunded') offset 0))`
}

const owedOnes = (shop_id: number) => sql`from ${payment} where ${payment.shop_id} = ${shop_id} and ${owedCondition}`
const isOwedOne = (shop_id: number) => sql`exists (select ${owedOnes(shop_id)} and ${payment.order_id} = ${orders.id})`

const numbers = (values: string[]) => values.map(Number).filter(Number.isSafeInteger)

const later = alias(payment, 'later')

/** Only an order's last payment counts. */
const hasPaymentState = (states: PaymentState[]) => sql`exists (select from ${payment}
  where ${payment.shop_id} = ${orders.shop_id} and ${payment.order_id} = ${orders.id} and ${inArray(payment.state, states)}
    and not exists (select from ${payment} later where ${later.shop_id} = ${payment.shop_id}
      and ${later.order_id} = ${payment.order_id} and ${later.id} > ${payment.id}))`

/** Orders with an item for which one of these holds, each found by its own index. */
function holds(db: Db, shop_id: number, ...what: SQL[]): IndexedCondition {
  const items = (one: SQL) => sql`from ${order_item} where ${order_item.shop_id} = ${shop_id} and ${one}`
  return {
    db,
    ids: what.map((one) => sql`select ${order_item.order_id} ${items(one)}`),
    row: sql`exists (select ${items(or(...what)!)} and ${order_item.order_id} = ${orders.id})`,
  }
}

/** Parts of the sets of these products. */
const ofSets = (shop_id: number, ids: string[]) => sql`${order_item.set_sku_id} = any(array(
  select ${product_sku.id} from ${product_sku}
  where ${product_sku.shop_id} = ${shop_id} and ${product_sku.product_id} = any(${sql.param(numbers(ids))}::bigint[])))`

/** As an array, so that each SKU uses the index of items. */
const coded = (shop_id: number, column: AnyPgColumn, code: string) => sql`${column} = any(array(
  select ${product_sku.id} from ${product_sku}
  where ${product_sku.shop_id} = ${shop_id}
    and ${startsWithCondition(sql`lower(${product_sku.product_code})`, code.toLowerCase())}))`

/** Searches by order number, tracking number, recipient and buyer. */
function waysTo(ctx: OperatorContext, words: string): IndexedCondition {
  const { shop_id } = ctx
  const number = words.toUpperCase()
  const bare = number.replace(/[^0-9A-Z]/g, '') || number
  const own = [startsWithCondition(orders.order_no, number), ...personSearchConditions(ctx, orders, words)]
  const tracked = sql`from ${shipment} where ${shipment.shop_id} = ${shop_id} and ${startsWithCondition(shipment.tracking_no, bare)}`
  const buyers = sql`from ${customer} where ${customer.shop_id} = ${shop_id} and ${or(...personSearchConditions(ctx, customer, words))}`
  const ofOrders = (what: SQL) =>
    sql`select ${orders.id} from ${orders} where ${orders.shop_id} = ${shop_id} and ${what}`
  return {
    db: ctx.db,
    ids: [
      ...own.map(ofOrders),
      sql`select ${shipment.order_id} ${tracked}`,
      ofOrders(sql`${orders.customer_id} in (select ${customer.id} ${buyers})`),
    ],
    row: or(
      ...own,
      sql`exists (select ${tracked} and ${shipment.order_id} = ${orders.id})`,
      sql`exists (select ${buyers} and ${customer.id} = ${orders.customer_id})`,
    ),
  }
}
