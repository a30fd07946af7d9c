import { ROLE_PERMISSIONS } from '@kushi/contract/admin/permission'
import { customer } from '@kushi/db/schema/customer'
import { experiment, experiment_order } from '@kushi/db/schema/experiment'
import { orders } from '@kushi/db/schema/order'
import { order_offer, order_offer_answer } from '@kushi/db/schema/order-offer'
import { sku_cost } from '@kushi/db/schema/product'
import { promotion } from '@kushi/db/schema/promotion'
import { testDatabase } from '@kushi/db/testing'
import { addDays } from '@kushi/values/calendar-date'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { MemberContext } from '../../context.ts'
import {
  addOrderOffer,
  changeOrderOffer,
  deleteOrderOffer,
  getOrderOffer,
  listOrderOffers,
} from '../../operation/configuration/admin/order-offers.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { endOrderOfferExperiment, startOrderOfferExperiment } from '../../sales/experiment/admin/run-experiment.ts'
import { isInHoldout } from '../../sales/experiment/internal/assignment.ts'
import { acceptPostPurchaseOffer, showPostPurchaseOffer } from '../../sales/fulfilment/post-purchase-offer.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { runWhileTableLocked } from '../../testing/lock-waits.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { referenceDifference } from '../../testing/reference-difference.ts'
import { insertOrderRow } from '../../testing/rows.ts'
import { showOrderOfferExperiment } from './admin/show-experiment.ts'
import { rebuildFacts } from './figures.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const clock = testClock()
const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
const desk = await operatorContext(db, 'manager', { clock })

const shampoo = {
  ...{ offer_place: 'after' as const, title: '同じ箱でお届けできます', text: '', visible: true, sort_no: 10 },
  ...{ opens_at: null, closes_at: null, cart_type: 0 as const, product_sku_id: 105, quantity: 1, for_sku_ids: [] },
  ...{ landing_slug: '', take_within_minutes: 30 },
}
const half = { holdout_percent: 50, window_days: 28 } as const

let id = 0
beforeEach(async () => {
  await db.delete(order_offer_answer)
  await db.delete(order_offer)
  await db.update(promotion).set({ status: 'stopped' })
  ;({ id } = await addOrderOffer(desk, shampoo))
})

async function ordered() {
  const [customer_id] = await insertMembers(db, 1)
  const ctx = testContext(db, { customer_id: customer_id!, settings, clock }) as MemberContext
  const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft()))
  const [row] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  return { ctx, row: row!, show: async () => (await showPostPurchaseOffer(ctx, { order_no })).offer }
}
async function begin() {
  const { id: experiment_id } = await startOrderOfferExperiment(desk, { id, ...half })
  await db.update(experiment).set({ salt: 'known' }).where(eq(experiment.id, experiment_id))
  return experiment_id
}
const isHeld = (order_id: number) => isInHoldout('known', order_id, 50)
/** Orders until there are both. */
async function both() {
  const found: Awaited<ReturnType<typeof ordered>>[] = []
  while (new Set(found.map(({ row }) => isHeld(row.id))).size < 2 || found.length < 4) found.push(await ordered())
  return found
}

test('a share of orders, by chance and for good, is not offered it; both are written once, with what they were', async () => {
  const before = await ordered()
  await before.show()
  const experiment_id = await begin()
  await expect(startOrderOfferExperiment(desk, { id, ...half })).rejects.toMatchObject({
    error: 'ERROR_EXPERIMENT_STATE',
  })
  // What was shown before goes on, and is not compared.
  expect(await before.show()).not.toBeNull()
  const all = await both()
  for (const { row, show, ctx } of all) {
    for (let looks = 0; looks < 2; looks++) expect((await show()) === null).toBe(isHeld(row.id))
    if (!isHeld(row.id)) continue
    const shown = { payment_total: 9_999, terms_version: 'x', shown_at: '2026-11-21T03:01:00.000Z', text: '¥9,999' }
    const press = { order_no: row.order_no, order_offer_id: id, shown }
    await expect(acceptPostPurchaseOffer(ctx, press)).rejects.toMatchObject({ error: 'ERROR_OFFER_ENDED' })
  }
  const written = await db.select().from(experiment_order).orderBy(experiment_order.order_id)
  expect(written.map(({ order_id, arm, before_yen }) => [order_id, arm, before_yen])).toEqual(
    all.map(({ row }) => [row.id, Number(isHeld(row.id)), row.payment_total]),
  )
  const held = all.filter(({ row }) => isHeld(row.id))
  const [listed] = (await listOrderOffers(desk, {})).items
  expect(listed).toMatchObject({ shown: 1 + all.length - held.length, taken: 0 })
  const { latest } = await showOrderOfferExperiment(desk, { id })
  expect(latest).toMatchObject({ id: experiment_id, sides: { held_out: { exposed: held.length, judged: 0 } } })

  // After its end later orders are all offered it; what was withheld stays withheld.
  await endOrderOfferExperiment(desk, { id })
  await expect(endOrderOfferExperiment(desk, { id })).rejects.toMatchObject({ error: 'ERROR_EXPERIMENT_STATE' })
  for (const { row, show } of all) expect((await show()) === null).toBe(isHeld(row.id))
  for (let n = 0; n < 4; n++) expect(await (await ordered()).show()).not.toBeNull()
  expect(await db.$count(experiment_order)).toBe(all.length)
})

