import { experiment, experiment_unit } from '@kushi/db/schema/experiment'
import { product } from '@kushi/db/schema/product'
import { pace_answer, pace_offer, pace_prior, subscription } from '@kushi/db/schema/subscription'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { asMember } from '../../actor.ts'
import type { OperatorContext } from '../../foundation/admin/index.ts'
import { testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmed, draft, newMembers } from '../../testing/order.ts'
import { every45, lastingOil, OIL, receivedOil, told } from '../../testing/pace.ts'
import { rowOf } from '../../testing/subscription.ts'
import { endPaceExperiment, startPaceExperiment } from '../experiment/admin/run-experiment.ts'
import { isInHoldout } from '../experiment/internal/assignment.ts'
import { placeOrder } from '../order/place-order.ts'
import { showOneSubscription } from './admin/show-one.ts'
import { answerRest, showPace } from './fit-pace.ts'
import { takePace } from './take-pace.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
beforeAll(() => lastingOil(db))

describe('what was answered before the first purchase', () => {
  const question = (...options: [string, number][]) => ({
    question: options.map(([option]) => option).join(),
    options: options.map(([option, days_percent]) => ({ option, days_percent })),
  })
  const lasting_questions = [question(['毎日', 80], ['ときどき', 150]), question(['ロング', 75], ['ショート', 120])]
  const priorsOf = (id: number) => db.select().from(pace_prior).where(eq(pace_prior.subscription_id, id))

  async function ordered(lasting_answers?: (string | null)[]) {
    const [customer_id] = await newMembers(db, 1)
    const member = asMember(testContext(db, { customer_id: customer_id! }), customer_id!)
    const items = [{ product_sku_id: OIL, quantity: 1, revision: 1, ...(lasting_answers && { lasting_answers }) }]
    const wanted = draft({ is_subscription: true, delivery_pattern: every45, items })
    await placeOrder(member, await confirmed(member, wanted))
    const [row] = await db.select().from(subscription).where(eq(subscription.customer_id, customer_id!))
    return row!.id
  }

  test('stays with the contract; an option that is asked no more says nothing and refuses no order', async () => {
    await db.update(product).set({ lasting_questions }).where(eq(product.id, 1))
    expect(await priorsOf(await ordered(['毎日', 'ロング']))).toMatchObject([
      { product_sku_id: OIL, answers: ['毎日', 'ロング'], days_percent: 60 },
    ])
    expect(await priorsOf(await ordered([null, 'ショート']))).toMatchObject([
      { answers: ['ショート'], days_percent: 120 },
    ])
    for (const none of [undefined, [], [null, null], ['ロング', '毎日']])
      expect(await priorsOf(await ordered(none))).toEqual([])
  })

  test('is where the reckoning begins', async () => {
    const daysOf = (text: string) => Number(/およそ(\d+)日/.exec(text)![1])
    const { id, member } = await receivedOil(db)
    const before = (await showPace(member, { id })).pace!
    const { shop_id } = member
    const prior = { shop_id, subscription_id: id, product_sku_id: OIL, created_at: member.clock.now() }
    await db.insert(pace_prior).values({ ...prior, answers: ['毎日', 'ロング'], days_percent: 60 })
    const after = (await showPace(member, { id })).pace!
    expect(daysOf(after.text)).toBeLessThan(daysOf(before.text) * 0.7)
    const desk = await operatorContext(db, 'viewer', { clock: member.clock })
    expect((await showOneSubscription(desk, { id })).pace!.basis).toBe(
      '使い切る目安27日(毎日・ロング)、お届けした1点から計算',
    )
  })
})

