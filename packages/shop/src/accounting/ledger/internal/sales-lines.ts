import { japanDaySql, onJapanDaysCondition } from '@kushi/db/japan-day'
import { movedInCondition } from '@kushi/db/moved-in'
import { customer_rank_event } from '@kushi/db/schema/customer'
import { ledger_entry, product_day, sales_day } from '@kushi/db/schema/ledger'
import { order_credit, order_credit_item, order_item, orders } from '@kushi/db/schema/order'
import { product, sku_cost } from '@kushi/db/schema/product'
import { order_fact } from '@kushi/db/schema/report'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { SALE_KINDS } from '@kushi/values/ledger'
import { mapOrderFees, ORDER_AMOUNT_NAMES } from '@kushi/values/order-amounts'
import { CYCLE_BANDS } from '@kushi/values/report'
import type { ReportBasis } from '@kushi/values/sales-report'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { inAdGroupCondition } from '../../../people/line/index.ts'

/** Filters on orders. Each has one value, as it stands in a URL. */
export interface SalesFilter {
  payment_method_id?: string
  adcd?: string
  ad_group?: string
  sort?: string
  repeat?: string
  product_id?: string
}

/** Makes the SQL condition on a day column that selects the days to be summed. */
export type DayCondition = (day: SQL) => SQL

export const betweenDaysCondition =
  ({ from, to }: { from: CalendarDate; to: CalendarDate }): DayCondition =>
  (day) =>
    sql`${day} between ${from}::date and ${to}::date`

const kinds = sql.raw(`array[${SALE_KINDS.map((kind) => `'${kind}'`).join(', ')}]::text[]`)
/** SQL condition: the ledger kind belongs to 売上. */
export const isSaleKindSql = (kind: SQL) => sql`${kind} = any(${kinds})`

const KEYS = ['payment_method_id', 'adcd', 'cycle', 'customer_rank_id', 'is_first'] as const
const rolled = (table: typeof sales_day | typeof product_day, keys: readonly string[]) =>
  Object.keys(getTableColumns(table)).filter((name) => !['shop_id', 'basis', 'day', ...keys].includes(name))
/** The sum columns of the 日計 of days. */
export const DAY_SUM_COLUMNS = rolled(sales_day, KEYS)
/** The sum columns of the 日計 of products. */
export const PRODUCT_SUM_COLUMNS = rolled(product_day, ['product_id'])

const list = (names: readonly string[]) => sql.raw(names.join(', '))
/** SQL list of the amount columns of an order `o`, or of its facts `f`. */
export const orderAmountColumnsSql = (table: 'o' | 'f') => list(ORDER_AMOUNT_NAMES.map((name) => `${table}.${name}`))

/** SQL condition 新規: the order `o` is not cancelled, and no earlier order of its member was shipped. */
export const isFirstOrderSql = sql`o.status <> 'cancelled' and not exists (
  select from ${orders} b where b.shop_id = o.shop_id and b.customer_id = o.customer_id and b.id < o.id
    and b.replaces_order_id is null and b.status in ('shipped', 'delivered', 'returned'))`

/** The other sums of a line are 0. */
const measured = (all: readonly string[], given: Record<string, SQL>) =>
  sql.join(
    all.map((name) => sql`(${given[name] ?? sql`0`})::bigint as ${sql.raw(name)}`),
    sql`, `,
  )

/** The band of a 定期便の回, of an order's facts `f`. */
const cycleBand = sql`(case when f.cycle is null then 0 ${sql.join(
  CYCLE_BANDS.map(({ key, to }) => sql.raw(`when f.cycle <= ${to} then ${key}`)),
  sql` `,
)} end)::smallint as cycle`
const keysOf = (method: SQL) =>
  sql`coalesce(${method}, 0)::smallint as payment_method_id, coalesce(f.adcd, '') as adcd, ${cycleBand},
    coalesce(f.customer_rank_id, 0) as customer_rank_id, coalesce(f.is_first, false) as is_first`

