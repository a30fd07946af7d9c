import type { Report } from '@kushi/contract/admin/report'
import { japanDaySql, onJapanDaysCondition } from '@kushi/db/japan-day'
import { product_sku } from '@kushi/db/schema/product'
import { pace_answer, pace_offer } from '@kushi/db/schema/subscription'
import { type SQL, sql } from 'drizzle-orm'
import { loadLeftoverReasonIds } from '../../../sales/subscription/index.ts'
import { beganContractsCondition, contractFactsJoinSql, contractGroupSql } from './contracts.ts'
import { numberCell, type ReportContext, type ReportFigures, type ReportSource } from './report-source.ts'
import type { ResolvedReportQuery } from './resolve-report-query.ts'

const heads: Report['heads'] = [
  { key: 'answered', label: '答えた契約', unit: 'count', has_rows: true },
  { key: 'chosen', label: '選ばれた間隔', unit: 'days', has_rows: false },
  { key: 'used', label: '使う見込み', unit: 'days', has_rows: false },
  { key: 'over', label: '余る', unit: 'rate', has_rows: false },
  { key: 'short', label: '足りない', unit: 'rate', has_rows: false },
  { key: 'proposed', label: 'ご提案した契約', unit: 'count', has_rows: true },
  { key: 'taken', label: '変更した', unit: 'rate', has_rows: false },
  { key: 'cancelled', label: '解約', unit: 'count', has_rows: true },
  { key: 'left_over', label: 'うち「余っている」', unit: 'count', has_rows: false },
]

/** A week too much or too little. */
const OFF_DAYS = 7

const ofProduct = ({ product_id }: ResolvedReportQuery) =>
  product_id === undefined ? sql`true` : sql`g = ${product_id}`

/** The last answer of each contract in these days: `g` is its product, beside the estimate made with it. */
const answered = (shop_id: number, asked: ResolvedReportQuery): SQL => sql`
  (select * from (select distinct on (a.subscription_id) a.subscription_id, p.product_id::text as g, a.days, a.chosen_days, a.spare_days,
      ${japanDaySql(sql`a.created_at`)} as day
    from ${pace_answer} a join ${product_sku} p on p.shop_id = a.shop_id and p.id = a.product_sku_id
    where a.shop_id = ${shop_id} and ${onJapanDaysCondition(sql`a.created_at`, asked)} and a.days is not null
    order by a.subscription_id, a.cycle desc) x where ${ofProduct(asked)})`

/** Contracts that got a proposal in these days, and whether they accepted one. */
const proposed = (shop_id: number, asked: ResolvedReportQuery): SQL => sql`
  (select * from (select o.subscription_id, (array_agg(p.product_id::text order by o.cycle desc))[1] as g,
      bool_or(o.taken is not null) as is_taken, max(${japanDaySql(sql`o.shown_at`)}) as day
    from ${pace_offer} o join ${product_sku} p on p.shop_id = o.shop_id and p.id = o.product_sku_id
    where o.shop_id = ${shop_id} and ${onJapanDaysCondition(sql`o.shown_at`, asked)} and o.proposals <> '[]'::jsonb
    group by o.subscription_id) x where ${ofProduct(asked)})`

/** Contracts that their members cancelled in these days, as in 解約の理由. */
const cancelled = (shop_id: number, asked: ResolvedReportQuery, leftOver: readonly number[]): SQL => sql`
  (select k.subscription_id, ${contractGroupSql(asked)} as g, ending.ended_on as day,
      coalesce(s.end_reason_id = any(${sql.param(leftOver)}::int[]), false) as is_left_over
    from ${contractFactsJoinSql} where ${beganContractsCondition(shop_id, asked)} and s.end_event = 'cancelled'
      and ending.ended_on between ${asked.from}::date and ${asked.to}::date)`

type Sums = Record<'n' | 'a' | 'b', number> & Partial<Record<'chosen' | 'used', number>> & { g: string | null }

/** Sums by product, and of all products (`g` null). */
async function sumsOf({ db }: ReportContext, from: SQL, columns: SQL): Promise<Map<string | null, Sums>> {
  const { rows } = await db.execute(
    sql`select g, count(*)::int as n, ${columns} from ${from} t group by grouping sets ((g), ())`,
  )
  return new Map((rows as unknown as Sums[]).map((row) => [row.g, row]))
}

async function figures(ctx: ReportContext, asked: ResolvedReportQuery): Promise<ReportFigures> {
  const { shop_id } = ctx
  const counted = (condition: SQL) => sql`count(*) filter (where ${condition})::int`
  const off = sql.raw(String(OFF_DAYS))
  const answers = await sumsOf(
    ctx,
    answered(shop_id, asked),
    sql`${counted(sql`spare_days >= ${off}`)} as a, ${counted(sql`spare_days <= -${off}`)} as b,
      round(avg(chosen_days))::int as chosen, round(avg(days))::int as used`,
  )
  const offers = await sumsOf(ctx, proposed(shop_id, asked), sql`${counted(sql`is_taken`)} as a, 0 as b`)
  const ends = await sumsOf(
    ctx,
    cancelled(shop_id, asked, await loadLeftoverReasonIds(ctx)),
    sql`${counted(sql`is_left_over`)} as a, 0 as b`,
  )
  const none: Sums = { g: null, n: 0, a: 0, b: 0 }
  const cellsOf = (key: string | null) => {
    const [answer, offer, end] = [answers, offers, ends].map((sums) => sums.get(key) ?? none) as [Sums, Sums, Sums]
    const share = (value: number, of: number) => ({ value: of === 0 ? null : value, of, undecided: null })
    return [
      numberCell(answer.n),
      numberCell(answer.chosen ?? null),
      numberCell(answer.used ?? null),
      share(answer.a, answer.n),
      share(answer.b, answer.n),
      numberCell(offer.n),
      share(offer.a, offer.n),
      numberCell(end.n),
      numberCell(end.a),
    ]
  }
  const keys = [...new Set([...answers.keys(), ...offers.keys(), ...ends.keys()])].filter((key) => key !== null)
  const size = (key: string) => (answers.get(key)?.n ?? 0) * 1e6 + (ends.get(key)?.n ?? 0)
  keys.sort((a, b) => size(b) - size(a) || Number(a) - Number(b))
  return { rows: keys.map((key) => ({ key, cells: cellsOf(key) })), total: cellsOf(null) }
}

/**
 * The report on how long goods last for members who answered, compared with their chosen interval, and the results of
 * the proposals.
 */
export const paceReport: ReportSource = {
  heads: () => heads,
  count: figures,
  behind(ctx, asked, { row, column }) {
    const { shop_id } = ctx
    const isRow = row === undefined ? sql`true` : sql`g = ${row}`
    const from =
      column === 'answered'
        ? answered(shop_id, asked)
        : column === 'proposed'
          ? proposed(shop_id, asked)
          : cancelled(shop_id, asked, [])
    return {
      kind: 'subscription',
      units: sql`select subscription_id as id, day, null::float8 as amount from ${from} t where ${isRow}`,
      parts: null,
    }
  },
}