test('an order from which it is withheld is not shown another one instead', async () => {
  await begin()
  const held = (await both()).find(({ row }) => isHeld(row.id))!
  expect(await held.show()).toBeNull()
  await addOrderOffer(desk, { ...shampoo, title: '次のご案内', sort_no: 20 })
  const { version } = await getOrderOffer(desk, { id })
  await changeOrderOffer(desk, { ...shampoo, id, version, visible: false })
  expect(await held.show()).toBeNull()
  expect(await (await ordered()).show()).toMatchObject({ title: '次のご案内' })
})

test('only a public offer is compared, and it stays what it is until the end', async () => {
  const { id: hidden } = await addOrderOffer(desk, { ...shampoo, visible: false })
  await expect(startOrderOfferExperiment(desk, { id: hidden, ...half })).rejects.toMatchObject({ status: 409 })
  await expect(startOrderOfferExperiment(desk, { id: 999_999, ...half })).rejects.toMatchObject({ status: 404 })
  await expect(showOrderOfferExperiment({ ...desk, shop_id: 1 }, { id })).rejects.toMatchObject({ status: 404 })
  await begin()
  const change = async (more: object) => {
    const { version } = await getOrderOffer(desk, { id })
    return changeOrderOffer(desk, { ...shampoo, ...more, id, version })
  }
  for (const [field, value] of [
    ['title', '別の題名'],
    ['quantity', 2],
    ['for_sku_ids', [101]],
  ] as const)
    await expect(change({ [field]: value })).rejects.toMatchObject({ status: 422, fields: [{ path: field }] })
  expect(await change({ sort_no: 5, closes_at: '2026-12-01T00:00:00+09:00' })).toMatchObject({ sort_no: 5 })
  await expect(deleteOrderOffer(desk, { id })).rejects.toMatchObject({ status: 409, error: 'ERROR_EXPERIMENT_STATE' })
  await endOrderOfferExperiment(desk, { id })
  expect(await change({ title: '別の題名' })).toMatchObject({ title: '別の題名' })
  await deleteOrderOffer(desk, { id })
  expect(await db.select().from(experiment).where(eq(experiment.order_offer_id, id))).toEqual([])
})

test('an offer that is deleted or changed while its comparison begins stays as it is', async () => {
  const { version } = await getOrderOffer(desk, { id })
  const begins = () => startOrderOfferExperiment(desk, { id, ...half })
  const refused = (status: number) => [{ status: 'fulfilled' }, { status: 'rejected', reason: { status } }]
  const change = () => changeOrderOffer(desk, { ...shampoo, title: '別の題名', id, version })
  expect(await runWhileTableLocked(database, 'experiment', begins, change)).toMatchObject(refused(422))
  await endOrderOfferExperiment(desk, { id })
  const remove = () => deleteOrderOffer(desk, { id })
  expect(await runWhileTableLocked(database, 'experiment', begins, remove)).toMatchObject(refused(409))
})