/** The filters, of the facts `f` of an order. */
function narrowed(shop_id: number, { payment_method_id, adcd, ad_group, sort, repeat, product_id }: SalesFilter): SQL {
  const all = [
    payment_method_id !== undefined && sql`coalesce(f.payment_method_id, 0) = ${Number(payment_method_id)}`,
    adcd !== undefined && sql`coalesce(f.adcd, '') = ${adcd}`,
    ad_group !== undefined && inAdGroupCondition(shop_id, sql`f.adcd`, ad_group),
    sort !== undefined && sql`(f.cycle is not null) = ${sort === 'subscription'}`,
    repeat !== undefined && sql`coalesce(f.is_first, false) = ${repeat === 'first'}`,
    product_id !== undefined &&
      sql`exists (select from ${order_item} x where x.shop_id = ${shop_id} and x.order_id = f.order_id and x.product_id = ${Number(product_id)})`,
  ].filter((one) => one !== false)
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `)
}

/** SQL condition for the filters on a row `r` of 日計. 日計 of days does not know the products of its orders. */
export function salesDayFilterCondition(
  shop_id: number,
  { payment_method_id, adcd, ad_group, sort, repeat }: SalesFilter,
): SQL {
  const all = [
    payment_method_id !== undefined && sql`r.payment_method_id = ${Number(payment_method_id)}`,
    adcd !== undefined && sql`r.adcd = ${adcd}`,
    ad_group !== undefined && inAdGroupCondition(shop_id, sql`r.adcd`, ad_group),
    sort !== undefined && sql`(r.cycle > 0) = ${sort === 'subscription'}`,
    repeat !== undefined && sql`r.is_first = ${repeat === 'first'}`,
  ].filter((one) => one !== false)
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `)
}

/** 受注 of this shop that are closed, neither cancelled nor come back: `f` of the facts. */
const closedOrders = (shop_id: number, days: DayCondition) => sql`
  select f.order_id, f.ordered_on, f.payment_method_id, f.adcd, f.cycle, f.customer_rank_id, f.is_first,
    ${orderAmountColumnsSql('f')}
  from ${order_fact} f where f.shop_id = ${shop_id} and ${days(sql`f.ordered_on`)} and not f.is_cancelled and f.returned_on is null
    and not ${movedInCondition(sql`f.shop_id`, sql`f.order_id`)}`

/** 受注 of this shop that are still open, with the same columns. */
const openOrders = (shop_id: number, days: { from: CalendarDate; to: CalendarDate }) => sql`
  select o.id as order_id, ${japanDaySql(sql`o.created_at`)} as ordered_on, o.payment_method_id, o.adcd,
    case when o.subscription_id is not null then o.cycle end as cycle,
    (select x.to_rank_id from ${customer_rank_event} x where x.shop_id = o.shop_id and x.customer_id = o.customer_id
      and x.created_at <= o.created_at order by x.id desc limit 1) as customer_rank_id, ${isFirstOrderSql} as is_first,
    ${orderAmountColumnsSql('o')}
  from ${orders} o where o.shop_id = ${shop_id} and o.status in ('received', 'arranged') and o.replaces_order_id is null
    and ${onJapanDaysCondition(sql`o.created_at`, days)}`

export interface SalesLinesQuery {
  basis: ReportBasis
  /** The condition on the day of the facts; null: no facts are read. */
  days: DayCondition | null
  /** 受注 that are still open, of these days. */
  open: { from: CalendarDate; to: CalendarDate } | null
  filter: SalesFilter
}

/** 受注: the facts `f` of its orders. */
const orderedFacts = (shop_id: number, { days, open }: SalesLinesQuery) =>
  sql.join(
    [days && closedOrders(shop_id, days), open && openOrders(shop_id, open)].filter((one) => one !== null),
    sql` union all `,
  )

