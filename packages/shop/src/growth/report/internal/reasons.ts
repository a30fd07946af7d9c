import type { Report } from '@kushi/contract/admin/report'
import { order_fact, subscription_fact } from '@kushi/db/schema/report'
import { subscription, subscription_reason } from '@kushi/db/schema/subscription'
import { CYCLE_BANDS, TENURE_BANDS } from '@kushi/values/report'
import { type SQL, sql } from 'drizzle-orm'
import { isCalendarPeriod } from '../rules/periods.ts'
import { bandSql, beganContractsCondition, contractFactsJoinSql, contractGroupSql } from './contracts.ts'
import { isKeptDeliverySql } from './derive-facts.ts'
import { numberCell, type ReportContext, type ReportFigures, type ReportSource } from './report-source.ts'
import type { ResolvedReportQuery } from './resolve-report-query.ts'

const count = (key: string, label: string) => ({ key, label, unit: 'count' as const, has_rows: true })
const rate = (key: string, label: string) => ({ key, label, unit: 'rate' as const, has_rows: false })

const HEADS: Record<string, Report['heads']> = {
  cancelled: [
    count('cancelled', '解約'),
    rate('share', '割合'),
    count('paused', 'うち休止からの解約'),
    count('offered', 'ほかの方法のご案内'),
    count('taken', 'ご案内で続けた'),
    rate('kept', '続けた割合'),
  ],
  paused: [count('paused', '休止'), rate('share', '割合')],
  skipped: [count('skipped', 'お休み'), rate('share', '割合')],
}
const viewOf = ({ view }: ResolvedReportQuery) => view ?? 'cancelled'
/** 解約, where the column asks for contracts; otherwise 理由の記録. */
const isOfEnd = (asked: ResolvedReportQuery, column: string) =>
  viewOf(asked) === 'cancelled' && (column === 'cancelled' || column === 'paused')

/** Paused when it was cancelled: the last word before the end was 休止. */
const fromPause = sql`coalesce((select e.event = 'paused' from subscription_event e where e.shop_id = s.shop_id and e.subscription_id = s.id
  and e.event in ('paused', 'reopened') order by e.id desc limit 1), false)`

/** Contracts that their members cancelled in these days, and the offers shown to each. */
function cancelled(shop_id: number, asked: ResolvedReportQuery): SQL {
  const offers = sql`left join lateral (select unnest(r.offered) as offer from ${subscription_reason} r
    where r.shop_id = s.shop_id and r.subscription_id = s.id and r.event = 'cancelled') o on true`
  return sql`${contractFactsJoinSql} ${asked.by === 'offer' ? offers : sql``}
    where ${beganContractsCondition(shop_id, asked)} and s.end_event = 'cancelled' and ending.ended_on between ${asked.from}::date and ${asked.to}::date
      ${asked.reason_id === undefined ? sql`` : sql`and coalesce(s.end_reason_id, 0) = ${Number(asked.reason_id)}`}`
}

const endGroup = (asked: ResolvedReportQuery): SQL =>
  asked.by === 'offer' ? sql`coalesce(o.offer, '')` : contractGroupSql(asked, sql`ending.ended_on`)

/** The day of a word `r`: 解約 counts on that of its ending. */
const spokenOn = sql`(case when r.event = 'cancelled' then greatest(r.day, k.first_kept_on) else r.day end)`

/** 理由の記録 of these days: of 解約 those to whom something was offered, whether they took it or not. */
function words(shop_id: number, asked: ResolvedReportQuery): SQL {
  const view = viewOf(asked)
  const reason = view === 'cancelled' ? sql`r.cancel_reason_id` : sql`r.reason_id`
  return sql`${subscription_reason} r
    join ${subscription_fact} k on k.shop_id = r.shop_id and k.subscription_id = r.subscription_id
    join ${subscription} s on s.shop_id = r.shop_id and s.id = r.subscription_id
    ${view === 'cancelled' && asked.by === 'offer' ? sql`cross join lateral unnest(r.offered) o(offer)` : sql``}
    where ${beganContractsCondition(shop_id, asked)} and r.shop_id = ${shop_id} and ${spokenOn} between ${asked.from}::date and ${asked.to}::date
      and ${view === 'cancelled' ? sql`r.offered <> '{}'` : sql`r.event = ${view}`}
      ${asked.reason_id === undefined ? sql`` : sql`and coalesce(${reason}, 0) = ${Number(asked.reason_id)}`}`
}

