import { ROLE_PERMISSIONS } from '@kushi/contract/admin/permission'
import { customer } from '@kushi/db/schema/customer'
import { experiment, experiment_unit } from '@kushi/db/schema/experiment'
import { order_credit, order_credit_item, order_item } from '@kushi/db/schema/order'
import { sku_cost } from '@kushi/db/schema/product'
import { testDatabase } from '@kushi/db/testing'
import { addDays } from '@kushi/values/calendar-date'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { systemActor } from '../../actor.ts'
import { startCancelOfferExperiment, startPaceExperiment } from '../../sales/experiment/admin/run-experiment.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { insertMembers } from '../../testing/order.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { referenceDifference } from '../../testing/reference-difference.ts'
import { insertOrderRow, insertSubscriptionRow } from '../../testing/rows.ts'
import { showExperiment, showPaceExperiment } from './admin/show-experiment.ts'
import { rebuildFacts } from './figures.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const seenOn = testClock().today()
const clock = testClock(addDays(seenOn, 91))
const at = (day: string) => new Date(`${day}T12:00:00+09:00`)
const exposed_at = at(seenOn)
const desk = await operatorContext(db, 'manager', { clock })
const { id: promotion_id } = await insertRunningPromotion(db, {
  trigger: 'cancel_offer',
  audience: 'once',
  to_cycle: 2,
})
const days = { holdout_percent: 50, window_days: 90 } as const

/** 101 costs more from the middle of the days on; 102 is given away; of 105 nothing is known. */
await db.insert(sku_cost).values(
  [
    { product_sku_id: 101, cost_from: '2026-01-01', unit_cost: 600 },
    { product_sku_id: 101, cost_from: addDays(seenOn, 40), unit_cost: 750 },
    { product_sku_id: 102, cost_from: '2026-01-01', unit_cost: 300 },
  ].map((cost) => ({ shop_id: 2, ...cost })),
)
const gift = { product_sku_id: 102, price: 0, subtotal: 0, gift_promotion_id: promotion_id }

type Member = typeof customer.$inferSelect
type Item = Parameters<typeof insertOrderRow>[2][number]
const deliver = (member: Member, subscription_id: number, cycle: number, day: string, items: Item[]) =>
  insertOrderRow(db, member, items, {
    ...{ subscription_id, cycle, status: 'shipped', created_at: at(addDays(day, -2)), updated_at: at(day) },
  })

async function newContracts(count: number) {
  const ids = await insertMembers(db, count)
  const members = await db
    .select()
    .from(customer)
    .where(sql`id = any(${sql.param(ids)}::bigint[])`)
  return Promise.all(members.map(async (member) => ({ member, contract: await insertSubscriptionRow(db, member) })))
}

/** Both comparisons have these contracts, every other one held out. */
async function expose(contracts: readonly number[]) {
  const both = [
    await startCancelOfferExperiment(desk, { id: promotion_id, ...days }),
    await startPaceExperiment(desk, days),
  ]
  for (const { id: experiment_id } of both)
    await db.insert(experiment_unit).values(
      contracts.map((subscription_id, n) => ({
        ...{ shop_id: 2, experiment_id, subscription_id, is_held_out: n % 2 === 1, exposed_at },
      })),
    )
  await rebuildFacts(testContext(db, { clock }))
}
const shown = async (viewer = desk) => [
  (await showExperiment(viewer, { id: promotion_id })).latest!,
  (await showPaceExperiment(viewer, {})).latest!,
]

beforeEach(() => db.update(experiment).set({ ended_at: clock.now() }))

/** Some of a delivery's first item comes back, or was missing. */
async function takeBack(order_id: number, kind: 'return' | 'missing', restocked: boolean) {
  const [item] = await db.select().from(order_item).where(eq(order_item.order_id, order_id)).orderBy(order_item.id)
  const amount = Math.floor((item!.subtotal - item!.discount_amount) / item!.quantity)
  const [note] = await db
    .insert(order_credit)
    .values({ shop_id: 2, order_id, kind, amount, tax_lines: [], ...systemActor('倉庫'), created_at: exposed_at })
    .returning()
  await db.insert(order_credit_item).values({
    ...{ shop_id: 2, order_credit_id: note!.id, kind: 'goods', order_item_id: item!.id, quantity: 1, amount },
    ...{ tax_rate: item!.tax_rate, restocked },
  })
}

