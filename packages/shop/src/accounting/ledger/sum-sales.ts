import { product_day, sales_day, sales_due } from '@kushi/db/schema/ledger'
import { product } from '@kushi/db/schema/product'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { mapOrderFees, ORDER_FEES, type OrderFee } from '@kushi/values/order-amounts'
import type { ReportBasis } from '@kushi/values/sales-report'
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { adGroupSql } from '../../people/line/index.ts'
import {
  betweenDaysCondition,
  DAY_SUM_COLUMNS,
  orderSalesLinesSql,
  PRODUCT_SUM_COLUMNS,
  productCategorySql,
  productSalesLinesSql,
  type SalesFilter,
  type SalesLinesQuery,
  salesDayFilterCondition,
} from './internal/sales-lines.ts'

/** The grouping of the rows of a sales report. */
export type SalesGrouping =
  | 'day'
  | 'week'
  | 'month'
  | 'method'
  | 'channel'
  | 'ad_group'
  | 'sort'
  | 'repeat'
  | 'cycle'
  | 'rank'
  | 'tax_rate'
  | 'product'
  | 'category'

/** The query of a sales report: the basis, the grouping, the days and the filters. */
export interface SalesQuery extends SalesFilter {
  basis: ReportBasis
  by: SalesGrouping
  from: CalendarDate
  to: CalendarDate
}

/** The sums of a row in a sales report. */
export interface SalesSums extends Record<OrderFee, number> {
  /** Each on the day on which it counts; by category none, as an order may have goods of several. */
  orders: number
  pieces: number
  pieces_back: number
  pieces_missing: number
  /** Pieces sold, minus the returned ones. */
  pieces_kept: number
  goods: number
  discount: number
  adjustment: number
  returned: number
  amount_10: number
  amount_8: number
  /** For goods in 売上 with a known 原価: pieces sold, their sales without tax, and their cost. */
  pieces_costed: number
  costed: number
  cost: number
  /** Tax included; the sum of both rates and of what has none. */
  amount: number
  tax: number
}

/** A row of a sales report. */
export interface SalesRow extends SalesSums {
  /** The row's day, first day of its period, id or code; null: amounts without such a key (fees beside products). */
  key: string | null
  /** The name of the product. */
  name: string | null
}

const NOTHING: SalesSums = {
  orders: 0,
  pieces: 0,
  pieces_back: 0,
  pieces_missing: 0,
  pieces_kept: 0,
  goods: 0,
  discount: 0,
  ...mapOrderFees(() => 0),
  adjustment: 0,
  returned: 0,
  amount_10: 0,
  amount_8: 0,
  pieces_costed: 0,
  costed: 0,
  cost: 0,
  amount: 0,
  tax: 0,
}

/** The components that an amount consists of. */
export const SALES_AMOUNT_PARTS = ['goods', 'discount', ...ORDER_FEES, 'adjustment', 'returned'] as const

const isByItem = (by: SalesGrouping): by is 'product' | 'category' => by === 'product' || by === 'category'

const keyOf = (shop_id: number): Record<SalesGrouping, SQL> => ({
  day: sql`r.day::text`,
  week: sql`date_trunc('week', r.day)::date::text`,
  month: sql`to_char(r.day, 'YYYY-MM-01')`,
  method: sql`r.payment_method_id::text`,
  channel: sql`r.adcd`,
  ad_group: adGroupSql(sql`${shop_id}`, sql`r.adcd`),
  sort: sql`case when r.cycle = 0 then 'once' else 'subscription' end`,
  repeat: sql`case when r.is_first then 'first' else 'again' end`,
  cycle: sql`r.cycle::text`,
  rank: sql`r.customer_rank_id::text`,
  tax_rate: sql`''`,
  product: sql`r.product_id::text`,
  category: sql`${productCategorySql(shop_id)}::text`,
})