function wordGroup(asked: ResolvedReportQuery): SQL {
  const { by } = asked
  const view = viewOf(asked)
  if (by === 'reason')
    return sql`coalesce(${view === 'cancelled' ? sql`r.cancel_reason_id` : sql`r.reason_id`}, 0)::text`
  if (by === 'offer') return view === 'cancelled' ? sql`o.offer` : sql`coalesce(r.taken, '')`
  if (by === 'tenure') return bandSql(sql`(${spokenOn} - k.first_kept_on)`, TENURE_BANDS)
  if (by === 'last_cycle')
    return bandSql(
      sql`coalesce((select max(f.cycle) from ${order_fact} f where f.shop_id = r.shop_id and f.subscription_id = r.subscription_id
        and f.shipped_on <= ${spokenOn} and ${isKeptDeliverySql}), k.first_kept_cycle)`,
      CYCLE_BANDS,
    )
  return contractGroupSql(asked, spokenOn)
}
/**
 * Whether the row's offer was accepted: grouped by offer, an offer that was shown while another one was accepted is
 * not.
 */
const isTaken = ({ by }: ResolvedReportQuery) => (by === 'offer' ? sql`r.taken = o.offer` : sql`r.taken is not null`)

interface Sums extends Record<string, unknown> {
  /** null: of all, where a contract of several rows counts once. */
  key: string | null
  a: number
  b: number
}

async function sum({ db }: ReportContext, key: SQL, [a, b]: [SQL, SQL], from: SQL) {
  const { rows } = await db.execute<Sums>(sql`
    select ${key} as key, ${a}::int as a, ${b}::int as b from ${from} group by grouping sets ((${key}), ())`)
  return new Map(rows.map((one) => [one.key, one]))
}
const none: Sums = { key: null, a: 0, b: 0 }

async function figures(ctx: ReportContext, asked: ResolvedReportQuery): Promise<ReportFigures> {
  const { shop_id } = ctx
  const view = viewOf(asked)
  const distinct = sql`count(distinct r.event_id)`
  const spoken = await sum(
    ctx,
    wordGroup(asked),
    [distinct, view === 'cancelled' ? sql`${distinct} filter (where ${isTaken(asked)})` : distinct],
    words(shop_id, asked),
  )
  const ends =
    view === 'cancelled'
      ? await sum(
          ctx,
          endGroup(asked),
          [sql`count(distinct s.id)`, sql`count(distinct s.id) filter (where ${fromPause})`],
          cancelled(shop_id, asked),
        )
      : spoken
  const all = ends.get(null)?.a ?? 0
  const cellsOf = (key: string | null) => {
    const end = ends.get(key) ?? none
    const said = spoken.get(key) ?? none
    const cells = [numberCell(end.a), { value: all === 0 ? null : end.a, of: all, undecided: null }]
    if (view !== 'cancelled') return cells
    return [
      ...cells,
      numberCell(end.b),
      numberCell(said.a),
      numberCell(said.b),
      { value: said.b, of: said.a, undecided: null },
    ]
  }
  const keys = [...new Set([...ends.keys(), ...spoken.keys()])].filter((key) => key !== null)
  const sorted = isCalendarPeriod(asked.by)
    ? keys.sort()
    : keys.sort((a, b) => (ends.get(b)?.a ?? 0) - (ends.get(a)?.a ?? 0) || (a < b ? -1 : 1))
  return { rows: sorted.map((key) => ({ key, cells: cellsOf(key) })), total: cellsOf(null) }
}

export const subscriptionReasonReport: ReportSource = {
  heads: (asked) => HEADS[viewOf(asked)]!,
  count: figures,
  behind({ shop_id }, asked, { row, column }) {
    const isEnd = isOfEnd(asked, column)
    const is = (group: SQL) => (row === undefined ? sql`true` : sql`${group} = ${row}`)
    const units = isEnd
      ? sql`select distinct k.subscription_id as id, ending.ended_on as day, null::float8 as amount from ${cancelled(shop_id, asked)}
          and ${is(endGroup(asked))} and ${column === 'paused' ? fromPause : sql`true`}`
      : sql`select r.subscription_id as id, ${spokenOn} as day, null::float8 as amount from ${words(shop_id, asked)}
          and ${is(wordGroup(asked))} and ${column === 'taken' ? isTaken(asked) : sql`true`} group by r.event_id, r.subscription_id, 2`
    return { kind: 'subscription', units, parts: null }
  },
}
