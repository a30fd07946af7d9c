import { order_item } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import {
  subscription,
  subscription_benefit,
  subscription_event,
  subscription_order_item,
} from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import type { PromotionTerms } from '@kushi/values/promotion'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { formatYen } from '@kushi/values/yen'
import { and, asc, eq, inArray, like, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { MemberContext } from '../../context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import {
  contextOnDayWithCards,
  deliverCurrentCycle,
  insertSubscribedMember,
  loadSubscriptionOrders,
  loadSubscriptionRow,
} from '../../testing/subscription.ts'
import { showSubscriptionCalendar } from './admin/calendar.ts'
import { adminCalls, calls } from './calls.ts'
import { getMypageTop } from './get-mypage-top.ts'
import { getSubscription } from './get-subscription.ts'
import { notifyNextDeliveries } from './internal/notice-deliveries.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { previewUpdate } from './preview-update.ts'
import { runDailyDeliveries } from './run-day.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const update = calls['PUT /v1/order/subscription/update/{id}']
const skip = calls['PATCH /v1/order/subscription/{id}/skip']
const undoSkip = calls['PATCH /v1/order/subscription/{id}/skip/undo']
const pause = calls['PATCH /v1/order/subscription/update/{id}/pause']
const reopen = calls['PATCH /v1/order/subscription/update/{id}/reopen-scheduled']

const [OIL, COMB, SOAP] = [101, 118, 112]
let { clock, ctx } = contextOnDayWithCards(db, '2026-11-21')
beforeEach(async () => {
  // The contracts of the tests before are over.
  await db.update(subscription).set({ summary_status: SUBSCRIPTION_STATUS.cancel })
  await db
    .update(product_sku)
    .set({ stock: 1000 })
    .where(inArray(product_sku.id, [OIL, COMB, SOAP]))
  ;({ clock, ctx } = contextOnDayWithCards(db, '2026-11-21'))
})

const two = (more: Partial<typeof subscription.$inferInsert> = {}) =>
  insertSubscribedMember(db, ctx, { cycle: 2, ...more }, [{ product_sku_id: OIL }, { product_sku_id: COMB }])

const wanted = async (member: MemberContext, id: number, sku: number, is_left_out: boolean) => {
  const { subscription_order_item: items, version } = await getSubscription(member, { id })
  return {
    version,
    items: items.map(({ product_sku_id, quantity, is_one_time }) => ({
      product_sku_id,
      quantity,
      is_one_time,
      ...(product_sku_id === sku && { is_left_out }),
    })),
  }
}

/** As the screen does it: what is shown is pressed. */
async function leaveOut(member: MemberContext, id: number, sku: number, is_left_out = true) {
  const { version, items } = await wanted(member, id, sku, is_left_out)
  const { after } = await previewUpdate(member, { id, items })
  return update(member, { id, version, items, shown_payment_total: after.payment_total })
}

const goodsOf = async (id: number, cycle: number) => {
  const order = (await loadSubscriptionOrders(db, id)).find((one) => one.cycle === cycle)!
  const rows = await db.select().from(order_item).where(eq(order_item.order_id, order.id)).orderBy(asc(order_item.id))
  return { total: order.payment_total, skus: rows.map(({ product_sku_id }) => product_sku_id) }
}
const itemOf = async (id: number, sku: number) =>
  (
    await db
      .select()
      .from(subscription_order_item)
      .where(and(eq(subscription_order_item.subscription_id, id), eq(subscription_order_item.product_sku_id, sku)))
  )[0]
const isOut = async (member: MemberContext, id: number, sku = COMB) =>
  (await getSubscription(member, { id })).subscription_order_item.find((one) => one.product_sku_id === sku)?.is_left_out
const eventsOf = async (id: number) =>
  (
    await db
      .select({ event: subscription_event.event })
      .from(subscription_event)
      .where(eq(subscription_event.subscription_id, id))
      .orderBy(asc(subscription_event.id))
  ).map(({ event }) => event)

