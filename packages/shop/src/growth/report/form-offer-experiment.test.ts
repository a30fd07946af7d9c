import { customer } from '@kushi/db/schema/customer'
import { experiment, experiment_order, experiment_visitor } from '@kushi/db/schema/experiment'
import { orders } from '@kushi/db/schema/order'
import { order_offer_answer } from '@kushi/db/schema/order-offer'
import { promotion } from '@kushi/db/schema/promotion'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { addDays } from '@kushi/values/calendar-date'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Input, MemberContext } from '../../context.ts'
import {
  addOrderOffer,
  changeOrderOffer,
  deleteOrderOffer,
  getOrderOffer,
} from '../../operation/configuration/admin/order-offers.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { endOrderOfferExperiment, startOrderOfferExperiment } from '../../sales/experiment/admin/run-experiment.ts'
import { hashUnit, isInHoldout } from '../../sales/experiment/internal/assignment.ts'
import { showOrderOffers } from '../../sales/offer/show-offers.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { insertOrderRow } from '../../testing/rows.ts'
import { showOrderOfferExperiment } from './admin/show-experiment.ts'
import { rebuildFacts } from './figures.ts'

const database = await testDatabase()
const { db, pool } = database
afterAll(database.close)
const clock = testClock()
const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
const desk = await operatorContext(db, 'manager', { clock })

const OIL = 101
const SHAMPOO = 105
const shampoo = {
  ...{ offer_place: 'beside' as const, title: 'ご一緒にいかがですか', text: '', visible: true, sort_no: 10 },
  ...{ opens_at: null, closes_at: null, cart_type: 0 as const, product_sku_id: SHAMPOO, quantity: 1 },
  ...{ for_sku_ids: [], landing_slug: '', take_within_minutes: null },
}
const half = { holdout_percent: 50, window_days: 28 } as const
const form: Input<'GET /v1/order/offers'> = { product_sku_ids: [`${OIL}:1`], is_subscription: false }

let id = 0
beforeEach(async () => {
  await emptyTables(pool, 'experiment_visitor, experiment_order, experiment, order_offer_answer, order_offer')
  await db.update(promotion).set({ status: 'stopped' })
  ;({ id } = await addOrderOffer(desk, shampoo))
})

/** A member's browser, with the sign that it keeps once it is asked for one. */
let browsers = 0
async function browser(more: Partial<MemberContext> = {}, isBrowser = true) {
  const [customer_id] = await insertMembers(db, 1)
  const own = `browser-${String(++browsers).padStart(14, '0')}`
  let kept: string | null = null
  const ctx = {
    ...testContext(db, { customer_id: customer_id!, settings, clock }),
    visitorSign: () => kept,
    ...(isBrowser && { makeVisitorSign: () => (kept ??= own) }),
    ...more,
  } as MemberContext
  return {
    ...{ ctx, sign: own, is_held: isInHoldout('known', own, 50) },
    kept: () => kept,
    shown: async () => (await showOrderOffers(ctx, form)).items.length === 1,
    async order() {
      const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft()))
      const [row] = await db.select().from(orders).where(eq(orders.order_no, order_no))
      return row!
    },
  }
}
type Browser = Awaited<ReturnType<typeof browser>>

async function begin() {
  const { id: experiment_id } = await startOrderOfferExperiment(desk, { id, ...half })
  await db.update(experiment).set({ salt: 'known' }).where(eq(experiment.id, experiment_id))
  return experiment_id
}
/** Browsers until there are some of both. */
async function both(): Promise<Browser[]> {
  const found: Browser[] = []
  while (new Set(found.map(({ is_held }) => is_held)).size < 2 || found.length < 4) found.push(await browser())
  return found
}

