import type { Report } from '@kushi/contract/admin/report'
import { billing_attempt, subscription_event } from '@kushi/db/schema/subscription'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { PAYMENT_RETRY_CAUSE_NAME, type PaymentRetryCause } from '@kushi/values/payment-retry-cause'
import { type SQL, sql } from 'drizzle-orm'
import { isCalendarPeriod, nextPeriodStart, periodStartsBetween } from '../rules/periods.ts'
import { beganContractsCondition, contractFactsJoinSql, contractGroupSql } from './contracts.ts'
import { numberCell, type ReportContext, type ReportFigures, type ReportSource } from './report-source.ts'
import type { ResolvedReportQuery } from './resolve-report-query.ts'

/** 休止 that lasts longer is shown apart. */
const LONG_PAUSE_DAYS = 60

const number = (key: string, label: string, has_rows = true) => ({ key, label, unit: 'count' as const, has_rows })
const heads: Report['heads'] = [
  number('running_before', '期首の契約'),
  number('new', '新規'),
  number('taken', '引き継ぎ'),
  number('cancelled', '解約'),
  number('over', '終了'),
  number('running', '期末の契約'),
  number('paused', 'うち休止中'),
  number('paused_long', `うち${LONG_PAUSE_DAYS}日を超える休止`),
  { key: 'churn', label: '解約率', unit: 'rate', has_rows: false },
  ...Object.entries(PAYMENT_RETRY_CAUSE_NAME).map(([by, name]) => number(`saved_${by}`, `${name}で手配`, false)),
]
const [CANCELLED, CHURN] = [3, 8]

/** One period (of a row): its first day, and the day after its last. */
interface Span {
  key: string
  from: CalendarDate
  until: CalendarDate
}

/** Grouped by time each row is a period; otherwise all rows are of the whole period. */
function spansOf({ by, from, to }: ResolvedReportQuery): Span[] | null {
  if (!isCalendarPeriod(by)) return null
  return periodStartsBetween(from, to, by).map((start) => {
    const end = nextPeriodStart(start, by)
    return { key: start, from: start < from ? from : start, until: end > to ? addDays(to, 1) : end }
  })
}

/** When a contract was paused, as periods `p` of `[since, until)`; `until` null: it still is. */
const pauses = (shop_id: number) => sql`(
  select subscription_id, event, (created_at at time zone 'Asia/Tokyo')::date as since,
    (lead(created_at) over (partition by subscription_id order by id) at time zone 'Asia/Tokyo')::date as until
  from ${subscription_event} where shop_id = ${shop_id} and event in ('paused', 'reopened'))`

/** The SQL condition for the contracts that a number of this report counts in a period. */
function counted(column: string, { from, until }: Pick<Span, 'from' | 'until'>, shop_id: number): SQL {
  const at = (day: CalendarDate) =>
    sql`k.first_kept_on < ${day}::date and (ending.ended_on is null or ending.ended_on >= ${day}::date)`
  const within = (of: SQL) => sql`${of} >= ${from}::date and ${of} < ${until}::date`
  const pausedFor = (days: number) => sql`${at(until)} and exists (select from ${pauses(shop_id)} p
    where p.subscription_id = s.id and p.event = 'paused' and p.since < ${until}::date - ${days}::int
      and (p.until is null or p.until >= ${until}::date))`
  const conditions: Record<string, () => SQL> = {
    running_before: () => at(from),
    new: () => sql`${within(sql`k.first_kept_on`)} and k.first_kept_cycle = 1`,
    taken: () => sql`${within(sql`k.first_kept_on`)} and k.first_kept_cycle > 1`,
    cancelled: () => sql`${within(sql`ending.ended_on`)} and s.end_event = 'cancelled'`,
    over: () => sql`${within(sql`ending.ended_on`)} and s.end_event <> 'cancelled'`,
    running: () => at(until),
    paused: () => pausedFor(0),
    paused_long: () => pausedFor(LONG_PAUSE_DAYS),
  }
  return (conditions[column] ?? (() => sql`false`))()
}