/** SQL of order lines: `order_id, day`, the columns that they are grouped by, and their part of each sum. */
export function orderSalesLinesSql(shop_id: number, asked: SalesLinesQuery): SQL {
  const { basis, days, filter } = asked
  if (basis === 'ordered')
    return sql`
      select f.order_id, f.ordered_on as day, ${keysOf(sql`f.payment_method_id`)}, ${measured(DAY_SUM_COLUMNS, {
        orders: sql`1`,
        orders_10: sql`(t.amount_10 is not null)::int`,
        orders_8: sql`(t.amount_8 is not null)::int`,
        goods: sql`f.subtotal`,
        discount: sql`-f.discount_amount`,
        ...mapOrderFees((name) => sql.raw(`f.${name}`)),
        adjustment: sql`f.adjustment_amount`,
        ...Object.fromEntries(
          ['amount_10', 'amount_8', 'tax_10', 'tax_8'].map((name) => [name, sql`coalesce(t.${sql.raw(name)}, 0)`]),
        ),
      })}
      from (${orderedFacts(shop_id, asked)}) f
      left join ${orders} o on o.shop_id = ${shop_id} and o.id = f.order_id
      left join lateral (
        select sum(x.total) filter (where x.tax_rate = 10) as amount_10, sum(x.total) filter (where x.tax_rate = 8) as amount_8,
          sum(x.tax) filter (where x.tax_rate = 10) as tax_10, sum(x.tax) filter (where x.tax_rate = 8) as tax_8
        from jsonb_to_recordset(o.tax_lines) as x (tax_rate int, total int, tax int)) t on true
      where ${narrowed(shop_id, filter)}`
  const ofKind = (kind: string) => sql`case when l.kind = ${sql.raw(`'${kind}'`)} then l.amount else 0 end`
  const atRate = (rate: number, of: 'amount' | 'tax') =>
    sql`case when l.tax_rate = ${sql.raw(String(rate))} then l.${sql.raw(of)} else 0 end`
  const isSold = (rate: number) =>
    sql`(l.kind = 'sale' and l.cause in ('sale', 'prepaid') and l.tax_rate is not distinct from ${sql.raw(String(rate))})::int`
  // An order counts once, on the day on which it became a sale.
  return sql`
    select l.order_id, l.day, ${keysOf(sql`l.payment_method_id`)}, ${measured(DAY_SUM_COLUMNS, {
      orders_10: isSold(10),
      orders_8: isSold(8),
      goods: ofKind('sale'),
      discount: ofKind('discount'),
      ...mapOrderFees(ofKind),
      adjustment: ofKind('adjustment'),
      returned: ofKind('return'),
      amount_10: atRate(10, 'amount'),
      amount_8: atRate(8, 'amount'),
      tax_10: atRate(10, 'tax'),
      tax_8: atRate(8, 'tax'),
    })}
    from ${ledger_entry} l left join ${order_fact} f on f.shop_id = ${shop_id} and f.order_id = l.order_id
    where l.shop_id = ${shop_id} and ${days!(sql`l.day`)} and ${isSaleKindSql(sql`l.kind`)} and ${narrowed(shop_id, filter)}
    union all
    select f.order_id, f.sold_on, ${keysOf(sql`f.payment_method_id`)}, ${measured(DAY_SUM_COLUMNS, { orders: sql`1` })}
    from ${order_fact} f where f.shop_id = ${shop_id} and ${days!(sql`f.sold_on`)} and ${narrowed(shop_id, filter)}`
}

/** Gifts of a promotion are no sale. */
const isNoGift = sql`i.gift_promotion_id is null`
const isAhead = sql`i.lump_sum_payment_flag and i.lump_sum_payment_num > 1`
const goodsOf = sql`case when ${isAhead} then (i.subtotal - i.discount_amount) / i.lump_sum_payment_num else i.subtotal end`
const discountOf = sql`case when ${isAhead} then 0 else -i.discount_amount end`
const rates = (rate: SQL, amount: SQL) => ({
  amount_10: sql`case when ${rate} = 10 then ${amount} else 0 end`,
  amount_8: sql`case when ${rate} = 8 then ${amount} else 0 end`,
})

