import { saved_view } from '@kushi/db/schema/operator'
import { report_mail } from '@kushi/db/schema/report'
import type { ReportMailEvery } from '@kushi/values/report'
import { and, asc, eq, like, or } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { notFound } from '../../../shop-error.ts'
import { reportMailDueDay } from '../rules/mail-period.ts'

/** Lists the operator's own report mails, by saved report. */
export const listReportMails: AdminHandler<'GET /admin/v1/report-mails'> = async ({ db, shop_id, operator }) => {
  const rows = await db
    .select({ view_id: report_mail.view_id, every: report_mail.every })
    .from(report_mail)
    .where(and(eq(report_mail.shop_id, shop_id), eq(report_mail.operator_id, operator.id)))
    .orderBy(asc(report_mail.view_id), asc(report_mail.every))
  const by = Map.groupBy(rows, ({ view_id }) => view_id)
  return { items: [...by].map(([view_id, all]) => ({ view_id, every: all.map(({ every }) => every) })) }
}

/** Sets when the operator gets this saved report by mail. The first one comes with the next period. */
export const setReportMail: AdminHandler<'PUT /admin/v1/report-mails/{id}'> = async (ctx, { id, every }) => {
  const { shop_id, operator, clock } = ctx
  await ctx.db.transaction(async (tx) => {
    const [view] = await tx
      .select()
      .from(saved_view)
      .where(
        and(
          eq(saved_view.shop_id, shop_id),
          eq(saved_view.id, id),
          like(saved_view.list, 'report-%'),
          or(saved_view.is_shared, eq(saved_view.operator_id, operator.id)),
        ),
      )
      .for('share')
    if (!view) throw notFound()
    const own = and(
      eq(report_mail.shop_id, shop_id),
      eq(report_mail.view_id, id),
      eq(report_mail.operator_id, operator.id),
    )
    const before = await tx.select({ every: report_mail.every }).from(report_mail).where(own)
    const had = before.map((one) => one.every)
    for (const gone of had.filter((one) => !every.includes(one)))
      await tx.delete(report_mail).where(and(own, eq(report_mail.every, gone)))
    const added = [...new Set(every)].filter((one: ReportMailEvery) => !had.includes(one))
    if (added.length > 0)
      await tx.insert(report_mail).values(
        added.map((one) => ({
          shop_id,
          view_id: id,
          operator_id: operator.id,
          every: one,
          sent_for: reportMailDueDay(clock.today(), one),
        })),
      )
    const subject = { subject: 'saved_view', subject_id: id, subject_name: view.view_name }
    await recordAudit(tx, ctx, { ...subject, before: { every: had }, after: { every } })
  })
  return {}
}