/** Reads the lines of one question from the facts of all of its days. A figure of the report counts these lines. */
function linesAsked(asked: SalesQuery): SalesLinesQuery {
  const { basis, from, to, payment_method_id, adcd, ad_group, sort, repeat, product_id } = asked
  return {
    basis,
    days: betweenDaysCondition({ from, to }),
    open: basis === 'ordered' ? { from, to } : null,
    filter: {
      ...(payment_method_id !== undefined && { payment_method_id }),
      ...(adcd !== undefined && { adcd }),
      ...(ad_group !== undefined && { ad_group }),
      ...(sort !== undefined && { sort }),
      ...(repeat !== undefined && { repeat }),
      ...(product_id !== undefined && { product_id }),
    },
  }
}

/**
 * The rows `r` that are summed: of days whose 日計 is up to date from there, of the others and of 受注 that are still open from the facts.
 * The 日計 of products knows no filter, and that of days no product.
 */
function source(shop_id: number, asked: SalesQuery, ofProducts: boolean): SQL {
  const lines = ofProducts ? productSalesLinesSql : orderSalesLinesSql
  const whole = linesAsked(asked)
  const isRolled = ofProducts ? Object.keys(whole.filter).length === 0 : asked.product_id === undefined
  if (!isRolled) return lines(shop_id, whole)
  const within = betweenDaysCondition(asked)
  const names = ofProducts
    ? ['day', 'product_id', ...PRODUCT_SUM_COLUMNS]
    : ['day', 'payment_method_id', 'adcd', 'cycle', 'customer_rank_id', 'is_first', ...DAY_SUM_COLUMNS]
  const columns = sql.raw(names.map((name) => `r.${name}`).join(', '))
  const due = sql`select u.day from ${sales_due} u where u.shop_id = ${shop_id} and ${within(sql`u.day`)}`
  return sql`
    select ${columns} from ${ofProducts ? product_day : sales_day} r
    where r.shop_id = ${shop_id} and r.basis = ${asked.basis} and ${within(sql`r.day`)} and r.day not in (${due})
      and ${ofProducts ? sql`true` : salesDayFilterCondition(shop_id, asked)}
    union all
    select ${columns} from (${lines(shop_id, { ...whole, days: (day) => sql`${day} = any(array(${due}))` })}) r`
}

const column = (name: string) => sql`coalesce(sum(r.${sql.raw(name)}), 0)::float8 as ${sql.raw(name)}`
const ofProduct = (product_id: string | undefined) =>
  product_id === undefined ? sql`true` : sql`r.product_id = ${Number(product_id)}`

async function sumRows(
  { db, shop_id }: SalesContext,
  asked: SalesQuery,
  { ofProducts, only }: { ofProducts: boolean; only?: string | undefined },
): Promise<SalesRow[]> {
  const name =
    asked.by === 'product'
      ? sql`(select p.product_name from ${product} p where p.shop_id = ${shop_id} and p.id = g.key::bigint)`
      : sql`null::text`
  const { rows } = await db.execute<Record<string, number> & Pick<SalesRow, 'key' | 'name'>>(sql`
    select g.*, ${name} as name from (
      select ${keyOf(shop_id)[asked.by]} as key, ${sql.join((ofProducts ? PRODUCT_SUM_COLUMNS : DAY_SUM_COLUMNS).map(column), sql`, `)}
      from (${source(shop_id, asked, ofProducts)}) r where ${ofProduct(only)} group by 1) g order by g.key`)
  return rows.map((row) => {
    const sums = { ...NOTHING, ...row }
    const amount = SALES_AMOUNT_PARTS.reduce((total, part) => total + sums[part], 0)
    // The tax that is in the goods, as an invoice has one sum for all of its goods.
    const tax = ofProducts
      ? Math.trunc((sums.amount_10 * 10) / 110) + Math.trunc((sums.amount_8 * 8) / 108)
      : row['tax_10']! + row['tax_8']!
    return { ...sums, pieces_kept: sums.pieces - sums.pieces_back - sums.pieces_missing, amount, tax }
  })
}