test('粗利 of both, of 解約 and of the pace, as a plain program counts it delivery by delivery', async () => {
  const contracts = await newContracts(160)
  await Promise.all(
    contracts.map(async ({ member, contract }, n) => {
      const isOffered = n % 2 === 0
      const base = { product_sku_id: 101, quantity: 1 + (n % 3) }
      const send = (cycle: number, after: number, items: Item[] = [base]) =>
        deliver(member, contract, cycle, addDays(seenOn, after), items)
      // Before, some of it too long ago to count.
      await send(1, -200)
      await send(2, n % 13 === 0 ? -181 : -30)
      // 年払い: paid for with one delivery, sent with two.
      if (n % 29 === 0) {
        const yearly = { product_sku_id: 101, lump_sum_payment_flag: true, lump_sum_payment_num: 6 }
        await send(3, 5, [{ ...yearly, subtotal: 2_860 * 6 }])
        await send(4, 35, [{ ...yearly, price: 0, subtotal: 0 }])
        return
      }
      if (n % 7 === 0) return
      const first = await send(3, 10, [
        { ...base, discount_amount: isOffered ? 500 : 0 },
        ...(isOffered && n % 4 === 0 ? [gift] : []),
      ])
      if (n % 11 === 0) await takeBack(first.id, n % 3 === 0 ? 'missing' : 'return', n % 3 === 1)
      // Where it is offered more of them go on.
      if (isOffered ? n % 8 !== 0 : n % 3 === 0) await send(4, 50, [base, { product_sku_id: 105 }])
      if (n % 17 === 0) await send(5, 60, [{ product_sku_id: 105 }, gift])
      await send(6, 91)
    }),
  )
  await expose(contracts.map(({ contract }) => contract))
  const plain = await countPlainly(contracts.map(({ contract }) => contract))
  const expected = referenceDifference(
    plain.map(({ arm, profit, before }) => ({ arm, y: profit, x: before })),
    100,
  )
  for (const latest of await shown()) {
    expect(latest.sides).toMatchObject({ offered: { judged: 80 }, held_out: { judged: 80 } })
    const { difference, low, high } = latest.profit!
    for (const [found, by] of [
      [difference, expected.difference],
      [low, expected.low],
      [high, expected.high],
    ] as const)
      expect(found).toBeCloseTo(by, 6)
    expect(latest.uncosted).toBe(plain.reduce((all, { uncosted }) => all + uncosted, 0))
    expect(latest.uncosted).toBeGreaterThan(3)
  }
  // As with 原価: for those who see figures.
  const support = { ...desk, operator: { ...desk.operator, permissions: ROLE_PERMISSIONS.support } }
  for (const latest of await shown(support)) {
    expect(latest).toMatchObject({ profit: null, uncosted: 0 })
    expect(latest.yen).not.toBeNull()
  }
})

test('of twins nothing is seen; of one more delivery to those who were offered it, just its 粗利', async () => {
  const contracts = await newContracts(120)
  const ids = contracts.map(({ contract }) => contract)
  const items = (n: number, most: number) => [{ product_sku_id: 101, quantity: 1 + (Math.floor(n / 2) % most) }]
  await Promise.all(
    contracts.map(async ({ member, contract }, n) => {
      await deliver(member, contract, 1, addDays(seenOn, -40), items(n, 3))
      await deliver(member, contract, 2, addDays(seenOn, 5), items(n, 4))
    }),
  )
  await expose(ids)
  for (const { profit } of await shown()) {
    expect(profit!.difference).toBeCloseTo(0, 6)
    expect(profit!.low).toBeLessThan(0)
    expect(profit!.high).toBeGreaterThan(0)
  }
  await Promise.all(
    contracts.map(async ({ member, contract }, n) => {
      if (n % 2 === 1) return
      await deliver(member, contract, 3, addDays(seenOn, 20), [{ product_sku_id: 101 }, gift])
    }),
  )
  await rebuildFacts(testContext(db, { clock }))
  // ¥2,420 with ¥220 of tax, less 600 and the gift's 300.
  for (const { profit } of await shown()) {
    expect(profit!.difference).toBeCloseTo(1_300, 6)
    expect(profit!.low).toBeGreaterThan(0)
  }
})

/** Contract by contract, from what was written. */
async function countPlainly(contracts: readonly number[]) {
  const read = async (text: string) => (await db.$client.query(text)).rows
  const orders = await read(`select id::int, subscription_id::int as contract, payment_total,
    (updated_at + interval '9 hours')::date::text as day, (created_at + interval '9 hours')::date::text as cost_day from orders`)
  const items = await read(`select * from order_item`)
  const back = await read(
    `select i.*, k.kind as why from order_credit_item i join order_credit k on k.id = i.order_credit_id`,
  )
  const taxed = (yen: number, rate: number) => Math.floor((yen * rate) / (100 + rate))
  const costOf = (sku: string, day: string) =>
    Number(sku) === 102 ? 300 : Number(sku) === 101 ? (day < addDays(seenOn, 40) ? 600 : 750) : null
  return contracts.map((contract, n) => {
    let [profit, before, uncosted] = [0, 0, 0]
    for (const order of orders.filter((one) => one.contract === contract)) {
      const own = items.filter(({ order_id }) => Number(order_id) === order.id)
      const returned = back.filter(({ order_item_id }) => own.some(({ id }) => id === order_item_id))
      const kept = order.payment_total - returned.reduce((all, { amount }) => all + amount, 0)
      if (order.day >= addDays(seenOn, -180) && order.day < seenOn) before += kept
      if (order.day < seenOn || order.day > addDays(seenOn, 90)) continue
      let isKnown = false
      for (const item of own) {
        const cost = costOf(item.product_sku_id, order.cost_day)
        if (cost === null) continue
        isKnown ||= item.gift_promotion_id === null
        const paid = item.subtotal - item.discount_amount
        const sent = item.lump_sum_payment_flag ? (paid > 0 ? item.lump_sum_payment_num : 0) : 1
        profit += paid - taxed(paid, item.tax_rate) - item.quantity * sent * cost
        for (const one of returned.filter(({ order_item_id }) => order_item_id === item.id)) {
          profit -= one.amount - taxed(one.amount, one.tax_rate)
          if (one.why === 'missing' || one.restocked) profit += cost
        }
      }
      if (!isKnown) uncosted++
    }
    return { arm: n % 2, profit, before, uncosted }
  })
}
