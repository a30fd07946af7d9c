import { ledger_entry } from '@kushi/db/schema/ledger'
import { order_credit_item, order_item, orders } from '@kushi/db/schema/order'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { SALE_KINDS } from '@kushi/values/ledger'
import type { ReportBasis, SalesDivision } from '@kushi/values/sales-report'
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'

export interface SalesRow {
  /** The day, month, id or code that the row stands for; null: what belongs to none of them (fees beside products). */
  key: string | null
  /** Of a product. */
  name: string | null
  orders: number
  amount_10: number
  amount_8: number
  /** Tax included; the sum of both rates and of what has none. */
  amount: number
  tax: number
}

interface Asked {
  basis: ReportBasis
  by: SalesDivision
  from: CalendarDate
  to: CalendarDate
}

const kinds = sql`array[${sql.join(
  SALE_KINDS.map((kind) => sql`${kind}`),
  sql`, `,
)}]::text[]`

/** What counts as ordered: neither cancelled nor waiting for its payment. */
const ORDERED = sql`('received', 'arranged', 'shipped', 'delivered', 'returned')`

/**
 * 売上の集計, the one query of accounting and marketing: 「売上」 sums the ledger by the day on which it counts, 「受注」 the
 * orders by the day on which they were made. The sum of its rows is the same whatever they stand for.
 */
export async function salesBy({ db, shop_id }: Pick<Context, 'db' | 'shop_id'>, asked: Asked): Promise<SalesRow[]> {
  const { rows } = await db.execute<SalesRow & Record<string, unknown>>(
    asked.by === 'product' ? byProduct(shop_id, asked) : byFact(shop_id, asked),
  )
  if (asked.by !== 'product') return rows
  // Fees, adjustments and the shares of 年払い belong to no product: the remainder of the same days.
  const { rows: all } = await db.execute<SalesRow & Record<string, unknown>>(byFact(shop_id, { ...asked, by: 'month' }))
  const sum = (of: readonly SalesRow[], name: 'amount' | 'amount_10' | 'amount_8' | 'tax') =>
    of.reduce((total, row) => total + row[name], 0)
  const rest = (name: 'amount' | 'amount_10' | 'amount_8' | 'tax') => sum(all, name) - sum(rows, name)
  const remainder: SalesRow = {
    key: null,
    name: null,
    orders: 0,
    amount_10: rest('amount_10'),
    amount_8: rest('amount_8'),
    amount: rest('amount'),
    tax: rest('tax'),
  }
  return remainder.amount === 0 && remainder.amount_10 === 0 && remainder.amount_8 === 0 ? rows : [...rows, remainder]
}

const keyOf: Record<Exclude<SalesDivision, 'product' | 'tax_rate'>, { sold: SQL; ordered: SQL }> = {
  day: { sold: sql`l.day::text`, ordered: sql`(o.created_at at time zone 'Asia/Tokyo')::date::text` },
  month: {
    sold: sql`to_char(l.day, 'YYYY-MM')`,
    ordered: sql`to_char(o.created_at at time zone 'Asia/Tokyo', 'YYYY-MM')`,
  },
  payment_method_id: {
    sold: sql`coalesce(l.payment_method_id, 0)::text`,
    ordered: sql`coalesce(o.payment_method_id, 0)::text`,
  },
  channel: { sold: sql`coalesce(o.adcd, '')`, ordered: sql`coalesce(o.adcd, '')` },
  subscription: {
    sold: sql`(o.subscription_id is not null)::text`,
    ordered: sql`(o.subscription_id is not null)::text`,
  },
}

const orderedIn = (shop_id: number, { from, to }: Asked) => sql`o.shop_id = ${shop_id} and o.status in ${ORDERED}
  and o.created_at >= ${from}::date::timestamp at time zone 'Asia/Tokyo'
  and o.created_at < (${to}::date + 1)::timestamp at time zone 'Asia/Tokyo'`