/** SQL join that adds `cost.yen`, 原価 of one piece of the item `i` on a day; null if it is not known. */
export const unitCostJoinSql = (day: SQL) => sql`
  left join lateral (
    select c.unit_cost as yen from ${sku_cost} c where c.shop_id = i.shop_id and c.product_sku_id = i.product_sku_id and c.cost_from <= ${day}
    order by c.cost_from desc limit 1) cost on true`
/** SQL of an amount without its tax. Each line is rounded by itself, so that every sum of lines adds up. */
export const amountWithoutTaxSql = (rate: SQL, amount: SQL) =>
  sql`((${amount}) - (${amount})::bigint * ${rate} / (100 + ${rate}))`
const ifCosted = (value: SQL) => sql`case when cost.yen is null then 0 else ${value} end`

/**
 * SQL of product lines. An item of 年払い counts with the share of its own delivery. What belongs to no product has no
 * product id: fees, adjustments, and later shares of 年払い.
 */
export function productSalesLinesSql(shop_id: number, asked: SalesLinesQuery): SQL {
  const { basis, days, filter } = asked
  // An order with two lines of a product counts once.
  const isFirst = sql`case when row_number() over (partition by i.order_id, i.product_id order by i.id) = 1 then 1 else 0 end`
  if (basis === 'ordered')
    return sql`
      select i.order_id, f.ordered_on as day, i.product_id, ${measured(PRODUCT_SUM_COLUMNS, {
        orders: isFirst,
        pieces: sql`i.quantity`,
        goods: sql`i.subtotal`,
        discount: sql`-i.discount_amount`,
        ...rates(sql`i.tax_rate`, sql`i.subtotal - i.discount_amount`),
      })}
      from (${orderedFacts(shop_id, asked)}) f join ${order_item} i on i.shop_id = ${shop_id} and i.order_id = f.order_id and ${isNoGift}
      where ${narrowed(shop_id, filter)}`
  const own = (cause: SQL) => sql`
    select distinct l.order_id, l.day, l.cause from ${ledger_entry} l
      left join ${order_fact} f on f.shop_id = ${shop_id} and f.order_id = l.order_id
    where l.shop_id = ${shop_id} and ${days!(sql`l.day`)} and ${cause} and ${narrowed(shop_id, filter)}`
  const isMissing = sql`k.kind = 'missing'`
  return sql`
    select i.order_id, s.day, i.product_id, ${measured(PRODUCT_SUM_COLUMNS, {
      orders: isFirst,
      pieces: sql`i.quantity`,
      goods: goodsOf,
      discount: discountOf,
      ...rates(sql`i.tax_rate`, sql`${goodsOf} + ${discountOf}`),
      pieces_costed: ifCosted(sql`i.quantity`),
      costed: ifCosted(amountWithoutTaxSql(sql`i.tax_rate`, sql`${goodsOf} + ${discountOf}`)),
      cost: ifCosted(sql`i.quantity::bigint * cost.yen`),
    })}
    from (${own(sql`l.cause = 'sale' and l.kind in ('sale', 'discount')`)}) s
    join ${order_item} i on i.shop_id = ${shop_id} and i.order_id = s.order_id and ${isNoGift}
    ${unitCostJoinSql(sql`s.day`)}
    union all
    select i.order_id, b.day, i.product_id, ${measured(PRODUCT_SUM_COLUMNS, {
      pieces_back: sql`case when ${isMissing} then 0 else c.quantity end`,
      pieces_missing: sql`case when ${isMissing} then c.quantity else 0 end`,
      returned: sql`-c.amount`,
      ...rates(sql`c.tax_rate`, sql`-c.amount`),
      costed: ifCosted(amountWithoutTaxSql(sql`c.tax_rate`, sql`-c.amount`)),
      // Goods that can't be sold again stay a cost.
      cost: ifCosted(sql`case when ${isMissing} or c.restocked then -c.quantity::bigint * cost.yen else 0 end`),
    })}
    from (${own(sql`l.kind = 'return' and l.cause like 'credit %'`)}) b
    join ${order_credit} k on k.shop_id = ${shop_id} and k.id = substr(b.cause, 8)::bigint
    join ${order_credit_item} c on c.shop_id = ${shop_id} and c.order_credit_id = k.id and c.kind = 'goods'
    join ${order_item} i on i.shop_id = c.shop_id and i.id = c.order_item_id and ${isNoGift}
    ${unitCostJoinSql(sql`(select min(x.day) from ${ledger_entry} x where x.shop_id = ${shop_id} and x.order_id = b.order_id and x.cause = 'sale')`)}`
}

