import type { Report } from '@kushi/contract/admin/report'
import { ledger_entry } from '@kushi/db/schema/ledger'
import { order_credit_item, order_item } from '@kushi/db/schema/order'
import { product } from '@kushi/db/schema/product'
import { order_fact } from '@kushi/db/schema/report'
import { SALE_KINDS } from '@kushi/values/ledger'
import { CYCLE_BANDS } from '@kushi/values/report'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { isPeriod } from '../rules/periods.ts'
import { deriveOrderFacts } from './derive-facts.ts'
import type { ReportQuestion } from './report-question.ts'
import { plain, type ReportContext, type ReportFigures, type ReportSource } from './report-source.ts'

/** The key of what belongs to no product. */
export const REST = 'rest'

const heads = {
  orders: { key: 'orders', label: '注文', unit: 'count', has_rows: true },
  pieces: { key: 'pieces', label: '個数', unit: 'count', has_rows: true },
  goods: { key: 'goods', label: '商品', unit: 'yen', has_rows: true },
  discount: { key: 'discount', label: '値引き', unit: 'yen', has_rows: true },
  delivery_fee: { key: 'delivery_fee', label: '送料', unit: 'yen', has_rows: true },
  payment_fee: { key: 'payment_fee', label: '手数料', unit: 'yen', has_rows: true },
  adjustment: { key: 'adjustment', label: '調整', unit: 'yen', has_rows: true },
  returned: { key: 'returned', label: '返品・値引き(売上後)', unit: 'yen', has_rows: true },
  amount: { key: 'amount', label: '合計', unit: 'yen', has_rows: true },
} as const satisfies Record<string, Report['heads'][number]>
type HeadKey = keyof typeof heads

/** Whether a report by this counts lines of orders. */
const isByItem = ({ by }: ReportQuestion) => by === 'product' || by === 'category'

function headsOf(asked: ReportQuestion): Report['heads'] {
  const names: HeadKey[] = isByItem(asked)
    ? ['orders', 'pieces', 'goods', 'discount', ...(asked.view === 'sold' ? (['returned'] as const) : []), 'amount']
    : [
        'orders',
        'goods',
        'discount',
        'delivery_fee',
        'payment_fee',
        'adjustment',
        ...(asked.view === 'sold' ? (['returned'] as const) : []),
        'amount',
      ]
  return names.map((name) => heads[name])
}

/** What the rows of the report are, of a line `b` of its base. */
function groupOf({ by }: ReportQuestion): SQL {
  if (by === 'day') return sql`b.day::text`
  if (by === 'week' || by === 'month') return sql`date_trunc(${sql.raw(`'${by}'`)}, b.day)::date::text`
  if (by === 'method') return sql`coalesce(b.payment_method_id, 0)::text`
  if (by === 'channel') return sql`coalesce(b.adcd, '')`
  if (by === 'sort') return sql`case when b.subscription_id is null then 'once' else 'subscription' end`
  if (by === 'rank') return sql`coalesce(b.customer_rank_id, 0)::text`
  if (by === 'cycle')
    return sql`case when b.cycle is null then '0' ${sql.join(
      CYCLE_BANDS.map(({ key, to }) => sql`when b.cycle <= ${sql.raw(String(to))} then ${sql.raw(`'${key}'`)}`),
      sql` `,
    )} end`
  return sql`coalesce(b.item_key, ${sql.raw(`'${REST}'`)})`
}