interface Group extends Record<string, unknown> {
  /** The row, or the period of the day. */
  g: string
  /** `-`: before the first period. */
  what: string
  contracts: number
}

async function count(ctx: ReportContext, asked: ResolvedReportQuery): Promise<ReportFigures> {
  const spans = spansOf(asked)
  const rows = spans ? await countByTime(ctx, asked, spans) : await countByGroup(ctx, asked)
  const total = spans
    ? totalOf(rows)
    : heads.map((_, n) => (n === CHURN ? rate(sum(rows, CANCELLED), sum(rows, 0)) : numberCell(sum(rows, n))))
  return { rows, total }
}

type Rows = ReportFigures['rows']
const sum = (rows: Rows, n: number) => rows.reduce((all, { cells }) => all + (cells[n]!.value ?? 0), 0)
const rate = (value: number, of: number) => ({ value: of === 0 ? null : value, of, undecided: null })

/** The total of all periods. Events add up; a state is that of the first or the last period. */
function totalOf(rows: Rows) {
  const first = rows[0]!.cells
  const last = rows.at(-1)!.cells
  const added = [1, 2, 3, 4].map((n) => numberCell(sum(rows, n)))
  const churn = rate(sum(rows, CANCELLED), first[0]!.value ?? 0)
  const saved = heads.slice(CHURN + 1).map((_, n) => numberCell(sum(rows, CHURN + 1 + n)))
  return [first[0]!, ...added, last[5]!, last[6]!, last[7]!, churn, ...saved]
}

/** The ways in which a delivery whose payment was refused was arranged after all. */
const SAVERS = Object.keys(PAYMENT_RETRY_CAUSE_NAME) as PaymentRetryCause[]

/** Counts for each row the deliveries that were arranged after all, by way. */
async function countSaved({ db, shop_id }: ReportContext, asked: ResolvedReportQuery, key: SQL) {
  const { rows } = await db.execute<{ key: string; saver: string; deliveries: number }>(sql`
    select ${key} as key, v.resumed_by as saver, count(*)::int as deliveries
    from ${billing_attempt} v join ${contractFactsJoinSql} on k.subscription_id = v.subscription_id
    where v.shop_id = ${shop_id} and v.resumed_by is not null and v.outcome = 'arranged'
      and v.tried_on >= ${asked.from}::date and v.tried_on < ${addDays(asked.to, 1)}::date and ${beganContractsCondition(shop_id, asked)}
    group by 1, 2`)
  return (key: string) =>
    SAVERS.map((saver) => rows.find((one) => one.key === key && one.saver === saver)?.deliveries ?? 0)
}

interface RowCounts {
  before: number
  new: number
  taken: number
  cancelled: number
  over: number
  paused: number
  long: number
  saved: number[]
}

function row(key: string, n: RowCounts) {
  const running = n.before + n.new + n.taken - n.cancelled - n.over
  return {
    key,
    cells: [
      ...[n.before, n.new, n.taken, n.cancelled, n.over, running, n.paused, n.long].map(numberCell),
      rate(n.cancelled, n.before),
      ...n.saved.map(numberCell),
    ],
  }
}

/**
 * Counts by time in one pass over the contracts, by the days on which they began and ended; running contracts are added
 * up from there.
 */