describe('比較: the proposals are withheld from a share', () => {
  let desk: OperatorContext
  const half = { holdout_percent: 50, window_days: 180 } as const
  const unitsOf = (id: number) => db.select().from(experiment_unit).where(eq(experiment_unit.subscription_id, id))
  const offersOf = (id: number) => db.select().from(pace_offer).where(eq(pace_offer.subscription_id, id))
  const salted = (salt: string) => db.update(experiment).set({ salt }).where(eq(experiment.subject, 'pace'))
  /** A salt by which this contract is, or is not, held out. */
  const saltFor = (id: number, isHeld: boolean) =>
    Array.from({ length: 100 }, (_, n) => `salt${n}`).find((one) => isInHoldout(one, id, 50) === isHeld)!

  beforeAll(async () => {
    desk = await operatorContext(db, 'manager')
  })
  afterEach(() => endPaceExperiment(desk, {}).catch(() => undefined))

  test('one at a time', async () => {
    await startPaceExperiment(desk, half)
    await expect(startPaceExperiment(desk, half)).rejects.toMatchObject({ error: 'ERROR_EXPERIMENT_STATE' })
    await startPaceExperiment({ ...desk, shop_id: 3 }, half)
    await endPaceExperiment({ ...desk, shop_id: 3 }, {})
    await endPaceExperiment(desk, {})
    await expect(endPaceExperiment(desk, {})).rejects.toMatchObject({ error: 'ERROR_EXPERIMENT_STATE' })
  })

  test.each([true, false])('held out: %s', async (isHeld) => {
    const { id, member } = await receivedOil(db)
    const quiet = await receivedOil(db)
    await startPaceExperiment(desk, half)
    await salted(saltFor(id, isHeld))
    // Nothing is off yet, so nothing is compared; and an operator who looks is not the member.
    await showPace(member, { id })
    await told(quiet.member, quiet.id, { rest_answer: 'fits' })
    expect(await unitsOf(id)).toEqual([])
    expect(await unitsOf(quiet.id)).toEqual([])

    const pace = await told(member, id, { rest_answer: 'more' })
    expect(pace).toMatchObject({ rest_answer: 'more', is_off: !isHeld })
    expect(pace.proposals.length > 0).toBe(!isHeld)
    if (isHeld) expect(pace.text).toBe('次回のお届けは2027年1月5日(火)の予定です。')
    else expect(pace.text).toContain('余る見込み')
    expect(await unitsOf(id)).toMatchObject([{ is_held_out: isHeld }])
    // What was answered and reckoned is kept for both.
    const [answer] = await db.select().from(pace_answer).where(eq(pace_answer.subscription_id, id))
    expect(answer).toMatchObject({ answer: 'more', chosen_days: 45 })
    expect(answer!.spare_days).toBeGreaterThan(7)
    expect(await offersOf(id)).toHaveLength(1)
    const { version } = await rowOf(db, id)
    const take = takePace(member, { id, pace_kind: 'later', version })
    if (isHeld) await expect(take).rejects.toMatchObject({ error: 'ERROR_PACE_OVER' })
    else await take

    const desk2 = { ...desk, clock: member.clock }
    expect((await showOneSubscription(desk2, { id })).pace!.is_held_out).toBe(isHeld)
    expect(await unitsOf(id)).toHaveLength(1)

    await endPaceExperiment(desk, {})
    if (isHeld) expect((await told(member, id, { rest_answer: 'more' })).proposals.length).toBeGreaterThan(0)
  })

  test('beside 解約 it is withheld too; what an operator opens exposes nobody', async () => {
    const { id, member } = await receivedOil(db, {}, { quantity: 2 })
    await startPaceExperiment(desk, half)
    await salted(saltFor(id, true))
    await showOneSubscription({ ...desk, clock: member.clock }, { id })
    expect(await unitsOf(id)).toEqual([])
    expect((await told(member, id, { is_leaving: true })).proposals).toEqual([])
    expect(await unitsOf(id)).toMatchObject([{ is_held_out: true }])
  })

  test('what was proposed before it began stays, and is not compared', async () => {
    const { id, member } = await receivedOil(db)
    await told(member, id, { rest_answer: 'more' })
    await startPaceExperiment(desk, half)
    await salted(saltFor(id, true))
    expect((await showPace(member, { id })).pace!.proposals.length).toBeGreaterThan(0)
    expect((await answerRest(member, { id, rest_answer: 'more', is_leaving: true })).pace!.proposals).not.toEqual([])
    expect(await unitsOf(id)).toEqual([])
  })
})