/**
 * 粗利 of whole orders, as 商品 counts it, but less the 原価 of gifts, and of a 年払い with all that it paid for: a row
 * `f.*, profit, is_gift` for each of their goods whose 原価 is known, and for each of these that came back. `facts` names a relation
 * with `order_id` and `cost_day`, the day whose 原価 counts.
 */
export function orderProfitsSql(shop_id: number, facts: SQL): SQL {
  // The later deliveries of a 年払い have its pieces again, which its payment has paid for and borne.
  const deliveries = sql`case when not (${isAhead}) then 1 when i.subtotal > 0 then i.lump_sum_payment_num else 0 end`
  // Costs as ranges of days, so that any number of items is joined at once.
  const withCost = sql`join (
    select k.product_sku_id, k.unit_cost as yen, k.cost_from,
      lead(k.cost_from) over (partition by k.product_sku_id order by k.cost_from) as cost_until
    from ${sku_cost} k where k.shop_id = ${shop_id}) cost
    on cost.product_sku_id = i.product_sku_id and f.cost_day >= cost.cost_from and (f.cost_day < cost.cost_until) is not false`
  const isGift = sql`not (${isNoGift}) as is_gift`
  return sql`
    select f.*, ${amountWithoutTaxSql(sql`i.tax_rate`, sql`i.subtotal - i.discount_amount`)}
      - i.quantity::bigint * ${deliveries} * cost.yen as profit, ${isGift}
    from ${facts} f join ${order_item} i on i.shop_id = ${shop_id} and i.order_id = f.order_id ${withCost}
    union all
    select f.*, -${amountWithoutTaxSql(sql`c.tax_rate`, sql`c.amount`)}
      + case when k.kind = 'missing' or c.restocked then c.quantity::bigint * cost.yen else 0 end, ${isGift}
    from ${facts} f join ${order_credit} k on k.shop_id = ${shop_id} and k.order_id = f.order_id
    join ${order_credit_item} c on c.shop_id = k.shop_id and c.order_credit_id = k.id and c.kind = 'goods'
    join ${order_item} i on i.shop_id = c.shop_id and i.id = c.order_item_id ${withCost}`
}

/** SQL of the present category of the product `r.product_id`. */
export const productCategorySql = (shop_id: number) =>
  sql`(select p.category_id from ${product} p where p.shop_id = ${shop_id} and p.id = r.product_id)`

/**
 * SQL that computes the 日計 rows of these days from the facts alone. The job stores them, and the check compares them
 * with the stored rows.
 */
export const recomputedSalesDaysSql = (shop_id: number, basis: ReportBasis, days: DayCondition) => sql`
  select ${shop_id}::bigint as shop_id, ${basis}::text as basis, r.day, ${list(KEYS.map((key) => `r.${key}`))},
    ${list(DAY_SUM_COLUMNS.map((name) => `sum(r.${name})::bigint as ${name}`))}
  from (${orderSalesLinesSql(shop_id, { basis, days, open: null, filter: {} })}) r
  group by r.day, ${list(KEYS.map((key) => `r.${key}`))}`

/** SQL of the 日計 rows of products for these days, derived from the facts alone. */
export const recomputedProductDaysSql = (shop_id: number, basis: ReportBasis, days: DayCondition) => sql`
  select ${shop_id}::bigint as shop_id, ${basis}::text as basis, r.day, r.product_id,
    ${list(PRODUCT_SUM_COLUMNS.map((name) => `sum(r.${name})::bigint as ${name}`))}
  from (${productSalesLinesSql(shop_id, { basis, days, open: null, filter: {} })}) r
  group by r.day, r.product_id`