async function countByTime({ db, shop_id }: ReportContext, asked: ResolvedReportQuery, spans: Span[]): Promise<Rows> {
  const [start, end] = [asked.from, addDays(asked.to, 1)]
  const unit = sql.raw(`'${asked.by}'`)
  const { rows: groups } = await db.execute<Group>(sql`
    with c as materialized (select k.first_kept_on, k.first_kept_cycle, ending.ended_on, s.end_event, s.id
      from ${contractFactsJoinSql} where ${beganContractsCondition(shop_id, asked)} and k.first_kept_on < ${end}::date)
    select '-' as g, 'before' as what, count(*)::int as contracts from c
      where first_kept_on < ${start}::date and (ended_on is null or ended_on >= ${start}::date)
    union all select date_trunc(${unit}, first_kept_on)::date::text, case when first_kept_cycle = 1 then 'new' else 'taken' end, count(*)::int
      from c where first_kept_on >= ${start}::date group by 1, 2
    union all select date_trunc(${unit}, ended_on)::date::text, case when end_event = 'cancelled' then 'cancelled' else 'over' end, count(*)::int
      from c where ended_on >= ${start}::date and ended_on < ${end}::date group by 1, 2`)
  const ends = sql.join(
    spans.map(({ key, until }) => sql`(${key}::text, ${until}::date)`),
    sql`, `,
  )
  const { rows: paused } = await db.execute<{ key: string; paused: number; long: number }>(sql`
    select d.key, count(*)::int as paused, (count(*) filter (where p.since < d.until - ${LONG_PAUSE_DAYS}::int))::int as long
    from (values ${ends}) d (key, until)
    join ${pauses(shop_id)} p on p.event = 'paused' and p.since < d.until and (p.until is null or p.until >= d.until)
    join ${contractFactsJoinSql} on k.subscription_id = p.subscription_id
    where ${beganContractsCondition(shop_id, asked)} and k.first_kept_on < d.until and (ending.ended_on is null or ending.ended_on >= d.until) group by 1`)
  const savedOf = await countSaved({ db, shop_id }, asked, sql`date_trunc(${unit}, v.tried_on)::date::text`)
  const of = (g: string, what: string) => groups.find((one) => one.g === g && one.what === what)?.contracts ?? 0
  let before = of('-', 'before')
  return spans.map(({ key }) => {
    const at = paused.find((one) => one.key === key)
    const made = row(key, {
      before,
      new: of(key, 'new'),
      taken: of(key, 'taken'),
      cancelled: of(key, 'cancelled'),
      over: of(key, 'over'),
      paused: at?.paused ?? 0,
      long: at?.long ?? 0,
      saved: savedOf(key),
    })
    before = made.cells[5]!.value!
    return made
  })
}

async function countByGroup(ctx: ReportContext, asked: ResolvedReportQuery): Promise<Rows> {
  const { db, shop_id } = ctx
  const span = { from: asked.from, until: addDays(asked.to, 1) }
  const names = ['running_before', 'new', 'taken', 'cancelled', 'over', 'paused', 'paused_long']
  const { rows } = await db.execute<{ key: string; n: number[] }>(sql`
    select ${contractGroupSql(asked)} as key, array[${sql.join(
      names.map((name) => sql`count(*) filter (where ${counted(name, span, shop_id)})`),
      sql`, `,
    )}]::int[] as n from ${contractFactsJoinSql} where ${beganContractsCondition(shop_id, asked)} and k.first_kept_on < ${span.until}::date
      and (ending.ended_on is null or ending.ended_on >= ${span.from}::date)
    group by 1 order by count(*) desc, 1`)
  const savedOf = await countSaved(ctx, asked, contractGroupSql(asked))
  return rows.map(({ key, n: [before, fresh, taken, cancelled, over, paused, long] }) =>
    row(key, {
      before: before!,
      new: fresh!,
      taken: taken!,
      cancelled: cancelled!,
      over: over!,
      paused: paused!,
      long: long!,
      saved: savedOf(key),
    }),
  )
}

export const subscriptionReport: ReportSource = {
  heads: () => heads,
  count,
  behind({ shop_id }, asked, { row, column }) {
    const spans = spansOf(asked)
    const whole = { from: asked.from, until: addDays(asked.to, 1) }
    const found = spans?.find(({ key }) => key === row)
    const span = row !== undefined && found ? found : whole
    const mine = spans || row === undefined ? sql`true` : sql`${contractGroupSql(asked)} = ${row}`
    const day = column === 'cancelled' || column === 'over' ? sql`ending.ended_on` : sql`k.first_kept_on`
    return {
      kind: 'subscription',
      units: sql`select k.subscription_id as id, ${day} as day, null::float8 as amount from ${contractFactsJoinSql}
        where ${beganContractsCondition(shop_id, asked)} and ${mine} and ${counted(column, span, shop_id)}`,
      parts: null,
    }
  },
}
