import { experiment_unit } from '@kushi/db/schema/experiment'
import { subscription } from '@kushi/db/schema/subscription'
import { testDatabase } from '@kushi/db/testing'
import { addDays } from '@kushi/values/calendar-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPaceExperiment } from '../../sales/experiment/admin/run-experiment.ts'
import { acceptPaceProposal } from '../../sales/subscription/accept-pace.ts'
import { cancelSubscription } from '../../sales/subscription/cancel-subscription.ts'
import { loadReasonOptions } from '../../sales/subscription/index.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { answerLeftover, insertOilSubscription, setOilLastingDays } from '../../testing/pace.ts'
import { loadSubscriptionRow } from '../../testing/subscription.ts'
import { showPaceExperiment } from './admin/show-experiment.ts'
import { showReport, showReportRows } from './admin/show-report.ts'
import { rebuildFacts } from './figures.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
beforeAll(() => setOilLastingDays(db))

const TODAY = '2026-12-22'
const reasonId = async (isLeft: boolean) =>
  (await loadReasonOptions({ db, shop_id: 2 }, 'cancel_reason')).find(
    ({ label }) => label.includes('余って') === isLeft,
  )!.id

test('the interval beside the use, what is over, proposed and taken, and who left for it', async () => {
  const cancel = async ({ id, member }: Awaited<ReturnType<typeof insertOilSubscription>>, isLeft: boolean) => {
    const { version } = await loadSubscriptionRow(db, id)
    await cancelSubscription(member, { id, version, reason: await reasonId(isLeft), detail: 'はい', offered: [] })
  }
  const over = await insertOilSubscription(db)
  const { proposals, version } = await answerLeftover(over.member, over.id, { rest_answer: 'two' })
  await acceptPaceProposal(over.member, { id: over.id, pace_kind: proposals[0]!.pace_kind, version })
  const short = await insertOilSubscription(db, { param1: 90 })
  await answerLeftover(short.member, short.id, { rest_answer: 'none' })
  const left = await insertOilSubscription(db)
  await answerLeftover(left.member, left.id, { rest_answer: 'half' })
  await answerLeftover(left.member, left.id, { rest_answer: 'two' })
  await cancel(left, true)
  const other = await insertOilSubscription(db)
  await cancel(other, false)
  await rebuildFacts(testContext(db, { clock: over.clock }))

  const viewer = await operatorContext(db, 'manager', { clock: testClock(TODAY) })
  const { heads, rows, total } = await showReport(viewer, { report: 'pace' })
  const cells = Object.fromEntries(heads.map(({ key }, n) => [key, rows[0]!.cells[n]!]))
  expect(rows.map(({ key }) => key)).toEqual(['1'])
  expect(total).toEqual(rows[0]!.cells)
  expect(cells).toMatchObject({
    answered: { value: 3 },
    chosen: { value: 60 },
    over: { value: 2, of: 3 },
    short: { value: 1, of: 3 },
    proposed: { value: 3 },
    taken: { value: 1, of: 3 },
    cancelled: { value: 2 },
    left_over: { value: 1 },
  })
  expect(cells['used']!.value).toBeGreaterThan(30)
  const behind = async (column: string) =>
    (await showReportRows(viewer, { report: 'pace', row: '1', column, part: 'counted' })).items.map(({ id }) => id)
  expect((await behind('answered')).sort()).toEqual([over.id, short.id, left.id].sort())
  expect((await behind('cancelled')).sort()).toEqual([left.id, other.id].sort())
  const before = await showReport(viewer, { report: 'pace', from: '2026-10-01', to: addDays(TODAY, -1) })
  expect(before.rows).toEqual([])
})

test('both sides of the comparison: who went on, and who left because something was left', async () => {
  const clock = testClock('2027-01-10')
  const desk = await operatorContext(db, 'manager', { clock })
  const before = await showPaceExperiment(desk, {})
  expect(before).toMatchObject({ latest: null, outlook: { contracts: 3 } })
  const { id: experiment_id } = await startPaceExperiment(desk, { holdout_percent: 50, window_days: 180 })
  const [model] = await db.select().from(subscription).limit(1)
  const { id: _, billing_key: __, ...row } = model!
  const end = { ended_on: addDays('2027-01-10', 100), end_event: 'cancelled' as const }
  const [leftOver, another] = [await reasonId(true), await reasonId(false)]
  const made = await db
    .insert(subscription)
    .values(
      Array.from({ length: 160 }, (___, n) => {
        // Of those with proposals 8 of 80 leave because something is left, of the others 32; of each 8 for another reason.
        const held = n % 2
        const kind = Math.floor(n / 2) % 10
        const reason = kind === 0 ? another : kind <= (held ? 4 : 1) ? leftOver : null
        const ended =
          reason === null ? { ended_on: null, end_event: null, end_reason_id: null } : { ...end, end_reason_id: reason }
        return { ...row, ...ended }
      }),
    )
    .returning({ id: subscription.id })
  await db.insert(experiment_unit).values(
    made.map(({ id: subscription_id }, n) => ({
      ...{ shop_id: 2, experiment_id, subscription_id, is_held_out: n % 2 === 1 },
      exposed_at: clock.now(),
    })),
  )
  clock.move(181)
  const { latest } = await showPaceExperiment(desk, {})
  expect(latest!.sides).toMatchObject({ offered: { judged: 80 }, held_out: { judged: 80 } })
  expect(latest!.left_over!.offered).toBeCloseTo(0.1)
  expect(latest!.left_over!.held_out).toBeCloseTo(0.4)
  expect(latest!.left_over!.high).toBeLessThan(0)
  expect(latest!.kept!.offered).toBeCloseTo(0.8)
  expect(latest!.kept!.held_out).toBeCloseTo(0.5)
})