const soldIn = (shop_id: number, { from, to }: Asked) =>
  sql`l.shop_id = ${shop_id} and l.kind = any(${kinds}) and l.day between ${from}::date and ${to}::date`

function byFact(shop_id: number, asked: Asked): SQL {
  const { basis, by } = asked
  if (basis === 'sold') {
    const key = by === 'tax_rate' ? sql`coalesce(l.tax_rate, 0)::text` : keyOf[by as 'day'].sold
    const needsOrder = by === 'channel' || by === 'subscription'
    return sql`
      select ${key} as key, null::text as name, count(distinct l.order_id)::int as orders,
        coalesce(sum(l.amount) filter (where l.tax_rate = 10), 0)::float8 as amount_10,
        coalesce(sum(l.amount) filter (where l.tax_rate = 8), 0)::float8 as amount_8,
        sum(l.amount)::float8 as amount, sum(l.tax)::float8 as tax
      from ${ledger_entry} l ${needsOrder ? sql`join ${orders} o on o.shop_id = ${shop_id} and o.id = l.order_id` : sql``}
      where ${soldIn(shop_id, asked)} group by 1 order by 1`
  }
  const key = by === 'tax_rate' ? sql`t.tax_rate::text` : keyOf[by as 'day'].ordered
  return sql`
    select ${key} as key, null::text as name, count(distinct o.id)::int as orders,
      coalesce(sum(t.total) filter (where t.tax_rate = 10), 0)::float8 as amount_10,
      coalesce(sum(t.total) filter (where t.tax_rate = 8), 0)::float8 as amount_8,
      coalesce(sum(t.total), 0)::float8 as amount, coalesce(sum(t.tax), 0)::float8 as tax
    from ${orders} o left join lateral jsonb_to_recordset(o.tax_lines) as t(tax_rate int, total int, tax int) on true
    where ${orderedIn(shop_id, asked)} and (t.total is not null or ${by !== 'tax_rate'}) group by 1 order by 1`
}

/** Goods at the price that was paid, less what came back of them. */
function byProduct(shop_id: number, asked: Asked): SQL {
  const goods =
    asked.basis === 'sold'
      ? sql`
        select i.order_id, i.product_id, i.product_name, i.tax_rate, i.subtotal - i.discount_amount as amount, i.id
          from (select distinct l.order_id from ${ledger_entry} l where ${soldIn(shop_id, asked)} and l.cause = 'sale') sold
          join ${order_item} i on i.shop_id = ${shop_id} and i.order_id = sold.order_id
        union all
        select i.order_id, i.product_id, i.product_name, c.tax_rate, -c.amount, i.id
          from (select distinct split_part(l.cause, ' ', 2)::bigint as id from ${ledger_entry} l
            where ${soldIn(shop_id, asked)} and l.cause like 'credit %') back
          join ${order_credit_item} c on c.shop_id = ${shop_id} and c.order_credit_id = back.id and c.order_item_id is not null
          join ${order_item} i on i.shop_id = ${shop_id} and i.id = c.order_item_id`
      : sql`
        select i.order_id, i.product_id, i.product_name, i.tax_rate, i.subtotal - i.discount_amount as amount, i.id
          from ${orders} o join ${order_item} i on i.shop_id = ${shop_id} and i.order_id = o.id
          where ${orderedIn(shop_id, asked)}`
  return sql`
    select product_id::text as key, (array_agg(product_name order by id desc))[1] as name, count(distinct order_id)::int as orders,
      coalesce(sum(amount) filter (where tax_rate = 10), 0)::float8 as amount_10,
      coalesce(sum(amount) filter (where tax_rate = 8), 0)::float8 as amount_8,
      sum(amount)::float8 as amount,
      (coalesce(sum(amount) filter (where tax_rate = 10), 0) * 10 / 110 + coalesce(sum(amount) filter (where tax_rate = 8), 0) * 8 / 108)::float8 as tax
    from (${goods}) goods group by product_id having sum(amount) <> 0 order by sum(amount) desc, product_id`
}