type SalesContext = Pick<Context, 'db' | 'shop_id'>

const combine = (a: SalesSums, b: SalesSums, by: (a: number, b: number) => number) =>
  Object.fromEntries(
    (Object.keys(NOTHING) as (keyof SalesSums)[]).map((name) => [name, by(a[name], b[name])]),
  ) as unknown as SalesSums
const add = (rows: readonly SalesSums[]): SalesSums =>
  rows.reduce((total, row) => combine(total, row, (sum, one) => sum + one), NOTHING)

/**
 * 売上の集計, the one query of accounting and of the report 売上. 「売上」 sums the ledger by the booked day. 「受注」 sums orders by
 * the day on which they were placed, without cancelled and returned ones. All groupings add up to the same total.
 */
export async function sumSales(ctx: SalesContext, asked: SalesQuery): Promise<{ rows: SalesRow[]; total: SalesSums }> {
  if (asked.by === 'tax_rate') return byTaxRate(ctx, asked)
  if (!isByItem(asked.by)) {
    const rows = await sumRows(ctx, asked, { ofProducts: false })
    return { rows, total: add(rows) }
  }
  const rows = await sumRows(ctx, asked, { ofProducts: true })
  const whole = add(await sumRows(ctx, { ...asked, by: 'month' }, { ofProducts: false }))
  const goods = add(rows)
  const { pieces, pieces_back, pieces_missing, pieces_kept, pieces_costed, costed, cost } = goods
  const none = {
    orders: 0,
    pieces: 0,
    pieces_back: 0,
    pieces_missing: 0,
    pieces_kept: 0,
    pieces_costed: 0,
    costed: 0,
    cost: 0,
  }
  const rest = { ...combine(whole, goods, (all, own) => all - own), ...none }
  rows.sort((a, b) => b.amount - a.amount)
  return {
    // Fees, adjustments and the shares of 年払い belong to no product.
    rows: Object.values(rest).every((one) => one === 0) ? rows : [...rows, { ...rest, key: null, name: null }],
    total: { ...whole, pieces, pieces_back, pieces_missing, pieces_kept, pieces_costed, costed, cost },
  }
}

/** Sums pieces and money of goods alone, without fees, as they were sold. */
export async function sumProductSales(
  ctx: SalesContext,
  { product_id: only, ...asked }: ProductSalesQuery,
): Promise<{ rows: SalesRow[]; total: SalesSums }> {
  const rows = await sumRows(ctx, { ...asked, basis: 'sold' }, { ofProducts: true, only })
  return { rows, total: add(rows) }
}

/** The query of a report on goods only. */
export interface ProductSalesQuery {
  by: 'day' | 'week' | 'month' | 'product' | 'category'
  from: CalendarDate
  to: CalendarDate
  product_id?: string
}

/** A row for each rate, and one for what has none. */
async function byTaxRate(
  { db, shop_id }: SalesContext,
  asked: SalesQuery,
): Promise<{ rows: SalesRow[]; total: SalesSums }> {
  const { rows } = await db.execute<{ key: string; orders: number; amount: number; tax: number }>(sql`
    select v.key, v.orders::float8 as orders, v.amount::float8 as amount, v.tax::float8 as tax from (
      select ${sql.join(DAY_SUM_COLUMNS.map(column), sql`, `)} from (${source(shop_id, asked, false)}) r) s,
      lateral (values ('0', 0, ${sql.raw(SALES_AMOUNT_PARTS.join(' + '))} - amount_10 - amount_8, 0),
        ('10', orders_10, amount_10, tax_10), ('8', orders_8, amount_8, tax_8)) v (key, orders, amount, tax)
    where v.amount <> 0 or v.orders <> 0 order by v.key`)
  const made = rows.map((row): SalesRow => {
    const rate = row.key === '10' ? { amount_10: row.amount } : row.key === '8' ? { amount_8: row.amount } : {}
    return { ...NOTHING, ...row, ...rate, name: null }
  })
  return { rows: made, total: add(made) }
}

