import { ROLE_PERMISSIONS } from '@kushi/contract/admin/permission'
import {
  REPORTS,
  type Report,
  type ReportCell,
  type ReportName,
  ReportQuery,
  reportKind,
} from '@kushi/contract/admin/report'
import { operator, operator_role, saved_view } from '@kushi/db/schema/operator'
import { report_mail } from '@kushi/db/schema/report'
import { REPORT_MAIL_NAME, type ReportMailEvery } from '@kushi/values/report'
import type { Role } from '@kushi/values/role'
import { formatYen } from '@kushi/values/yen'
import { and, asc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { loadShop } from '../../foundation/setting/index.ts'
import { enqueueMail } from '../../messaging/message/index.ts'
import { ShopError } from '../../shop-error.ts'
import { describeReportQuery, loadReport } from './admin/show-report.ts'
import { resolveReportQuery } from './internal/resolve-report-query.ts'
import { reportMailDueDay } from './rules/mail-period.ts'

/** The hour in Japan from which the mails of a day leave. */
const FROM_HOUR = 7
/** Rows of a report in its mail; the page has all. */
const MAX_ROWS = 40
const BLOCK = 100

/**
 * A job: mails each saved report that is due to the operators who asked for it, once for each Monday and 1st; late if nothing ran on that
 * morning. Who may not see figures any more gets none.
 */
export async function sendReportMails(ctx: Context): Promise<{ broken: number }> {
  const today = ctx.clock.today()
  const hour = Number(
    ctx.clock.now().toLocaleString('en-GB', { timeZone: 'Asia/Tokyo', hour: '2-digit', hourCycle: 'h23' }),
  )
  let broken = 0
  for (const every of Object.keys(REPORT_MAIL_NAME) as ReportMailEvery[]) {
    const period = reportMailDueDay(today, every)
    if (period === today && hour < FROM_HOUR) continue
    broken += await sendDue(ctx, every, period)
  }
  return { broken }
}

interface DueMail {
  view: Pick<typeof saved_view.$inferSelect, 'id' | 'list' | 'view_name' | 'query'>
  operator_id: number
  email: string
  role: Role | null
}

async function sendDue(ctx: Context, every: ReportMailEvery, period: string): Promise<number> {
  let broken = 0
  for (let last: { view_id: number; operator_id: number } | null = null; ; ) {
    const page = await loadDue(ctx, every, period, last)
    for (const due of page) {
      const sent = await sendOne(ctx, every, period, due).catch((err: unknown) => {
        ctx.log.error({ err, view: due.view.id }, 'a report could not be mailed')
        return false
      })
      if (!sent) broken++
    }
    if (page.length < BLOCK) return broken
    const { view, operator_id } = page.at(-1)!
    last = { view_id: view.id, operator_id }
  }
}

const isDue = ({ shop_id }: Context, every: ReportMailEvery, period: string): SQL | undefined =>
  and(eq(report_mail.shop_id, shop_id), eq(report_mail.every, every), lt(report_mail.sent_for, period))

const loadDue = (
  ctx: Context,
  every: ReportMailEvery,
  period: string,
  last: { view_id: number; operator_id: number } | null,
): Promise<DueMail[]> =>
  ctx.db
    .select({
      view: { id: saved_view.id, list: saved_view.list, view_name: saved_view.view_name, query: saved_view.query },
      operator_id: report_mail.operator_id,
      email: operator.email,
      role: sql<Role | null>`coalesce(${operator.installation_role}, ${operator_role.role})`,
    })
    .from(report_mail)
    .innerJoin(saved_view, and(eq(saved_view.shop_id, report_mail.shop_id), eq(saved_view.id, report_mail.view_id)))
    .innerJoin(operator, and(eq(operator.id, report_mail.operator_id), isNull(operator.stopped_at)))
    .leftJoin(
      operator_role,
      and(
        eq(operator_role.shop_id, report_mail.shop_id),
        eq(operator_role.operator_id, operator.id),
        isNull(operator_role.stopped_at),
      ),
    )
    .where(
      and(
        isDue(ctx, every, period),
        sql`(${saved_view.is_shared} or ${saved_view.operator_id} = ${report_mail.operator_id})`,
        last
          ? sql`(${report_mail.view_id}, ${report_mail.operator_id}) > (${last.view_id}, ${last.operator_id})`
          : undefined,
      ),
    )
    .orderBy(asc(report_mail.view_id), asc(report_mail.operator_id))
    .limit(BLOCK)

/** One of several processes claims the row, and writes the mail with it. */
async function sendOne(ctx: Context, every: ReportMailEvery, period: string, due: DueMail): Promise<boolean> {
  const { view, operator_id, email, role } = due
  const may = role !== null && ROLE_PERMISSIONS[role].includes('report.read')
  const mail = may ? await composeReport(ctx, view) : null
  await ctx.db.transaction(async (tx) => {
    const { shop_id } = ctx
    const own = and(
      eq(report_mail.shop_id, shop_id),
      eq(report_mail.view_id, view.id),
      eq(report_mail.operator_id, operator_id),
    )
    const taken = await tx
      .update(report_mail)
      .set({ sent_for: period })
      .where(and(isDue(ctx, every, period), own))
      .returning()
    if (taken.length > 0 && mail)
      await enqueueMail(tx, ctx.shop_id, `report-mail:${view.id}:${operator_id}:${every}:${period}`, {
        ...mail,
        to: email,
      })
  })
  return true
}

/** The figures of a saved report, without any person. null: its question is no longer one. */
async function composeReport(ctx: Context, { list, view_name, query }: DueMail['view']) {
  const name = list.replace(/^report-/, '')
  const known = Object.hasOwn(REPORTS, name) ? (name as ReportName) : null
  const given = Object.fromEntries(new URLSearchParams(query))
  const read = ReportQuery.safeParse(
    Object.fromEntries(Object.entries(given).filter(([key]) => key in ReportQuery.shape)),
  )
  if (known === null || !read.success) return null
  try {
    const asked = resolveReportQuery(ctx, known, read.data)
    const report = await loadReport(ctx, known, read.data)
    const seller = await loadShop(ctx)
    const [, ...said] = describeReportQuery(ctx, asked, report.choices)
    const link = `${ctx.settings.public_url}/admin/reports/${known}?${query}`
    const text = [
      `${seller.shop_name} ${reportKind(known).title}「${view_name}」`,
      said.join('\n'),
      tableOf(report),
      `すべての数字と、その内訳を見る\n${link}`,
      'このメールは、レポートの画面で「メールで受け取る」を選ばれた方にお送りしています。やめるには、上のレポートを開いて「メールで受け取る」を外してください。',
    ]
    return {
      subject: `【${seller.shop_name}】レポート「${view_name}」(${report.from}〜${report.to})`,
      text: text.join('\n\n'),
    }
  } catch (error) {
    if (error instanceof ShopError) return null
    throw error
  }
}

function tableOf({ heads, rows, total, is_cut }: Report): string {
  const line = (label: string, cells: readonly ReportCell[]) =>
    `${label}\n  ${cells.map((cell, n) => `${heads[n]!.label} ${sayCell(cell, heads[n]!.unit)}`).join(' / ')}`
  const shown = rows.filter(({ cells }) => cells.some(({ value }) => value)).slice(0, MAX_ROWS)
  return [
    ...(total ? [line('合計', total)] : []),
    ...shown.map(({ label, cells }) => line(label, cells)),
    ...(is_cut || shown.length < rows.length ? ['(数字のない行と、41行目からは省いています)'] : []),
  ].join('\n')
}

function sayCell({ value, of }: ReportCell, unit: Report['heads'][number]['unit']): string {
  if (value === null || of === 0) return '—'
  if (unit === 'rate') return `${((value / (of ?? 1)) * 100).toFixed(1)}% (${value}/${of})`
  if (unit === 'mean') return formatYen(Math.round(value / (of ?? 1)))
  if (unit === 'days') return `${value}日`
  return unit === 'yen' ? formatYen(value) : value.toLocaleString('ja-JP')
}