/** Runs each day until the delivery of this cycle has an order. */
async function arrange(id: number, cycle: number) {
  for (let day = 0; day < 120; day++) {
    await runDailyDeliveries(ctx)
    if ((await loadSubscriptionOrders(db, id)).some((one) => one.cycle === cycle)) return
    clock.move(1)
  }
  throw new Error(`delivery ${cycle} of ${id} was not arranged`)
}

test('the next delivery comes without it, at the sum that was shown; the one after has it again', async () => {
  const { id, member } = await two()
  const before = await getSubscription(member, { id })
  expect(before.subscription_order_item.map(({ can_leave_out }) => can_leave_out)).toEqual([true, true])
  const comb = before.subscription_order_item.find((one) => one.product_sku_id === COMB)!

  const after = await leaveOut(member, id, COMB)
  expect(after.subtotal).toBe(before.subtotal - comb.subtotal)
  expect(after.subscription_order_item).toMatchObject([
    { product_sku_id: OIL, is_left_out: false, can_leave_out: false },
    { product_sku_id: COMB, is_left_out: true, can_leave_out: false, subtotal: 0, tax: 0, price: comb.price },
  ])
  expect(after.events[0]).toMatchObject({
    event: 'item_left_out',
    text: '次回のお届けだけ、商品を除きました',
    changes: expect.arrayContaining([
      expect.objectContaining({ name: 'items', after: expect.stringContaining('(今回だけ除く)') }),
    ]),
  })
  expect((await listSubscriptions(member, { page: 1, per_page: 10, tab: 'active' })).items[0]!.payment_total).toBe(
    after.payment_total,
  )
  const { next_deliveries } = await getMypageTop(member, {})
  expect(next_deliveries.map(({ items }) => items.length)).toEqual([1])
  const { following_payment_total } = await previewUpdate(member, { id })
  expect(following_payment_total).toBe(before.payment_total)

  await arrange(id, 2)
  expect(await goodsOf(id, 2)).toEqual({ total: after.payment_total, skus: [OIL] })
  const notice = await db
    .select()
    .from(outbox)
    .where(like(outbox.dedupe_key, `subscription-notice:${id}:2:%`))
  expect((notice[0]!.payload as { text: string }).text).toMatch(
    /今回だけ除く商品: .* × 1\(その次からは、またお届けします\)/,
  )
  expect((await getSubscription(member, { id })).subscription_order_item.map((one) => one.is_left_out)).toEqual([
    false,
    true,
  ])
  await deliverCurrentCycle(ctx, id)
  expect(await isOut(member, id)).toBe(false)
  await arrange(id, 3)
  expect(await goodsOf(id, 3)).toEqual({ total: before.payment_total, skus: [OIL, COMB] })
})

test('until the deadline it is put back by a press; after it nothing changes', async () => {
  const { id, member } = await two()
  const before = await getSubscription(member, { id })
  await leaveOut(member, id, COMB)
  const back = await leaveOut(member, id, COMB, false)
  expect(back.payment_total).toBe(before.payment_total)
  expect(await eventsOf(id)).toEqual(['item_left_out', 'item_put_back'])
  await leaveOut(member, id, COMB)
  const asked = await wanted(member, id, COMB, false)
  await arrange(id, 2)
  await expect(update(member, { id, ...asked, shown_payment_total: 1 })).rejects.toMatchObject({
    error: 'ERROR_SUBSCRIPTION_ARRANGED',
  })
})