test('a share of browsers, by chance and for good, is not shown it; both are counted once, orders with their arm', async () => {
  const before = await browser()
  expect(await before.shown()).toBe(true)
  expect(before.kept()).toBeNull()
  const experiment_id = await begin()
  const all = await both()
  for (const one of all) for (let looks = 0; looks < 2; looks++) expect(await one.shown()).toBe(!one.is_held)
  const counted = await db.select().from(experiment_visitor)
  expect(new Map(counted.map((one) => [one.visitor_hash, one.arm]))).toEqual(
    new Map(all.map(({ sign, is_held }) => [hashUnit('known', sign), Number(is_held)])),
  )
  const { latest } = await showOrderOfferExperiment(desk, { id })
  const held = all.filter(({ is_held }) => is_held).length
  expect(latest).toMatchObject({
    ...{ id: experiment_id, is_lopsided: false, deliveries: null, left_over: null, is_changed: false },
    sides: { offered: { exposed: all.length - held, judged: 0 }, held_out: { exposed: held, judged: 0 } },
  })

  // Who ordered before the comparison, or was shown nothing of it, counts for no side.
  const rows = new Map<number, number>()
  for (const one of all) rows.set((await one.order()).id, Number(one.is_held))
  await before.order()
  const written = await db.select().from(experiment_order)
  expect(new Map(written.map(({ order_id, arm }) => [order_id, arm]))).toEqual(rows)
  expect(written.every(({ before_yen }) => before_yen === null)).toBe(true)

  // After its end everybody is shown it again; who was counted is still judged, nobody else is counted.
  await endOrderOfferExperiment(desk, { id })
  for (const one of [...all, await browser()]) expect(await one.shown()).toBe(true)
  await all[0]!.order()
  clock.move(29)
  await all[1]!.order()
  clock.move(-29)
  expect(await db.$count(experiment_visitor)).toBe(all.length)
  expect(await db.$count(experiment_order)).toBe(all.length + 1)
})

test('a place from which one is withheld shows no other one; the other place is not touched', async () => {
  await begin()
  await addOrderOffer(desk, { ...shampoo, title: '次のご案内', sort_no: 20 })
  const three = { ...shampoo, offer_place: 'instead' as const, product_sku_id: OIL, quantity: 3, for_sku_ids: [OIL] }
  await addOrderOffer(desk, { ...three, title: '3本なら' })
  for (const { ctx, is_held } of await both()) {
    const { items } = await showOrderOffers(ctx, form)
    expect(items.map(({ title }) => title)).toEqual(is_held ? ['3本なら'] : [shampoo.title, '3本なら'])
  }
})

test('what is no browser, 代理ログイン and その日のショップ are shown it, and not counted', async () => {
  await begin()
  const none = await browser({}, false)
  const acting = await browser({ acting: { acting_session_id: 1 } })
  const later = await browser({ as_of: clock.now() })
  for (const one of [none, acting, later]) {
    for (let n = 0; n < 4; n++) expect(await one.shown()).toBe(true)
    expect(one.kept()).toBeNull()
    await one.order()
  }
  expect([await db.$count(experiment_visitor), await db.$count(experiment_order)]).toEqual([0, 0])
})

test('it stays where it is until its comparison ends, and the comparison goes with it', async () => {
  await begin()
  const change = async (more: object) => {
    const { version } = await getOrderOffer(desk, { id })
    return changeOrderOffer(desk, { ...shampoo, ...more, id, version })
  }
  const after = { offer_place: 'after', take_within_minutes: 30 } as const
  await expect(change(after)).rejects.toMatchObject({ status: 422, fields: [{ path: 'offer_place' }] })
  await expect(deleteOrderOffer(desk, { id })).rejects.toMatchObject({ error: 'ERROR_EXPERIMENT_STATE' })
  const [one] = await both()
  await one!.shown()
  await one!.order()
  await endOrderOfferExperiment(desk, { id })
  // Another place has a comparison of its own, by orders.
  await change(after)
  expect((await showOrderOfferExperiment(desk, { id })).latest).toBeNull()
  await change(shampoo)
  expect((await showOrderOfferExperiment(desk, { id })).latest).not.toBeNull()
  await deleteOrderOffer(desk, { id })
  expect([await db.$count(experiment), await db.$count(experiment_order)]).toEqual([0, 0])
})