/** The filters, of the facts `f` of an order. */
function narrowed(shop_id: number, { payment_method_id, adcd, sort, product_id }: ReportQuestion): SQL {
  const all = [
    payment_method_id !== undefined && sql`coalesce(f.payment_method_id, 0) = ${Number(payment_method_id)}`,
    adcd !== undefined && sql`coalesce(f.adcd, '') = ${adcd}`,
    sort !== undefined && sql`(f.subscription_id is not null) = ${sort === 'subscription'}`,
    product_id !== undefined &&
      sql`exists (select from ${order_item} x where x.shop_id = ${shop_id} and x.order_id = f.order_id and x.product_id = ${Number(product_id)})`,
  ].filter((one) => one !== false)
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `)
}

const dims = sql.raw('f.payment_method_id, f.adcd, f.subscription_id, f.cycle, f.customer_rank_id')

/** In one order, whether they are stored or derived. */
const columns = sql.raw(Object.keys(getTableColumns(order_fact)).join(', '))
const noDims = sql`l.payment_method_id, null::text as adcd, null::bigint as subscription_id, null::int as cycle, null::bigint as customer_rank_id`
/** The ledger alone knows days and ways to pay. */
const needsFacts = ({ by, payment_method_id, adcd, sort, product_id }: ReportQuestion) =>
  !(isPeriod(by) || by === 'method' || by === 'product' || by === 'category') ||
  [payment_method_id, adcd, sort, product_id].some((one) => one !== undefined)

/**
 * 受注: the orders of these days that were not cancelled and did not come back: those that are closed by their facts, the open ones by the
 * same derivation.
 */
export const taken = (shop_id: number, asked: ReportQuestion) => sql`
  select f.* from (
    select ${columns} from ${order_fact} where shop_id = ${shop_id} and ordered_on between ${asked.from}::date and ${asked.to}::date
    union all select ${columns} from (${deriveOrderFacts(sql`o.shop_id = ${shop_id} and o.status in ('received', 'arranged')
      and o.created_at >= ${asked.from}::date::timestamp at time zone 'Asia/Tokyo'
      and o.created_at < (${asked.to}::date + 1)::timestamp at time zone 'Asia/Tokyo'`)}) d) f
  where not f.is_cancelled and f.returned_on is null and ${narrowed(shop_id, asked)}`

/** 売上: the lines of 売上台帳 of these days, each with the facts of its order. */
const booked = (shop_id: number, asked: ReportQuestion) => sql`
  select l.order_id, l.day, l.kind, l.cause, l.amount, ${needsFacts(asked) ? dims : noDims}
  from ${ledger_entry} l ${needsFacts(asked) ? sql`left join ${order_fact} f on f.shop_id = l.shop_id and f.order_id = l.order_id` : sql``}
  where l.shop_id = ${shop_id} and l.day between ${asked.from}::date and ${asked.to}::date and l.kind = any(${sql.param([...SALE_KINDS])}::text[])
    and ${narrowed(shop_id, asked)}`

/** `item_key` of an item `i`. */
const itemKey = ({ by }: ReportQuestion) =>
  by === 'product'
    ? sql`i.product_id::text`
    : sql`(select p.category_id::text from ${product} p where p.shop_id = i.shop_id and p.id = i.product_id)`

/** The lines of the report: `order_id, day, goods …`, one or several per order. */
function base(shop_id: number, asked: ReportQuestion): SQL {
  if (asked.view === 'ordered') {
    const orderLines = sql`select f.order_id, f.ordered_on as day, f.payment_total as amount, f.subtotal as goods,
      -f.discount_amount as discount, f.delivery_fee, f.payment_fee, f.adjustment_amount as adjustment, 0 as returned, 0 as pieces,
      ${dims} from (${taken(shop_id, asked)}) f`
    if (!isByItem(asked)) return orderLines
    // What no product explains is what the orders cost beside their goods, so that all rows add up to the whole.
    return sql`
      select f.order_id, f.ordered_on as day, i.subtotal - i.discount_amount as amount, i.subtotal as goods,
        -i.discount_amount as discount, 0 as returned, i.quantity as pieces, ${itemKey(asked)} as item_key, ${dims}
      from (${taken(shop_id, asked)}) f join ${order_item} i on i.shop_id = f.shop_id and i.order_id = f.order_id
      union all
      select f.order_id, f.ordered_on, f.delivery_fee + f.payment_fee + f.adjustment_amount, 0, 0, 0, 0, null, ${dims}
      from (${taken(shop_id, asked)}) f`
  }
  if (!isByItem(asked))
    return sql`select b.*, case when kind = 'sale' then amount else 0 end as goods,
      case when kind = 'discount' then amount else 0 end as discount,
      case when kind = 'delivery_fee' then amount else 0 end as delivery_fee,
      case when kind = 'payment_fee' then amount else 0 end as payment_fee,
      case when kind = 'adjustment' then amount else 0 end as adjustment,
      case when kind = 'return' then amount else 0 end as returned from (${booked(shop_id, asked)}) b`
  const own = ['order_id', 'day', 'payment_method_id', 'adcd', 'subscription_id', 'cycle', 'customer_rank_id']
  const of = (alias: string) => sql.raw(own.map((one) => `${alias}.${one}`).join(', '))
  return sql`
    (with b as materialized (${booked(shop_id, asked)}),
    lines as (
      select ${of('b')}, case when i.lump_sum_payment_flag and i.lump_sum_payment_num > 1
          then (i.subtotal - i.discount_amount) / i.lump_sum_payment_num else i.subtotal end as goods,
        case when i.lump_sum_payment_flag and i.lump_sum_payment_num > 1 then 0 else -i.discount_amount end as discount,
        0 as returned, i.quantity as pieces, ${itemKey(asked)} as item_key
      from (select distinct ${of('b')} from b where b.cause = 'sale' and b.kind in ('sale', 'discount')) b
      join ${order_item} i on i.shop_id = ${shop_id} and i.order_id = b.order_id
      union all
      select ${of('b')}, 0, 0, -c.amount, -c.quantity, ${itemKey(asked)}
      from (select distinct ${of('b')}, b.cause from b where b.kind = 'return' and b.cause like 'credit %') b
      join ${order_credit_item} c on c.shop_id = ${shop_id} and c.order_credit_id = substr(b.cause, 8)::bigint and c.kind = 'goods'
      join ${order_item} i on i.shop_id = c.shop_id and i.id = c.order_item_id)
    select ${of('l')}, l.goods + l.discount + l.returned as amount, l.goods, l.discount, l.returned, l.pieces, l.item_key from lines l
    union all
    select ${of('b')}, b.amount, 0, 0, 0, 0, null from b
    union all
    select ${of('l')}, -(l.goods + l.discount + l.returned), 0, 0, 0, 0, null from lines l)`
}

/** The orders that became a sale in these days: their number needs no line of the ledger. */
const sold = (shop_id: number, asked: ReportQuestion) => sql`
  select f.order_id, f.sold_on as day, ${dims} from ${order_fact} f
  where f.shop_id = ${shop_id} and f.sold_on between ${asked.from}::date and ${asked.to}::date and ${narrowed(shop_id, asked)}`

type Sums = { key: string; numbers: number[] }

/** By product and category an order counts in each row that it has pieces of, and once in the whole. */
async function countItems({ db, shop_id }: ReportContext, asked: ReportQuestion): Promise<ReportFigures> {
  const shown = headsOf(asked)
  const sums = shown.map(({ key }) =>
    key === 'orders'
      ? sql`count(distinct b.order_id) filter (where b.pieces > 0)`
      : sql`coalesce(sum(b.${sql.raw(key)}), 0)::float8`,
  )
  const { rows } = await db.execute<{ key: string | null; numbers: number[] }>(sql`
    select ${groupOf(asked)} as key, array[${sql.join(sums, sql`, `)}]::float8[] as numbers
    from (${base(shop_id, asked)}) b group by grouping sets ((${groupOf(asked)}), ())`)
  const total = rows.find(({ key }) => key === null)
  return {
    rows: sorted(
      asked,
      rows.filter((row): row is Sums => row.key !== null),
    ),
    total: (total?.numbers ?? shown.map(() => 0)).map(plain),
  }
}

/** Otherwise it counts once: 受注 on its day, 売上 on the day on which it became one, not again when a part comes back. */
async function countOrders({ db, shop_id }: ReportContext, asked: ReportQuestion): Promise<ReportFigures> {
  const shown = headsOf(asked).slice(1)
  const sums = shown.map(({ key }) => sql`coalesce(sum(b.${sql.raw(key)}), 0)`)
  const ask = (numbers: SQL[], from: SQL) =>
    db.execute<Sums>(sql`select ${groupOf(asked)} as key, array[${sql.join(numbers, sql`, `)}]::float8[] as numbers
      from (${from}) b group by 1`)
  const number = sql`count(*)`
  if (asked.view === 'ordered') {
    const { rows } = await ask([number, ...sums], base(shop_id, asked))
    return added(asked, rows, shown.length + 1)
  }
  const [counts, amounts] = await Promise.all([ask([number], sold(shop_id, asked)), ask(sums, base(shop_id, asked))])
  const keys = new Set([...counts.rows, ...amounts.rows].map(({ key }) => key))
  const of = (rows: readonly Sums[], key: string, width: number) =>
    rows.find((row) => row.key === key)?.numbers ?? Array.from({ length: width }, () => 0)
  const rows = [...keys].map((key) => ({
    key,
    numbers: [...of(counts.rows, key, 1), ...of(amounts.rows, key, shown.length)],
  }))
  return added(asked, rows, shown.length + 1)
}

/** By time as it went, otherwise the largest first. */
const sorted = ({ by }: ReportQuestion, rows: readonly Sums[]) =>
  [...rows]
    .sort((a, b) => (isPeriod(by) ? a.key.localeCompare(b.key) : b.numbers.at(-1)! - a.numbers.at(-1)!))
    .map(({ key, numbers }) => ({ key, cells: numbers.map(plain) }))

const added = (asked: ReportQuestion, rows: readonly Sums[], width: number): ReportFigures => ({
  rows: sorted(asked, rows),
  total: Array.from({ length: width }, (_, n) => plain(rows.reduce((sum, { numbers }) => sum + numbers[n]!, 0))),
})

export const sales: ReportSource = {
  heads: headsOf,
  count: (ctx, asked) => (isByItem(asked) ? countItems : countOrders)(ctx, asked),
  behind({ shop_id }, asked, { row, column }) {
    const wanted = row === undefined ? sql`true` : sql`${groupOf(asked)} = ${row}`
    const units = (from: SQL, amount: SQL, having: SQL) => ({
      kind: 'order' as const,
      units: sql`select b.order_id as id, min(b.day) as day, ${amount}::float8 as amount
        from (${from}) b where ${wanted} group by b.order_id having ${having}`,
      parts: null,
    })
    if (column !== 'orders') {
      const sum = sql`sum(b.${sql.raw(column)})`
      return units(base(shop_id, asked), sum, sql`${sum} <> 0`)
    }
    if (isByItem(asked)) return units(base(shop_id, asked), sql`sum(b.amount)`, sql`bool_or(b.pieces > 0)`)
    return units(asked.view === 'sold' ? sold(shop_id, asked) : base(shop_id, asked), sql`null`, sql`true`)
  },
}