/** SQL that adds these columns of a row `r`. */
export const sumOfColumnsSql = (names: readonly string[]) =>
  sql.raw(`(${names.map((name) => `r.${name}`).join(' + ')})`)
const GOODS = ['goods', 'discount', 'returned'] as const

/**
 * SQL of the orders behind a figure of these rows: `id, day, amount`. `key` undefined: of all rows; null: of what
 * belongs to no product.
 */
export function salesOrdersSql(
  shop_id: number,
  asked: SalesQuery,
  { key, column }: { key: string | null | undefined; column: keyof SalesSums },
): SQL {
  const whole = orderSalesLinesSql(shop_id, linesAsked(asked))
  if (isByItem(asked.by) && !(key === undefined && (DAY_SUM_COLUMNS.includes(column) || column === 'amount'))) {
    const items = productSalesLinesSql(shop_id, linesAsked(asked))
    if (key !== null) return unitsOf(items, key && sql`${keyOf(shop_id)[asked.by]} = ${key}`, column, GOODS)
    const ofItems = PRODUCT_SUM_COLUMNS.includes(column) || column === 'amount' ? column : null
    const rest = sql`
      select r.order_id, r.day, ${column === 'amount' ? sumOfColumnsSql(SALES_AMOUNT_PARTS) : sql.raw(`r.${column}`)} as rest from (${whole}) r
      union all select r.order_id, r.day, -${ofItems === 'amount' ? sumOfColumnsSql(GOODS) : sql.raw(`r.${ofItems}`)} from (${items}) r`
    return unitsOf(rest, undefined, 'rest', ['rest'])
  }
  return unitsOf(
    whole,
    key === undefined ? undefined : sql`${keyOf(shop_id)[asked.by]} = ${key}`,
    column,
    SALES_AMOUNT_PARTS,
  )
}

/**
 * SQL of the orders behind a figure of product rows: `id, day, amount`. `sold`: goods less their discounts. `uncosted`:
 * pieces whose 原価 is not known.
 */
export function productSalesOrdersSql(
  shop_id: number,
  { product_id, ...asked }: ProductSalesQuery,
  { key, column }: { key: string | undefined; column: keyof SalesSums | 'sold' | 'uncosted' },
): SQL {
  const items = productSalesLinesSql(shop_id, linesAsked({ ...asked, basis: 'sold' }))
  const isWanted = key === undefined ? sql`true` : sql`${keyOf(shop_id)[asked.by]} = ${key}`
  return unitsOf(
    items,
    sql`${isWanted} and ${ofProduct(product_id)}`,
    column === 'sold' ? 'amount' : column,
    column === 'sold' ? ['goods', 'discount'] : GOODS,
  )
}

/** Orders whose lines `r` add up to something. */
function unitsOf(lines: SQL, isWanted: SQL | '' | undefined, column: string, amount: readonly string[]): SQL {
  const derived: Record<string, SQL> = {
    amount: sumOfColumnsSql(amount),
    pieces_kept: sql`(r.pieces - r.pieces_back - r.pieces_missing)`,
    uncosted: sql`(r.pieces - r.pieces_costed)`,
  }
  const counted = derived[column] ?? sql.raw(`r.${column}`)
  const isMoney = ![...COUNTS, 'orders'].includes(column)
  return sql`
    select r.order_id as id, min(r.day) as day, sum(${isMoney ? counted : sumOfColumnsSql(amount)})::float8 as amount
    from (${lines}) r where ${isWanted || sql`true`} group by r.order_id having sum(${counted}) <> 0`
}
const COUNTS = ['pieces', 'pieces_back', 'pieces_missing', 'pieces_kept', 'uncosted']