describe('what is refused', () => {
  test('the last remaining item: that is お休み', async () => {
    const { id, member } = await two()
    await leaveOut(member, id, COMB)
    await expect(leaveOut(member, id, OIL)).rejects.toMatchObject({
      error: 'ERROR_SUBSCRIPTION_ITEM_REFUSED',
      message: expect.stringContaining('お休みをお選びください'),
    })
    // Nor by removing all others from the contract.
    const { version } = await getSubscription(member, { id })
    const items = [{ product_sku_id: COMB, quantity: 1, is_one_time: false }]
    await expect(update(member, { id, version, items })).rejects.toMatchObject({
      error: 'ERROR_SUBSCRIPTION_ITEM_REFUSED',
    })
  })

  test('a sum that was not shown, or another one than was shown', async () => {
    const { id, member } = await two()
    const asked = await wanted(member, id, COMB, true)
    await expect(update(member, { id, ...asked })).rejects.toMatchObject({ status: 422 })
    await expect(update(member, { id, ...asked, shown_payment_total: 1 })).rejects.toMatchObject({
      error: 'ERROR_AMOUNT_CHANGED',
    })
  })

  test('今回のみ, what is not in the contract, and 年払い', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx, {}, [
      { product_sku_id: OIL },
      { product_sku_id: COMB, only_cycle: 2 },
    ])
    const refused = { error: 'ERROR_SUBSCRIPTION_ITEM_REFUSED' }
    await expect(leaveOut(member, id, COMB)).rejects.toMatchObject(refused)
    const { version } = await getSubscription(member, { id })
    const items = [
      { product_sku_id: OIL, quantity: 1, is_one_time: false },
      { product_sku_id: SOAP, quantity: 1, is_one_time: false, is_left_out: true },
    ]
    await expect(update(member, { id, version, items, shown_payment_total: 1 })).rejects.toMatchObject(refused)
    const yearly = await insertSubscribedMember(db, ctx, {}, [
      { product_sku_id: 127, lump_sum_payment_flag: true, lump_sum_payment_num: 12 },
      { product_sku_id: COMB, lump_sum_payment_flag: true, lump_sum_payment_num: 12 },
    ])
    await expect(leaveOut(yearly.member, yearly.id, COMB)).rejects.toMatchObject({ ...refused, message: /年払い/ })
  })
})

describe('what happens to the mark', () => {
  test.each([
    ['another number of pieces', 2, false],
    ['the same contents again', 1, true],
  ])('%s: still left out %s', async (_, quantity, is) => {
    const { id, member } = await two()
    await leaveOut(member, id, COMB)
    const { version } = await getSubscription(member, { id })
    const items = [
      { product_sku_id: OIL, quantity: 1, is_one_time: false },
      { product_sku_id: COMB, quantity, is_one_time: false },
    ]
    await update(member, { id, version, items })
    expect(await isOut(member, id)).toBe(is)
  })

  test('it moves with the date, and what comes back as it was changes nothing', async () => {
    const { id, member } = await two()
    const left = await leaveOut(member, id, COMB)
    const moved = await update(member, { id, version: left.version, next_delivery_date: '2026-12-20' })
    expect(moved.subscription_order_item[1]!.is_left_out).toBe(true)
    const { subscription_order_item } = moved
    const same = await update(member, { id, version: moved.version, subscription_order_item })
    expect(same.version).toBe(moved.version)
    await arrange(id, 2)
    expect((await goodsOf(id, 2)).skus).toEqual([OIL])
  })

  test('お休み, taking it back, and 休止 drop it', async () => {
    const { id, member } = await two()
    const left = await leaveOut(member, id, COMB)
    const skipped = await skip(member, { id, version: left.version })
    expect(skipped.subscription_order_item[1]!.is_left_out).toBe(false)
    await leaveOut(member, id, COMB)
    await undoSkip(member, { id, version: (await loadSubscriptionRow(db, id)).version })
    expect(await isOut(member, id)).toBe(false)
    await leaveOut(member, id, COMB)
    const paused = await pause(member, { id, version: (await loadSubscriptionRow(db, id)).version })
    expect(paused.subscription_order_item[1]!.is_left_out).toBe(false)
    const again = await reopen(member, {
      id,
      version: paused.version,
      is_update_subscription: false,
      third_party_consent: false,
    })
    expect(again.subscription_order_item[1]!.is_left_out).toBe(false)
  })

  test('an item that is made 今回のみ or removed is no more left out', async () => {
    const { id, member } = await two()
    const left = await leaveOut(member, id, COMB)
    const oil = { product_sku_id: OIL, quantity: 1, is_one_time: false }
    const once = await update(member, {
      id,
      version: left.version,
      items: [oil, { product_sku_id: COMB, quantity: 1, is_one_time: true }],
    })
    expect(once.subscription_order_item[1]).toMatchObject({ is_one_time: true, is_left_out: false })
    await update(member, { id, version: once.version, items: [oil] })
    expect(await itemOf(id, COMB)).toBeUndefined()
  })
})