test('what came of both, as a plain program counts it; before the start, what so many orders can show', async () => {
  await db
    .insert(sku_cost)
    .values(
      [101, 105].map((product_sku_id) => ({ shop_id: 2, product_sku_id, cost_from: '2026-01-01', unit_cost: 600 })),
    )
  expect((await showOrderOfferExperiment(desk, { id })).outlook).toMatchObject({
    contracts: 0,
    smallest: [{ difference: null }, {}, {}],
  })
  const experiment_id = await begin()
  const seenOn = clock.today()
  const ids = await insertMembers(db, 160)
  const members = await db
    .select()
    .from(customer)
    .where(sql`id = any(${sql.param(ids)}::bigint[])`)
  await Promise.all(
    members.map(async (member, n) => {
      const isOffered = n % 2 === 0
      const base = { product_sku_id: 101, quantity: 1 + (n % 3) }
      // Half of those who were offered it took it; some orders are late, some are never shipped, some come back.
      const items = isOffered && n % 4 === 0 ? [base, { product_sku_id: 105 }] : [base]
      const status = n % 23 === 0 ? 'received' : n % 19 === 0 ? 'returned' : 'shipped'
      const day = addDays(seenOn, n % 17 === 0 ? 40 : 3)
      const order = await insertOrderRow(db, member, items, { status, updated_at: new Date(`${day}T12:00:00+09:00`) })
      await db.insert(experiment_order).values({
        ...{ shop_id: 2, experiment_id, order_id: order.id, arm: Number(!isOffered), seen_at: clock.now() },
        before_yen: 2_860 * base.quantity,
      })
      if (isOffered)
        await db.insert(order_offer_answer).values({
          ...{ shop_id: 2, order_id: order.id, offer_place: 'after', order_offer_id: id, is_taken: items.length > 1 },
          ...{ total_before: 2_860 * base.quantity, total_after: order.payment_total, created_at: clock.now() },
        })
    }),
  )
  await rebuildFacts(testContext(db, { clock }))
  expect((await showOrderOfferExperiment(desk, { id })).latest).toMatchObject({ yen: null, kept: null, profit: null })
  clock.move(29)
  const { latest, outlook } = await showOrderOfferExperiment(desk, { id })
  expect(latest!.sides).toEqual({ offered: { exposed: 80, judged: 80 }, held_out: { exposed: 80, judged: 80 } })
  expect(latest!.deliveries).toBeNull()
  // 80 orders a side were shown it in the last weeks, fewer than anything can be said of.
  expect(outlook.contracts).toBe(80)

  const plain = await countPlainly(experiment_id, seenOn)
  for (const [name, value] of [
    ['yen', 'yen'],
    ['profit', 'profit'],
    ['kept', 'kept'],
  ] as const) {
    const by = referenceDifference(
      plain.map((row) => ({ arm: row.arm, y: Number(row[value]), x: row.before })),
      latest!.expected,
    )
    const found = latest![name]!
    expect(found.difference).toBeCloseTo(by.difference, 6)
    expect(found.low).toBeCloseTo(by.low, 6)
    expect(found.high).toBeCloseTo(by.high, 6)
  }
  expect(latest!.yen!.difference).toBeGreaterThan(500)
  // As with 原価: 粗利 is for those who see figures.
  const support = { ...desk, operator: { ...desk.operator, permissions: ROLE_PERMISSIONS.support } }
  expect((await showOrderOfferExperiment(support, { id })).latest).toMatchObject({ profit: null, yen: latest!.yen })
  clock.move(-29)
})

/** Order by order, from what was written. */
async function countPlainly(experiment_id: number, seenOn: string) {
  const read = async (text: string) => (await db.$client.query(text)).rows
  const last = addDays(seenOn, 28)
  const rows =
    await read(`select x.arm, x.order_id::int, x.before_yen, o.status, o.payment_total, (o.updated_at + interval '9 hours')::date::text as day
    from experiment_order x join orders o on o.id = x.order_id where x.experiment_id = ${experiment_id}`)
  const items = await read(
    `select order_id::int, subtotal - discount_amount as paid, quantity, tax_rate from order_item`,
  )
  return rows.map(({ arm, order_id, before_yen, status, payment_total, day }) => {
    const isIn = status === 'shipped' && day <= last
    let profit = 0
    for (const item of items.filter((one) => one.order_id === order_id))
      profit += item.paid - Math.floor((item.paid * item.tax_rate) / (100 + item.tax_rate)) - 600 * item.quantity
    return { arm, before: before_yen, kept: isIn, yen: isIn ? payment_total : 0, profit: isIn ? profit : 0 }
  })
}
