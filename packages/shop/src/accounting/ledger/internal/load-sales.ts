import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Queryable } from '@kushi/db/connect'
import { movedInCondition } from '@kushi/db/moved-in'
import { order_credit, order_credit_item, order_item, orders } from '@kushi/db/schema/order'
import { payment, payment_refund } from '@kushi/db/schema/payment'
import { refersToCondition } from '@kushi/db/shop-scope'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { mapOrderFees } from '@kushi/values/order-amounts'
import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { BookableOrder, SaleItem } from '../rules/entries.ts'
import { orderSaleDaysSql } from './sales-days.ts'

/** The calendar date of an instant in Japan. */
const dayOf = (column: AnyPgColumn | SQL) => sql<CalendarDate>`(${column} at time zone 'Asia/Tokyo')::date::text`

/** SQL condition: the order was cancelled, or never paid in time. No sale follows from it. */
export const isCancelledOrUnpaidSql = sql<boolean>`${orders.status} in ('cancelled', 'payment_error')`

const itemColumns = {
  id: order_item.id,
  order_id: order_item.order_id,
  subtotal: order_item.subtotal,
  discount_amount: order_item.discount_amount,
  tax_rate: order_item.tax_rate,
  lump_sum_payment_flag: order_item.lump_sum_payment_flag,
  lump_sum_payment_num: order_item.lump_sum_payment_num,
}

/** Loads everything that decides the ledger rows of these orders. */
export async function loadBookableOrders(
  db: Queryable,
  shop_id: number,
  ids: readonly number[],
): Promise<BookableOrder[]> {
  if (ids.length === 0) return []
  const found = await db
    .select({
      id: orders.id,
      subscription_id: orders.subscription_id,
      cycle: orders.cycle,
      payment_method_id: orders.payment_method_id,
      ...mapOrderFees((name) => orders[name]),
      tax_lines: orders.tax_lines,
      is_moved: movedInCondition(sql`orders.shop_id`, sql`orders.id`),
      is_called_off: isCancelledOrUnpaidSql,
    })
    .from(orders)
    .where(and(eq(orders.shop_id, shop_id), isAnyOfCondition(orders.id, ids)))
    .orderBy(asc(orders.id))
  const contracts = [...new Set(found.flatMap(({ subscription_id }) => subscription_id ?? []))]
  const yearly = await loadYearly(db, shop_id, contracts)
  const items = await db
    .select(itemColumns)
    .from(order_item)
    .where(and(eq(order_item.shop_id, shop_id), isAnyOfCondition(order_item.order_id, ids)))
    .orderBy(asc(order_item.id))
  const days = await loadSoldOn(db, shop_id, [...ids, ...yearly.map(({ id }) => id)])
  const lines = await db
    .select({
      id: order_credit.id,
      order_id: order_credit.order_id,
      day: dayOf(order_credit.created_at),
      kind: order_credit_item.kind,
      order_item_id: order_credit_item.order_item_id,
      amount: order_credit_item.amount,
      tax_rate: order_credit_item.tax_rate,
    })
    .from(order_credit)
    .innerJoin(order_credit_item, refersToCondition(order_credit_item.order_credit_id, order_credit))
    .where(
      and(
        eq(order_credit.shop_id, shop_id),
        isAnyOfCondition(order_credit.order_id, [...ids, ...yearly.map(({ id }) => id)]),
      ),
    )
    .orderBy(asc(order_credit_item.id))
  const refunds = await db
    .select({
      id: payment_refund.id,
      order_id: payment_refund.order_id,
      day: dayOf(payment_refund.created_at),
      amount: payment_refund.amount,
    })
    .from(payment_refund)
    .innerJoin(payment, refersToCondition(payment_refund.payment_id, payment))
    .where(
      and(
        eq(payment_refund.shop_id, shop_id),
        isAnyOfCondition(payment_refund.order_id, ids),
        // No carrier refunds 代引, even if an older server recorded so.
        or(eq(payment_refund.way, 'hand'), isNull(payment.payment_method_id)),
      ),
    )
    .orderBy(asc(payment_refund.id))
  const creditsOf = (order_id: number) => {
    const own = Map.groupBy(
      lines.filter((line) => line.order_id === order_id),
      ({ id }) => id,
    )
    return [...own].map(([id, lines]) => ({ id, day: lines[0]!.day, lines }))
  }
  return found.map(({ is_moved, is_called_off, ...order }) => {
    const own = items.filter(({ order_id }) => order_id === order.id)
    const ofContract = yearly.filter(({ subscription_id }) => subscription_id === order.subscription_id)
    const paying = ofContract.findLast((one) => one.items.length > 0 && (one.cycle ?? 1) < (order.cycle ?? 1))
    const delivered = ofContract.flatMap(({ id, cycle }) => {
      const sold_on = days.get(id)
      return sold_on ? [{ cycle: cycle ?? 1, sold_on }] : []
    })
    return {
      order,
      items: own,
      is_moved,
      is_called_off,
      sold_on: days.get(order.id) ?? null,
      credits: creditsOf(order.id),
      refunds: refunds.filter(({ order_id }) => order_id === order.id),
      delivered,
      prepaid_by: paying ? { order: paying, items: paying.items, credits: creditsOf(paying.id), delivered } : null,
    }
  })
}

const loadSoldOn = async (db: Queryable, shop_id: number, ids: readonly number[]) => {
  const { rows } = await db.execute<{ order_id: number; sold_on: CalendarDate }>(sql`
    select order_id::float8 as order_id, sold_on::text as sold_on
    from (${orderSaleDaysSql(shop_id, sql`o.id = any(${sql.param([...ids])}::bigint[])`)}) d`)
  return new Map(rows.map(({ order_id, sold_on }) => [order_id, sold_on]))
}

/** All orders of contracts that were paid in advance, each with the items that it paid for. */
async function loadYearly(db: Queryable, shop_id: number, contracts: readonly number[]) {
  if (contracts.length === 0) return []
  const rows = await db
    .select({
      id: orders.id,
      subscription_id: orders.subscription_id,
      cycle: orders.cycle,
      item: itemColumns,
    })
    .from(orders)
    .innerJoin(order_item, refersToCondition(order_item.order_id, orders))
    .where(
      and(
        eq(orders.shop_id, shop_id),
        isAnyOfCondition(orders.subscription_id, contracts),
        isNotNull(order_item.lump_sum_payment_num),
        eq(order_item.lump_sum_payment_flag, true),
      ),
    )
    .orderBy(asc(orders.cycle), asc(order_item.id))
  const byId = new Map<
    number,
    { id: number; subscription_id: number | null; cycle: number | null; items: SaleItem[] }
  >()
  for (const { item, ...order } of rows) {
    const known = byId.get(order.id) ?? { ...order, items: [] }
    byId.set(order.id, known)
    if (item.subtotal > 0) known.items.push(item)
  }
  return [...byId.values()]
}