test('a cancelled delivery, or one whose payment fails, leaves the contract whole', async () => {
  const { id, member } = await two({ card_seq: null })
  await leaveOut(member, id, COMB).catch(() => null)
  await db
    .update(subscription_order_item)
    .set({ except_cycle: 2 })
    .where(and(eq(subscription_order_item.subscription_id, id), eq(subscription_order_item.product_sku_id, COMB)))
  for (let day = 0; day < 20; day++) {
    await runDailyDeliveries(ctx)
    clock.move(1)
  }
  expect((await loadSubscriptionRow(db, id)).failure).toBe('no_card')
  await db.update(subscription).set({ card_seq: 0 }).where(eq(subscription.id, id))
  expect(await isOut(member, id)).toBe(true)
})

test('stock that is foreseen does without it once', async () => {
  const { id, member } = await two()
  const operator = await operatorContext(db, 'manager', { clock })
  const pieces = async (sku: number) =>
    (await showSubscriptionCalendar(operator, {})).products.find((one) => one.product_sku_id === sku)?.in_60_days
  const before = await pieces(COMB)
  await leaveOut(member, id, COMB)
  expect(await pieces(COMB)).toBe(before! - 1)
  expect(await pieces(OIL)).toBe(before)
})

test('an operator leaves it out for the member: the same rules, the mail, the trail', async () => {
  const { id, member } = await two()
  const operator = await operatorContext(db, 'manager', { clock })
  const { version, items } = await wanted(member, id, COMB, true)
  const { payment_total, changes } = await adminCalls['POST /admin/v1/subscriptions/{id}/preview'](operator, {
    id,
    items,
  })
  expect(changes.map(({ name }) => name)).toEqual(['items', 'payment_total'])
  const asked = { id, version, items, shown_payment_total: payment_total, notify: true }
  const page = await adminCalls['PUT /admin/v1/subscriptions/{id}'](operator, asked)
  expect(JSON.stringify(page.timeline)).toContain('次回のお届けだけ、商品を除きました')
  const mails = await db
    .select()
    .from(outbox)
    .where(like(outbox.dedupe_key, `subscription-changed:${id}:%`))
  expect(mails.some(({ payload }) => JSON.stringify(payload).includes('今回だけ除く'))).toBe(true)
})