test('what came of each visitor, as a plain program counts it; before the start, what so many orders can show', async () => {
  expect((await showOrderOfferExperiment(desk, { id })).outlook).toMatchObject({ contracts: 0 })
  const experiment_id = await begin()
  const seenOn = clock.today()
  const VISITORS = 400
  await db.insert(experiment_visitor).values(
    Array.from({ length: VISITORS }, (_, n) => ({
      ...{ shop_id: 2, experiment_id, visitor_hash: `v${n}`, arm: n % 2 },
      seen_at: clock.now(),
    })),
  )
  await db.update(experiment).set({ visitors: VISITORS }).where(eq(experiment.id, experiment_id))
  const ids = await insertMembers(db, 160)
  const members = await db
    .select()
    .from(customer)
    .where(sql`id = any(${sql.param(ids)}::bigint[])`)
  const plain = await Promise.all(
    members.map(async (member, n) => {
      const arm = n % 2
      const base = { product_sku_id: OIL, quantity: 1 }
      const items = arm === 0 && n % 4 === 0 ? [base, { product_sku_id: SHAMPOO }] : [base]
      const status = n % 23 === 0 ? 'received' : n % 19 === 0 ? 'returned' : 'shipped'
      const day = addDays(seenOn, n % 17 === 0 ? 40 : 3)
      // Offers are shown to those who bought before too.
      if (n % 3 === 0) await insertOrderRow(db, member, [base], { status: 'shipped', updated_at: clock.now() })
      const order = await insertOrderRow(db, member, items, { status, updated_at: new Date(`${day}T12:00:00+09:00`) })
      await db
        .insert(experiment_order)
        .values({ shop_id: 2, experiment_id, order_id: order.id, arm, seen_at: clock.now() })
      await db.insert(order_offer_answer).values({
        ...{ shop_id: 2, order_id: order.id, offer_place: 'beside', order_offer_id: id, is_taken: items.length > 1 },
        ...{ total_before: 2_860, total_after: order.payment_total, created_at: clock.now() },
      })
      const isIn = status === 'shipped' && n % 17 !== 0
      return { arm, yen: isIn ? order.payment_total : 0, is_kept: isIn }
    }),
  )
  await rebuildFacts(testContext(db, { clock }))
  expect((await showOrderOfferExperiment(desk, { id })).latest).toMatchObject({ yen: null, kept: null, profit: null })
  clock.move(29)
  const { latest, outlook } = await showOrderOfferExperiment(desk, { id })
  clock.move(-29)
  const each = VISITORS / 2
  expect(latest!.sides).toEqual({ offered: { exposed: each, judged: each }, held_out: { exposed: each, judged: each } })
  const meanOf = (arm: number, of: (one: (typeof plain)[number]) => number) =>
    plain.filter((one) => one.arm === arm).reduce((all, one) => all + of(one), 0) / each
  for (const [name, of] of [
    ['kept', (one: (typeof plain)[number]) => Number(one.is_kept)],
    ['yen', (one: (typeof plain)[number]) => one.yen],
  ] as const) {
    const found = latest![name]!
    expect(found.offered).toBeCloseTo(meanOf(0, of), 6)
    expect(found.held_out).toBeCloseTo(meanOf(1, of), 6)
    expect(found.difference).toBeCloseTo(found.offered - found.held_out, 6)
    expect(found.low).toBeLessThan(found.difference)
    expect(found.high).toBeGreaterThan(found.difference)
  }
  // 160 orders of about twice as many visitors were shown it in the last weeks.
  expect(outlook).toMatchObject({ contracts: 160, smallest: [{ difference: expect.any(Number) }, {}, {}] })

  // A visitor who is forgotten makes every mean a wrong one.
  await db.delete(experiment_visitor).where(eq(experiment_visitor.visitor_hash, 'v0'))
  clock.move(29)
  expect((await showOrderOfferExperiment(desk, { id })).latest).toMatchObject({ kept: null, yen: null })
  clock.move(-29)
})
