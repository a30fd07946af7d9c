import { experiment, experiment_unit } from '@kushi/db/schema/experiment'
import { promotion } from '@kushi/db/schema/promotion'
import { master_data } from '@kushi/db/schema/shop'
import { subscription } from '@kushi/db/schema/subscription'
import { testDatabase } from '@kushi/db/testing'
import { addDays } from '@kushi/values/calendar-date'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatorContext } from '../../foundation/admin/index.ts'
import { endCancelOfferExperiment, startCancelOfferExperiment } from '../../sales/experiment/admin/run-experiment.ts'
import { isInHoldout } from '../../sales/experiment/internal/assignment.ts'
import { acceptPromotion, showCancelOffer } from '../../sales/subscription/accept-promotion.ts'
import { getSubscription } from '../../sales/subscription/get-subscription.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { insertSubscribedMember } from '../../testing/subscription.ts'
import { showExperiment } from './admin/show-experiment.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const clock = testClock()
let desk: OperatorContext
beforeAll(async () => {
  desk = await operatorContext(db, 'manager', { clock })
})

const REASON = 5
/** A promotion for running contracts, beside one 解約の理由. */
async function offered() {
  const { id } = await insertRunningPromotion(db, {
    promotion_name: '続けて割',
    trigger: 'cancel_offer',
    audience: 'once',
    cart_type: 1,
    to_cycle: 2,
  })
  await db
    .update(master_data)
    .set({ offers: ['promotion', 'skip'], promotion_id: id })
    .where(and(eq(master_data.shop_id, 2), eq(master_data.name, 'cancel_reason'), eq(master_data.id, REASON)))
  return id
}
const half = { holdout_percent: 50, window_days: 28 } as const

test('a share of contracts, by chance and for good, is not offered it; each is written once, when it would be shown', async () => {
  const id = await offered()
  const { id: experiment_id } = await startCancelOfferExperiment(desk, { id, ...half })
  await expect(startCancelOfferExperiment(desk, { id, ...half })).rejects.toMatchObject({
    error: 'ERROR_EXPERIMENT_STATE',
  })
  await db.update(experiment).set({ salt: 'known' }).where(eq(experiment.id, experiment_id))

  const contracts = []
  for (let n = 0; n < 6; n++)
    contracts.push(
      await insertSubscribedMember(db, testContext(db, { clock }), {
        cycle: 3,
        next_delivery_date: '2026-12-25',
        next_next_delivery_date: '2027-01-25',
      }),
    )
  const isHeld = (one: number) => isInHoldout('known', one, 50)
  const halves = new Set(contracts.map(({ id: contract }) => isHeld(contract)))
  expect(halves.size).toBe(2)
  for (const { id: contract, member } of contracts) {
    for (let looks = 0; looks < 2; looks++) {
      const { promotion: shown } = await showCancelOffer(member, { id: contract, reason: REASON })
      expect(shown === null).toBe(isHeld(contract))
    }
    const { version } = await getSubscription(member, { id: contract })
    const instead_of = { reason: REASON, detail: '', offered: ['promotion' as const], taken: 'promotion' as const }
    const wish = { id: contract, version, promotion_id: id, shown_text: '', instead_of }
    await expect(acceptPromotion(member, wish)).rejects.toMatchObject({
      error: isHeld(contract) ? 'ERROR_PROMOTION_ENDED' : 'ERROR_AMOUNT_CHANGED',
    })
  }
  const units = await db.select().from(experiment_unit).orderBy(asc(experiment_unit.subscription_id))
  expect(units.map(({ subscription_id, is_held_out }) => [subscription_id, is_held_out])).toEqual(
    contracts.map(({ id: contract }) => [contract, isHeld(contract)]).sort(([a], [b]) => Number(a) - Number(b)),
  )

  await endCancelOfferExperiment(desk, { id })
  await expect(endCancelOfferExperiment(desk, { id })).rejects.toMatchObject({ error: 'ERROR_EXPERIMENT_STATE' })
  for (const { id: contract, member } of contracts)
    expect((await showCancelOffer(member, { id: contract, reason: REASON })).promotion).not.toBeNull()
  expect(await db.$count(experiment_unit)).toBe(6)
})

test('only an offer at 解約 that is public can be compared', async () => {
  const { id } = await insertRunningPromotion(db, { promotion_name: '秋の特典', trigger: 'automatic' })
  await expect(startCancelOfferExperiment(desk, { id, ...half })).rejects.toMatchObject({
    error: 'ERROR_EXPERIMENT_STATE',
  })
  const other = await offered()
  await db.update(promotion).set({ status: 'stopped' }).where(eq(promotion.id, other))
  await expect(startCancelOfferExperiment(desk, { id: other, ...half })).rejects.toMatchObject({
    error: 'ERROR_EXPERIMENT_STATE',
  })
  await expect(startCancelOfferExperiment(desk, { id: 999_999, ...half })).rejects.toMatchObject({ status: 404 })
})

test('what came of both within the days, as a plain count has it; nothing before they are over', async () => {
  const id = await offered()
  const { id: experiment_id } = await startCancelOfferExperiment(desk, { id, ...half })
  const exposed = clock.today()
  const [model] = await db.select().from(subscription).orderBy(asc(subscription.id)).limit(1)
  const { id: _, billing_key: __, ...row } = model!
  const made = await db
    .insert(subscription)
    .values(
      Array.from({ length: 120 }, (___, n) => {
        // Of those who were offered it 10 of 60 leave within the days, of the others 40 of 60.
        const isHeld = n % 2 === 1
        const leaves = isHeld ? n % 3 !== 0 : n % 12 === 0
        return {
          ...row,
          ...(leaves
            ? { ended_on: addDays(exposed, 20), end_event: 'cancelled' as const, end_reason_id: REASON }
            : { ended_on: null, end_event: null, end_reason_id: null }),
        }
      }),
    )
    .returning()
  await db.insert(experiment_unit).values(
    made.map(({ id: subscription_id }, n) => ({
      ...{ shop_id: 2, experiment_id, subscription_id, is_held_out: n % 2 === 1 },
      exposed_at: clock.now(),
    })),
  )
  expect((await showExperiment(desk, { id })).latest).toMatchObject({
    sides: { offered: { exposed: 60, judged: 0 }, held_out: { exposed: 60, judged: 0 } },
    kept: null,
  })
  clock.move(29)
  const { latest } = await showExperiment(desk, { id })
  expect(latest!.sides.held_out).toEqual({ exposed: 60, judged: 60 })
  expect(latest!.kept!.offered).toBeCloseTo(50 / 60)
  expect(latest!.kept!.held_out).toBeCloseTo(20 / 60)
  expect(latest!.kept!.low).toBeGreaterThan(0)

  await db.update(promotion).set({ min_amount: 3_000 }).where(eq(promotion.id, id))
  expect((await showExperiment(desk, { id })).latest).toMatchObject({ is_changed: true, kept: null })
})
