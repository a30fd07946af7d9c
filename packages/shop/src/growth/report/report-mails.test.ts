import { operator, operator_role, saved_view } from '@kushi/db/schema/operator'
import { report_mail } from '@kushi/db/schema/report'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testClock, testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { listReportMails, setReportMail } from './admin/report-mails.ts'
import { reportMailDueDay } from './rules/mail-period.ts'
import { sendReportMails } from './send-report-mails.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
beforeEach(async () => {
  await db.delete(report_mail)
  await db.delete(saved_view)
  await db.delete(outbox)
})

test.each([
  ['2026-11-23', 'monday', '2026-11-23'],
  ['2026-11-29', 'monday', '2026-11-23'],
  ['2026-11-30', 'monday', '2026-11-30'],
  ['2026-11-30', 'first', '2026-11-01'],
  ['2026-12-01', 'first', '2026-12-01'],
] as const)('%s, %s: %s', (today, every, period) => expect(reportMailDueDay(today, every)).toBe(period))

async function prepared(query = 'period=last_week&by=day&vs=before', is_shared = true) {
  // A Wednesday, at noon.
  const clock = testClock('2026-11-25')
  const ctx = await operatorContext(db, 'manager', { clock })
  await db
    .insert(operator_role)
    .values({ shop_id: 2, operator_id: ctx.operator.id, role: 'manager' })
    .onConflictDoNothing()
  const [view] = await db
    .insert(saved_view)
    .values({
      shop_id: 2,
      operator_id: ctx.operator.id,
      list: 'report-sales',
      view_name: '先週の売上',
      query,
      is_shared,
      created_at: clock.now(),
    })
    .returning()
  return { clock, ctx, id: view!.id, base: testContext(db, { clock }) }
}

test('off by default; one on each Monday and 1st, however often the job runs, and late if nothing ran', async () => {
  const { clock, ctx, id, base } = await prepared()
  await sendReportMails(base)
  expect(await loadQueuedMails(db)).toEqual([])
  await setReportMail(ctx, { id, every: ['monday', 'first'] })
  expect(await listReportMails(ctx, {} as never)).toEqual({ items: [{ view_id: id, every: ['first', 'monday'] }] })
  await sendReportMails(base)
  expect(await loadQueuedMails(db)).toEqual([])
  // Nothing ran on Monday: it comes on Tuesday, which is the 1st.
  clock.move(6)
  await Promise.all([sendReportMails(base), sendReportMails(base)])
  await sendReportMails(base)
  const mails = await loadQueuedMails(db)
  expect(mails.map(({ subject }) => subject)).toEqual([
    '【椿野】レポート「先週の売上」(2026-11-23〜2026-11-29)',
    '【椿野】レポート「先週の売上」(2026-11-23〜2026-11-29)',
  ])
  const [me] = await db.select().from(operator).where(eq(operator.id, ctx.operator.id))
  expect(mails[0]!.to).toBe(me!.email)
  expect(mails[0]!.text).toContain('/admin/reports/sales?period=last_week&by=day&vs=before')
  expect(mails[0]!.text).toContain('合計')
  // Taken back in the screen.
  await setReportMail(ctx, { id, every: [] })
  clock.move(28)
  await sendReportMails(base)
  expect(await loadQueuedMails(db)).toHaveLength(2)
})

test('nobody gets it who may not see figures, whose view is gone, or whose question is none; not before the morning', async () => {
  const { clock, ctx, id, base } = await prepared()
  await setReportMail(ctx, { id, every: ['monday'] })
  const role = and(eq(operator_role.shop_id, 2), eq(operator_role.operator_id, ctx.operator.id))
  const [was] = await db.select().from(operator_role).where(role)
  await db.update(operator_role).set({ role: 'shipping' }).where(role)
  clock.move(5)
  await sendReportMails(base)
  expect(await loadQueuedMails(db)).toEqual([])
  await db.update(operator_role).set({ role: was!.role }).where(role)
  await sendReportMails(base)
  // The period is over for them.
  expect(await loadQueuedMails(db)).toEqual([])
  clock.move(7)
  const early = new Date('2026-12-07T06:59:00+09:00')
  await sendReportMails({ ...base, clock: { ...clock, now: () => early, today: () => '2026-12-07' } })
  expect(await loadQueuedMails(db)).toEqual([])
  await sendReportMails(base)
  expect(await loadQueuedMails(db)).toHaveLength(1)
  await db.update(saved_view).set({ query: 'by=nothing' })
  clock.move(7)
  expect(await sendReportMails(base)).toEqual({ broken: 0 })
  await db.delete(saved_view)
  clock.move(7)
  await sendReportMails(base)
  expect(await loadQueuedMails(db)).toHaveLength(1)
})

test('another one’s own view, and a view of a list, can’t be asked for', async () => {
  const { id, clock } = await prepared('', false)
  const other = await operatorContext(db, 'viewer', { clock })
  await expect(setReportMail(other, { id, every: ['monday'] })).rejects.toMatchObject({ status: 404 })
  await db.update(saved_view).set({ list: 'orders', is_shared: true })
  await expect(setReportMail(other, { id, every: ['monday'] })).rejects.toMatchObject({ status: 404 })
})