describe('promotions', () => {
  const promised = async (id: number, terms: Partial<PromotionTerms>) => {
    const { id: promotion_id } = await insertRunningPromotion(db, { promotion_name: '櫛の特典' })
    const all: PromotionTerms = {
      promotion_id,
      promotion_name: '櫛の特典',
      effect: { kind: 'percent', percent: 10 },
      product_ids: [],
      cart_type: null,
      min_amount: 0,
      from_cycle: 1,
      to_cycle: 3,
      stack_group: null,
      ...terms,
    }
    const row = { shop_id: 2, subscription_id: id, promotion_id, terms: all, created_at: clock.now() }
    await db.insert(subscription_benefit).values(row)
  }
  const untilOf = async (id: number) =>
    (await db.select().from(subscription_benefit).where(eq(subscription_benefit.subscription_id, id)))[0]!.terms
      .to_cycle
  const combProduct = async () => (await db.select().from(product_sku).where(eq(product_sku.id, COMB)))[0]!.product_id

  test('of the left-out goods alone: it is not used up, and that is said before the press', async () => {
    const { id, member } = await two()
    await promised(id, { product_ids: [await combProduct()] })
    const { items } = await wanted(member, id, COMB, true)
    expect((await previewUpdate(member, { id, items })).warnings).toEqual([
      '「櫛の特典」は今回の分を使わず、4回目のお届けまで続きます。',
    ])
    await leaveOut(member, id, COMB)
    await arrange(id, 2)
    await deliverCurrentCycle(ctx, id)
    expect(await untilOf(id)).toBe(4)
    await arrange(id, 3)
    await deliverCurrentCycle(ctx, id)
    expect(await untilOf(id)).toBe(4)
  })

  test('of its last delivery: page, confirmation and the notice ahead say what the one after costs with it', async () => {
    const dates = { next_delivery_date: '2026-12-05', next_next_delivery_date: '2026-12-12' }
    const weekly = { subscription_division_id: 3, param1: 7, param2: null, param3: null }
    const { id, member } = await two({ ...weekly, ...dates })
    await promised(id, { product_ids: [await combProduct()], to_cycle: 2 })
    const { items } = await wanted(member, id, COMB, true)
    const { following_payment_total } = await previewUpdate(member, { id, items })
    const { later, cycle } = await leaveOut(member, id, COMB)
    await arrange(id, 2)
    clock.move(5)
    await notifyNextDeliveries(ctx)
    const ahead = like(outbox.dedupe_key, `subscription-notice:${id}:3:%`)
    const [mail] = await db.select().from(outbox).where(ahead)
    await deliverCurrentCycle(ctx, id)
    await arrange(id, 3)
    const { total } = await goodsOf(id, 3)
    expect([following_payment_total, later[0]?.payment_total, cycle]).toEqual([total, total, 2])
    expect(JSON.stringify(mail!.payload)).toContain(`お支払い金額: ${formatYen(total)}`)
  })

  test('one that the rest loses is said; one for all goods is used', async () => {
    const { id, member } = await two()
    const { subtotal } = await getSubscription(member, { id })
    await promised(id, { min_amount: subtotal })
    const { items } = await wanted(member, id, COMB, true)
    expect((await previewUpdate(member, { id, items })).warnings).toEqual([expect.stringContaining('がなくなります')])
    await leaveOut(member, id, COMB)
    await arrange(id, 2)
    await deliverCurrentCycle(ctx, id)
    expect(await untilOf(id)).toBe(3)
  })
})

test('whatever is left out: no item costs more than it was shown, and the order is what was shown', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 3, maxLength: 3 }),
      fc.constantFrom(OIL, COMB, SOAP),
      fc.boolean(),
      async (pieces, sku, isBack) => {
        ;({ clock, ctx } = contextOnDayWithCards(db, '2026-11-21'))
        const all = [OIL, COMB, SOAP].map((product_sku_id, n) => ({ product_sku_id, quantity: pieces[n]! }))
        const { id, member } = await insertSubscribedMember(db, ctx, { cycle: 2 }, all)
        const before = await getSubscription(member, { id })
        let shown = await leaveOut(member, id, sku)
        for (const item of shown.subscription_order_item) {
          const was = before.subscription_order_item.find((one) => one.product_sku_id === item.product_sku_id)!
          expect(item.price).toBeLessThanOrEqual(was.price)
        }
        if (isBack) {
          shown = await leaveOut(member, id, sku, false)
          expect(shown.payment_total).toBe(before.payment_total)
        }
        await arrange(id, 2)
        const { total, skus } = await goodsOf(id, 2)
        expect(total).toBe(shown.payment_total)
        expect(skus.includes(sku)).toBe(isBack)
        await db.update(subscription).set({ summary_status: SUBSCRIPTION_STATUS.cancel }).where(sql`id = ${id}`)
      },
    ),
    { numRuns: 8 },
  )
}, 120_000)
