import type { Report } from '@kushi/contract/admin/report'
import { customer } from '@kushi/db/schema/customer'
import { customer_fact } from '@kushi/db/schema/report'
import { LTV_DAYS } from '@kushi/values/report'
import { type SQL, sql } from 'drizzle-orm'
import { adGroupSql, inAdGroupCondition } from '../../../people/line/index.ts'
import { isCalendarPeriod } from '../rules/periods.ts'
import { numberCell, type ReportContext, type ReportFigures, type ReportSource } from './report-source.ts'
import type { ResolvedReportQuery } from './resolve-report-query.ts'

const heads: Report['heads'] = [
  { key: 'new', label: '新規', unit: 'count', has_rows: true },
  { key: 'again', label: '2回目のご購入', unit: 'rate', has_rows: true },
  { key: 'led', label: '引上率', unit: 'rate', has_rows: true },
  ...LTV_DAYS.map((days) => ({ key: `ltv${days}`, label: `LTV ${days}日`, unit: 'mean' as const, has_rows: false })),
]

/** The days within which 2回目 and 定期便 count. */
const daysOf = ({ view }: ResolvedReportQuery) => Number((view ?? 'd90').slice(1))

/** SQL of the row key in the report on members. */
export function memberGroupSql({ by }: ResolvedReportQuery): SQL {
  if (by === 'method') return sql`coalesce(c.payment_method_id, 0)::text`
  if (by === 'channel') return sql`coalesce(c.adcd, '')`
  if (by === 'ad_group') return adGroupSql(sql`c.shop_id`, sql`c.adcd`)
  if (by === 'sort') return sql`case when c.is_subscription then 'subscription' else 'once' end`
  if (by === 'product') return sql`c.first_product_id::text`
  if (by === 'knew')
    return sql`coalesce((select x.where_did_you_know from ${customer} x where x.shop_id = c.shop_id and x.id = c.customer_id), 0)::text`
  return sql`date_trunc(${sql.raw(`'${by}'`)}, c.first_on)::date::text`
}

/** Members by their first order that left, with what each did afterwards: `day`, `g` its row. */
function lived(shop_id: number, asked: ResolvedReportQuery): SQL {
  const early = (day: SQL) => sql`coalesce(${day} < c.first_on + ${daysOf(asked)}::int, false)`
  return sql`select c.customer_id, c.first_on as day, ${memberGroupSql(asked)} as g, not c.is_subscription as is_once,
      ${early(sql`c.again_on`)} as again, ${early(sql`c.led_on`)} as led,
      ${sql.join(
        LTV_DAYS.map((days) => sql.raw(`c.ltv${days}`)),
        sql`, `,
      )}
    from ${customer_fact} c where ${newMembersCondition(shop_id, asked)}`
}

/**
 * SQL condition: the first shipped order of a member `c` (their facts) is in the period and filters of the question.
 */
export function newMembersCondition(shop_id: number, asked: ResolvedReportQuery): SQL {
  const { payment_method_id, adcd, ad_group, sort, product_id } = asked
  const all = [
    sql`c.shop_id = ${shop_id} and c.first_on between ${asked.from}::date and ${asked.to}::date`,
    payment_method_id !== undefined && sql`coalesce(c.payment_method_id, 0) = ${Number(payment_method_id)}`,
    adcd !== undefined && sql`coalesce(c.adcd, '') = ${adcd}`,
    ad_group !== undefined && inAdGroupCondition(shop_id, sql`c.adcd`, ad_group),
    sort !== undefined && sql`c.is_subscription = ${sort === 'subscription'}`,
    product_id !== undefined && sql`c.first_product_id = ${Number(product_id)}`,
  ].filter((one) => one !== false)
  return sql.join(all, sql` and `)
}

/** Whether the days have passed for a member `m`. */
const isOld = (asked: ResolvedReportQuery, days: number) =>
  sql`m.day + ${sql.raw(String(days))} <= ${asked.today}::date`

async function count({ db, shop_id }: ReportContext, asked: ResolvedReportQuery): Promise<ReportFigures> {
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
    group by 1 order by ${isCalendarPeriod(asked.by) ? sql`1` : sql`count(*) desc, 1`}`)
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
    numberCell(all),
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
