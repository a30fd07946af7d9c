import { experiment, experiment_unit } from '@kushi/db/schema/experiment'
import { order_item, orders } from '@kushi/db/schema/order'
import { product, product_sku } from '@kushi/db/schema/product'
import {
  pace_answer,
  pace_offer,
  pace_prior,
  subscription,
  subscription_order_item,
} from '@kushi/db/schema/subscription'
import { testDatabase } from '@kushi/db/testing'
import { eq, ne } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { withMemberActor } from '../../actor.ts'
import type { OperatorContext } from '../../foundation/admin/index.ts'
import { testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import {
  answerLeftover,
  EVERY_45_DAYS,
  insertOilSubscription,
  OIL_SKU_ID,
  setOilLastingDays,
} from '../../testing/pace.ts'
import { loadSubscriptionRow } from '../../testing/subscription.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { endPaceExperiment, startPaceExperiment } from '../experiment/admin/run-experiment.ts'
import { isInHoldout } from '../experiment/internal/assignment.ts'
import { acceptPaceProposal } from './accept-pace.ts'
import { showSubscriptionToOperator } from './admin/show-one.ts'
import { answerLeftoverQuestion, showPace } from './fit-pace.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
beforeAll(() => setOilLastingDays(db))

describe('what was answered before the first purchase', () => {
  const question = (...options: [string, number][]) => ({
    question: options.map(([option]) => option).join(),
    options: options.map(([option, days_percent]) => ({ option, days_percent })),
  })
  const lasting_questions = [question(['毎日', 80], ['ときどき', 150]), question(['ロング', 75], ['ショート', 120])]
  const priorsOf = (id: number) => db.select().from(pace_prior).where(eq(pace_prior.subscription_id, id))

  async function ordered(lasting_answers?: (string | null)[]) {
    const [customer_id] = await insertMembers(db, 1)
    const member = withMemberActor(testContext(db, { customer_id: customer_id! }), customer_id!)
    const items = [
      { product_sku_id: OIL_SKU_ID, quantity: 1, revision: 1, ...(lasting_answers && { lasting_answers }) },
    ]
    const wanted = testOrderDraft({ is_subscription: true, delivery_pattern: EVERY_45_DAYS, items })
    await placeOrder(member, await confirmedOrderInput(member, wanted))
    const [row] = await db.select().from(subscription).where(eq(subscription.customer_id, customer_id!))
    return row!.id
  }

  test('stays with the contract; an option that is asked no more says nothing and refuses no order', async () => {
    await db.update(product).set({ lasting_questions }).where(eq(product.id, 1))
    expect(await priorsOf(await ordered(['毎日', 'ロング']))).toMatchObject([
      { product_sku_id: OIL_SKU_ID, answers: ['毎日', 'ロング'], days_percent: 60 },
    ])
    expect(await priorsOf(await ordered([null, 'ショート']))).toMatchObject([
      { answers: ['ショート'], days_percent: 120 },
    ])
    for (const none of [undefined, [], [null, null], ['ロング', '毎日']])
      expect(await priorsOf(await ordered(none))).toEqual([])
  })

  test('is where the reckoning begins', async () => {
    const daysOf = (text: string) => Number(/およそ(\d+)日/.exec(text)![1])
    const { id, member } = await insertOilSubscription(db)
    const before = (await showPace(member, { id })).pace!
    const { shop_id } = member
    const prior = { shop_id, subscription_id: id, product_sku_id: OIL_SKU_ID, created_at: member.clock.now() }
    await db.insert(pace_prior).values({ ...prior, answers: ['毎日', 'ロング'], days_percent: 60 })
    const after = (await showPace(member, { id })).pace!
    expect(daysOf(after.text)).toBeLessThan(daysOf(before.text) * 0.7)
    const desk = await operatorContext(db, 'viewer', { clock: member.clock })
    expect((await showSubscriptionToOperator(desk, { id })).pace!.basis).toBe(
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
    const { id, member } = await insertOilSubscription(db)
    const quiet = await insertOilSubscription(db)
    await startPaceExperiment(desk, half)
    await salted(saltFor(id, isHeld))
    // Nothing is off yet, so nothing is compared; and an operator who looks is not the member.
    await showPace(member, { id })
    await answerLeftover(quiet.member, quiet.id, { rest_answer: 'fits' })
    expect(await unitsOf(id)).toEqual([])
    expect(await unitsOf(quiet.id)).toEqual([])

    const pace = await answerLeftover(member, id, { rest_answer: 'more' })
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
    const { version } = await loadSubscriptionRow(db, id)
    const take = acceptPaceProposal(member, { id, pace_kind: 'later', version })
    if (isHeld) await expect(take).rejects.toMatchObject({ error: 'ERROR_PACE_OVER' })
    else await take

    const desk2 = { ...desk, clock: member.clock }
    expect((await showSubscriptionToOperator(desk2, { id })).pace!.is_held_out).toBe(isHeld)
    expect(await unitsOf(id)).toHaveLength(1)

    await endPaceExperiment(desk, {})
    if (isHeld) expect((await answerLeftover(member, id, { rest_answer: 'more' })).proposals.length).toBeGreaterThan(0)
  })

  test('beside 解約 it is withheld too; what an operator opens exposes nobody', async () => {
    const { id, member } = await insertOilSubscription(db, {}, { quantity: 2 })
    await startPaceExperiment(desk, half)
    await salted(saltFor(id, true))
    await showSubscriptionToOperator({ ...desk, clock: member.clock }, { id })
    expect(await unitsOf(id)).toEqual([])
    expect((await answerLeftover(member, id, { is_leaving: true })).proposals).toEqual([])
    expect(await unitsOf(id)).toMatchObject([{ is_held_out: true }])
  })

  test('what was proposed before it began stays, and is not compared', async () => {
    const { id, member } = await insertOilSubscription(db)
    await answerLeftover(member, id, { rest_answer: 'more' })
    await startPaceExperiment(desk, half)
    await salted(saltFor(id, true))
    expect((await showPace(member, { id })).pace!.proposals.length).toBeGreaterThan(0)
    expect(
      (await answerLeftoverQuestion(member, { id, rest_answer: 'more', is_leaving: true })).pace!.proposals,
    ).not.toEqual([])
    expect(await unitsOf(id)).toEqual([])
  })
})

describe('beside other features', () => {
  const SET = 128

  test('a set is reckoned by its own 目安, or by none', async () => {
    const [sku] = await db.select().from(product_sku).where(eq(product_sku.id, SET))
    await db.update(product).set({ sale_type: 3 }).where(eq(product.id, sku!.product_id))
    await db.update(product_sku).set({ stock: 1_000 }).where(ne(product_sku.id, SET))
    const set = await insertOilSubscription(db, {}, { product_sku_id: SET })
    expect(await showPace(set.member, { id: set.id })).toEqual({ pace: null })
    await db.update(product_sku).set({ lasting_days: 45 }).where(eq(product_sku.id, SET))
    const pace = await answerLeftover(set.member, set.id, { rest_answer: 'none' })
    expect(pace.proposals[0]).toMatchObject({ pace_kind: 'sooner' })
    const { version } = await loadSubscriptionRow(db, set.id)
    await acceptPaceProposal(set.member, { id: set.id, pace_kind: 'sooner', version })
    await db.update(product_sku).set({ lasting_days: null }).where(eq(product_sku.id, SET))
  })

  test('a contract from another system begins with its first delivery from here', async () => {
    const { id, member } = await insertOilSubscription(db, { cycle: 7 })
    const { pace } = await showPace(member, { id })
    expect(pace).not.toBeNull()
    const [customer_id] = await insertMembers(db, 1)
    const ofOther = { subscription_id: null, cycle: null, customer_id: customer_id! }
    await db.update(orders).set(ofOther).where(eq(orders.subscription_id, id))
    expect(await showPace(member, { id })).toEqual({ pace: null })
  })

  test('a price that was agreed for later stays agreed', async () => {
    const agreed = { agreed_price: 2_900, agreed_from: '2027-06-01' }
    const { id, member } = await insertOilSubscription(db, {}, agreed)
    const itemOf = async () =>
      (await db.select().from(subscription_order_item).where(eq(subscription_order_item.subscription_id, id)))[0]!
    expect(await itemOf()).toMatchObject(agreed)
    const { proposals, version } = await answerLeftover(member, id, { rest_answer: 'more' })
    await acceptPaceProposal(member, { id, pace_kind: proposals[0]!.pace_kind, version })
    expect(await itemOf()).toMatchObject(agreed)
  })

  test('what was bought once meanwhile counts', async () => {
    const { id, member } = await insertOilSubscription(db)
    const textOf = async () => (await showPace(member, { id })).pace!
    const before = await textOf()
    const { postal_code01, postal_code02, addr01, addr02 } = await loadSubscriptionRow(db, id)
    const [order] = await db.select().from(orders).where(eq(orders.subscription_id, id))
    const { id: _, ...copy } = order!
    const here = { postal_code01, postal_code02, addr01, addr02 }
    const once = {
      ...copy,
      ...here,
      subscription_id: null,
      cycle: null,
      order_no: `P-ONCE-${id}`,
      idempotency_key: null,
    }
    const [bought] = await db
      .insert(orders)
      .values(once as never)
      .returning({ id: orders.id })
    const [item] = await db.select().from(order_item).where(eq(order_item.order_id, order!.id))
    const { id: __, ...piece } = item!
    await db.insert(order_item).values({ ...piece, order_id: bought!.id, quantity: 2 } as never)
    const after = await textOf()
    expect(after.text).not.toBe(before.text)
    expect(after.is_off).toBe(true)
  })
})
