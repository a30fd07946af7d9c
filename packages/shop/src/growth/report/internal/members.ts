import type { Report } from '@kushi/contract/admin/report'
import { customer } from '@kushi/db/schema/customer'
import { order_item } from '@kushi/db/schema/order'
import { order_fact } from '@kushi/db/schema/report'
import { LTV_DAYS } from '@kushi/values/report'
import { type SQL, sql } from 'drizzle-orm'
import { isPeriod } from '../rules/periods.ts'
import type { ReportQuestion } from './report-question.ts'
import { plain, type ReportContext, type ReportFigures, type ReportSource } from './report-source.ts'

const heads: Report['heads'] = [
  { key: 'new', label: '新規', unit: 'count', has_rows: true },
  { key: 'again', label: '2回目のご購入', unit: 'rate', has_rows: true },
  { key: 'led', label: '引上率', unit: 'rate', has_rows: true },
  ...LTV_DAYS.map((days) => ({ key: `ltv${days}`, label: `LTV ${days}日`, unit: 'mean' as const, has_rows: false })),
]

/** The days within which 2回目 and 定期便 count. */
const daysOf = ({ view }: ReportQuestion) => Number((view ?? 'd90').slice(1))

/** The product of the largest sum of an order. */
const mainProduct = sql`(select x.product_id from ${order_item} x where x.shop_id = f.shop_id and x.order_id = f.order_id
  order by x.subtotal desc, x.id limit 1)`

function groupOf({ by }: ReportQuestion): SQL {
  if (by === 'method') return sql`coalesce(f.payment_method_id, 0)::text`
  if (by === 'channel') return sql`coalesce(f.adcd, '')`
  if (by === 'sort') return sql`case when f.subscription_id is null then 'once' else 'subscription' end`
  if (by === 'product') return sql`${mainProduct}::text`
  if (by === 'knew')
    return sql`coalesce((select c.where_did_you_know from ${customer} c where c.shop_id = f.shop_id and c.id = f.customer_id), 0)::text`
  return sql`date_trunc(${sql.raw(`'${by}'`)}, f.ordered_on)::date::text`
}

/** Members by their first order that left: `day`, `g` its row. */
function newMembers(shop_id: number, asked: ReportQuestion): SQL {
  const { payment_method_id, adcd, sort, product_id } = asked
  const all = [
    sql`f.shop_id = ${shop_id} and f.is_first and f.shipped_on is not null
      and f.ordered_on between ${asked.from}::date and ${asked.to}::date`,
    payment_method_id !== undefined && sql`coalesce(f.payment_method_id, 0) = ${Number(payment_method_id)}`,
    adcd !== undefined && sql`coalesce(f.adcd, '') = ${adcd}`,
    sort !== undefined && sql`(f.subscription_id is not null) = ${sort === 'subscription'}`,
    product_id !== undefined && sql`${mainProduct} = ${Number(product_id)}`,
  ].filter((one) => one !== false)
  return sql`select f.customer_id, f.order_id, f.ordered_on as day, ${groupOf(asked)} as g, f.subscription_id is null as is_once
    from ${order_fact} f where ${sql.join(all, sql` and `)}`
}

/** With what each did afterwards: `again`, `led`, and what was received of each within so many days. */
const lived = (shop_id: number, asked: ReportQuestion) => sql`
  select a.customer_id, a.day, a.g, a.is_once,
    coalesce(bool_or(o.order_id <> a.order_id and o.ordered_on < a.day + ${daysOf(asked)}::int), false) as again,
    coalesce(bool_or(o.subscription_id is not null and o.ordered_on < a.day + ${daysOf(asked)}::int), false) as led,
    ${sql.join(
      LTV_DAYS.map(
        (days) =>
          sql`coalesce(sum(o.payment_total - o.credited_amount) filter (where o.ordered_on < a.day + ${sql.raw(String(days))}), 0) as ${sql.raw(`ltv${days}`)}`,
      ),
      sql`, `,
    )}
  from (${newMembers(shop_id, asked)}) a
  join ${order_fact} o on o.shop_id = ${shop_id} and o.customer_id = a.customer_id and o.shipped_on is not null
  group by 1, 2, 3, 4`

/** Whether the days have passed for a member `m`. */
const isOld = (asked: ReportQuestion, days: number) => sql`m.day + ${sql.raw(String(days))} <= ${asked.today}::date`

async function count({ db, shop_id }: ReportContext, asked: ReportQuestion): Promise<ReportFigures> {
  const days = daysOf(asked)
  const sums = sql.join(
    [
      sql`count(*)`,
      sql`count(*) filter (where m.again and ${isOld(asked, days)})`,
      sql`count(*) filter (where ${isOld(asked, days)})`,
      sql`count(*) filter (where m.is_once and m.led and ${isOld(asked, days)})`,
      sql`count(*) filter (where m.is_once and ${isOld(asked, days)})`,
      sql`count(*) filter (where m.is_once)`,
      ...LTV_DAYS.flatMap((one) => [
        sql`coalesce(sum(m.${sql.raw(`ltv${one}`)}) filter (where ${isOld(asked, one)}), 0)`,
        sql`count(*) filter (where ${isOld(asked, one)})`,
      ]),
    ],
    sql`, `,
  )
  const { rows } = await db.execute<{ key: string; n: number[] }>(sql`
    select m.g as key, array[${sums}]::float8[] as n from (${lived(shop_id, asked)}) m
    group by 1 order by ${isPeriod(asked.by) ? sql`1` : sql`count(*) desc, 1`}`)
  const added = rows.reduce<number[]>((sum, { n }) => n.map((one, at) => one + (sum[at] ?? 0)), [])
  return {
    rows: rows.map(({ key, n }) => ({ key, cells: cellsOf(n) })),
    total: cellsOf(added.length > 0 ? added : Array.from({ length: 6 + 2 * LTV_DAYS.length }, () => 0)),
  }
}

function cellsOf(n: readonly number[]) {
  const [all, again, old, led, oldOnce, once] = n as [number, number, number, number, number, number]
  const share = (value: number, of: number, whole: number) => ({
    value: of === 0 ? null : value,
    of,
    undecided: whole - of,
  })
  return [
    plain(all),
    share(again, old, all),
    share(led, oldOnce, once),
    ...LTV_DAYS.map((_, at) => share(n[6 + at * 2]!, n[7 + at * 2]!, all)),
  ]
}

export const memberReport: ReportSource = {
  heads: () => heads,
  count,
  behind({ shop_id }, asked, { row, column, part }) {
    const mine = sql`(${lived(shop_id, asked)}) m where ${row === undefined ? sql`true` : sql`m.g = ${row}`}`
    const unit = sql`m.customer_id as id, m.day, null::float8 as amount`
    if (column === 'new') return { kind: 'customer', units: sql`select ${unit} from ${mine}`, parts: null }
    const among = column === 'led' ? sql`m.is_once` : sql`true`
    const parts = sql`case when not ${isOld(asked, daysOf(asked))} then 'undecided'
      when m.${sql.raw(column === 'led' ? 'led' : 'again')} then 'counted' else 'missed' end`
    return {
      kind: 'customer',
      units: sql`select ${unit} from ${mine} and ${among} and ${parts} = ${part}`,
      parts: sql`select ${parts} as part, count(*)::int as units from ${mine} and ${among} group by 1`,
    }
  },
}
