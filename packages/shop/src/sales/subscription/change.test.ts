import { Subscription } from '@kushi/contract/subscription'
import { delivery, shop_payment } from '@kushi/db/schema/delivery'
import { payment_hold } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { master_data, shop } from '@kushi/db/schema/shop'
import { subscription, subscription_event } from '@kushi/db/schema/subscription'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { testDatabase } from '@kushi/db/testing'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { operatorActor } from '../../actor.ts'
import type { CardPort } from '../../ports/card-port.ts'
import { throwingPort } from '../../testing/context.ts'
import {
  contextOnDayWithCards,
  deliverCurrentCycle,
  insertSubscribedMember,
  loadSubscriptionRow,
} from '../../testing/subscription.ts'
import { calls } from './calls.ts'
import { changePayment } from './change-payment.ts'
import { listSelectableSubscriptionDates, previewDeliveryPattern, previewNextNextDate } from './delivery-dates.ts'
import { getSubscription } from './get-subscription.ts'
import { loadSubscriptionTimeline } from './internal/timeline.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { pauseSubscription } from './pause-subscription.ts'
import { previewUpdate } from './preview-update.ts'
import { previewReopening } from './reopen-subscription.ts'
import { runDailyDeliveries } from './run-day.ts'
import { setAdjustmentAmount } from './set-adjustment-amount.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

// With the page that they return.
const updateSubscription = calls['PUT /v1/order/subscription/update/{id}']
const skipDelivery = calls['PATCH /v1/order/subscription/{id}/skip']
const undoSkip = calls['PATCH /v1/order/subscription/{id}/skip/undo']
const reopenSubscription = calls['PATCH /v1/order/subscription/update/{id}/reopen-scheduled']
const cancelSubscription = calls['PATCH /v1/order/subscription/update/{id}/cancel']

let { clock, ctx } = contextOnDayWithCards(db, '2026-11-21')
beforeEach(() => {
  ;({ clock, ctx } = contextOnDayWithCards(db, '2026-11-21'))
})
const newestEvent = async (id: number) =>
  (
    await db
      .select()
      .from(subscription_event)
      .where(eq(subscription_event.subscription_id, id))
      .orderBy(subscription_event.id)
  ).at(-1)
const paused = { third_party_consent: false } as const

describe('change', () => {
  test('the update matches the preview, and the history has the changes', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    const update = {
      items: [
        { product_sku_id: 101, quantity: 2, is_one_time: false },
        { product_sku_id: 103, quantity: 1, is_one_time: true },
      ],
      next_delivery_date: '2026-12-20',
      delivery_notes: ' 玄関前 ',
    }
    const { before, after, changes, following_payment_total } = await previewUpdate(member, { id, ...update })
    const every = await previewUpdate(member, { id, items: update.items.slice(0, 1) })
    expect(following_payment_total).toBe(every.after.payment_total)
    expect(every.following_payment_total).toBe(every.after.payment_total)
    expect(changes.map((change) => change.name)).toEqual([
      'next_delivery_date',
      'next_next_delivery_date',
      'items',
      'delivery_notes',
      'payment_total',
    ])
    expect(after).toMatchObject({ next_next_delivery_date: '2027-01-19', change_deadline: '2026-12-10' })
    expect((await loadSubscriptionRow(db, id)).version).toBe(1)
    const shown = { version: before.version, shown_payment_total: after.payment_total }
    const saved = await updateSubscription(member, { id, ...update, ...shown })
    const ids = { version: 2, subscription_order_item: expect.anything() }
    expect(Subscription.parse(saved)).toEqual({ ...Subscription.parse(after), ...ids })
    expect(saved.events[0]).toMatchObject({ event: 'updated', actor: 'customer', changes })
    expect(saved.shipping_address.delivery_notes).toBe(' 玄関前 ')
  })

  test('a total that was not shown is rejected, and nothing is saved in part', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    const items = [{ product_sku_id: 101, quantity: 5, is_one_time: false }]
    const asked = { id, version: 1, items, next_delivery_date: '2026-12-20', shown_payment_total: 1 }
    await expect(updateSubscription(member, asked)).rejects.toMatchObject({ error: 'ERROR_AMOUNT_CHANGED' })
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ version: 1, next_delivery_date: '2026-12-10' })
  })

  test('what is there already raises no version, writes no event and no mail, whoever presses', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    const before = await getSubscription(member, { id })
    const { next_delivery_date, shipping_address, delivery_time_id } = before
    const { delivery_notes, ...address } = shipping_address
    const items = before.subscription_order_item.map(({ product_sku_id, quantity }) => ({
      product_sku_id,
      quantity,
      is_one_time: false,
    }))
    const { subscription_division_id, param1, param2, param3 } = before
    const delivery_pattern = { subscription_division_id, param1, param2, param3 }
    const same = { items, next_delivery_date, shipping_address: address, delivery_notes, delivery_time_id }
    await updateSubscription(member, { id, version: 1, ...same, delivery_pattern })
    await updateSubscription(member, { id, version: 1 })
    const { payment_method_id, card_seq } = before
    await changePayment(member, { id, payment_method_id, card_seq, third_party_consent: false })
    await setAdjustmentAmount(ctx, { id, amount: before.adjustment_amount })
    expect(await getSubscription(member, { id })).toEqual(before)
  })

  test('the answer itself comes back: as it is it changes nothing, and each of its names does what it says', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    const before = await getSubscription(member, { id })
    expect(await updateSubscription(member, { ...before, id })).toEqual(before)
    const [item] = before.subscription_order_item
    const after = await updateSubscription(member, {
      ...before,
      id,
      subscription_order_item: [{ ...item!, quantity: 2 }],
      shipping_address: { ...before.shipping_address, addr03: '101号室' },
      param1: 40,
      payment_method_id: null,
      card_seq: null,
    })
    expect(after).toMatchObject({
      subscription_order_item: [{ product_sku_id: 101, quantity: 2 }],
      shipping_address: { addr03: '101号室' },
      param1: 40,
      payment_method_id: null,
    })
  })

  test('with another card: the provider is asked before anything is locked, and a paused contract takes it too', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    let open = -1
    const listCards: CardPort['listCards'] = async (gmo_id) => {
      const { rows } = await db.execute<{ open: number }>(sql`
        select count(*)::int as open from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`)
      open = rows[0]!.open
      return ctx.ports.card.listCards(gmo_id)
    }
    const watched = { ...member, ports: { ...member.ports, card: { ...member.ports.card, listCards } } }
    const before = await getSubscription(member, { id })
    expect(await updateSubscription(watched, { ...before, id, card_seq: 1, param1: 40 })).toMatchObject({ card_seq: 1 })
    expect(open).toBe(0)
    await pauseSubscription(member, { id, ...paused })
    const still = await getSubscription(member, { id })
    const { version } = still
    expect(await updateSubscription(member, { ...still, id, card_seq: 2, version })).toMatchObject({ card_seq: 2 })
  })

  test('two at once: one wins, the other is told what changed', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    const move = (next_delivery_date: string) => updateSubscription(member, { id, version: 1, next_delivery_date })
    const results = await Promise.allSettled([move('2026-12-15'), move('2026-12-25')])
    const lost = results.find((one) => one.status === 'rejected')!.reason
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    expect(lost).toMatchObject({ status: 409, error: 'ERROR_SUBSCRIPTION_CHANGED' })
    expect(lost.message).toMatch(/次回お届け日: .*12月10日.* → .*12月[12]5日/)
    expect(lost.fields.map((field: { path: string }) => field.path)).toContain('next_delivery_date')
  })

  test.each([
    ['next_delivery_date', '2026-11-30', 'its deadline would be over'],
    ['next_delivery_date', '2027-03-02', 'more than 100 days ahead'],
    ['next_delivery_date', '0001-01-01', 'past'],
    ['next_delivery_date', '9999-12-31', 'beyond the calendar'],
    ['next_next_delivery_date', '2026-12-19', 'less than 10 days after'],
    ['next_next_delivery_date', '2027-07-01', 'more than 180 days after'],
  ])('%s %s is refused: %s', async (path, date) => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    await expect(updateSubscription(member, { id, version: 1, [path]: date })).rejects.toMatchObject({
      status: 422,
      fields: [{ path }],
    })
  })

  test('every day that the calendar offers is accepted, from the first to the last', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    const { items } = await listSelectableSubscriptionDates(member, { id })
    expect([items[0], items.at(-1)]).toEqual(['2026-12-01', '2027-03-01'])
    for (const date of [items[0]!, items.at(-1)!]) {
      const { version } = await loadSubscriptionRow(db, id)
      await updateSubscription(member, { id, version, next_delivery_date: date })
      const { next_next_items: later } = await listSelectableSubscriptionDates(member, { id })
      for (const next_next_delivery_date of [later[0]!, later.at(-1)!])
        await updateSubscription(member, {
          id,
          version: (await loadSubscriptionRow(db, id)).version,
          next_next_delivery_date,
        })
    }
  })

  test('the preview of a date returns all the days shown with it', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    const { days: standing } = await previewUpdate(member, { id })
    expect(standing).toEqual(await listSelectableSubscriptionDates(member, { id }))
    const moved = { id, next_delivery_date: '2026-12-20' }
    const { after, days } = await previewUpdate(member, moved)
    expect(days).toEqual(await listSelectableSubscriptionDates(member, moved))
    expect([after.next_next_delivery_date, days.third_delivery_date]).toEqual(['2027-01-19', '2027-02-18'])
    const pattern = { subscription_division_id: 1 as const, param1: 2, param2: 5, param3: null }
    const other = await previewUpdate(member, { ...moved, delivery_pattern: pattern })
    const { next_next_delivery_date } = other.after
    const third = await previewNextNextDate(member, { delivery_date: next_next_delivery_date, ...pattern })
    expect(other.days.third_delivery_date).toBe(third.next_next_delivery_date)
    expect(other.days.next_next_items).toContain(next_next_delivery_date)
  })

  test('a pattern: the previewed dates are those after saving', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    const pattern = { subscription_division_id: 2 as const, param1: 2, param2: 5, param3: 4 }
    const seen = await previewDeliveryPattern(member, { id, ...pattern })
    const { next_next_delivery_date } = await previewNextNextDate(member, { delivery_date: '2026-12-10', ...pattern })
    expect(seen).toMatchObject({ next_delivery_date: '2026-12-10', next_next_delivery_date })
    const saved = await updateSubscription(member, { id, version: 1, delivery_pattern: pattern })
    expect(saved).toMatchObject({ next_next_delivery_date, pattern_label: '2か月ごとの最終水曜日' })
  })

  test('items that are not sold, too many, or yearly payments are rejected', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    const put = (product_sku_id: number, quantity = 1) =>
      updateSubscription(member, { id, version: 1, items: [{ product_sku_id, quantity, is_one_time: false }] })
    await db.update(product_sku).set({ sale_limit: 10 }).where(eq(product_sku.id, 103))
    for (const [sku, quantity] of [
      [999_999, 1],
      [127, 1],
      [103, 11],
    ] as const)
      await expect(put(sku, quantity)).rejects.toMatchObject({ error: 'ERROR_SUBSCRIPTION_ITEM_REFUSED' })
    // Also rejected beside goods of every delivery: the yearly payment is the reason.
    const both = [101, 127].map((product_sku_id) => ({ product_sku_id, quantity: 1, is_one_time: false }))
    await expect(previewUpdate(member, { id, items: both })).rejects.toMatchObject({
      message: expect.stringContaining('年払いの商品のため'),
    })
    const once = [{ product_sku_id: 103, quantity: 1, is_one_time: true }]
    await expect(updateSubscription(member, { id, version: 1, items: once })).rejects.toMatchObject({
      error: 'ERROR_SUBSCRIPTION_ITEM_REFUSED',
    })
    const yearly = await insertSubscribedMember(db, ctx, {}, [
      { product_sku_id: 127, lump_sum_payment_flag: true, lump_sum_payment_num: 12 },
    ])
    const two = [{ product_sku_id: 127, quantity: 2, is_one_time: false }]
    await expect(updateSubscription(yearly.member, { id: yearly.id, version: 1, items: two })).rejects.toMatchObject({
      error: 'ERROR_SUBSCRIPTION_ITEM_REFUSED',
    })
  })
})

describe('skip', () => {
  test('and undo until the old deadline', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    const off = await skipDelivery(member, { id, version: 1 })
    expect(off).toMatchObject({
      next_delivery_date: '2027-01-09',
      next_next_delivery_date: '2027-02-08',
      skipped: [{ delivery_date: '2026-12-10', undo_until: '2026-11-30' }],
    })
    clock.move(9)
    const on = await undoSkip(member, { id, version: off.version })
    expect(on).toMatchObject({ next_delivery_date: '2026-12-10', next_next_delivery_date: '2027-01-09', skipped: [] })
    const again = await skipDelivery(member, { id, version: on.version })
    clock.move(1)
    await expect(undoSkip(member, { id, version: again.version })).rejects.toMatchObject({
      error: 'ERROR_SUBSCRIPTION_UNDO_IMPOSSIBLE',
    })
  })

  test('of several, each until its own deadline', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    await skipDelivery(member, { id, version: 1 })
    const off = await skipDelivery(member, { id, version: 2 })
    expect(off).toMatchObject({
      next_delivery_date: '2027-02-08',
      skipped: [
        { delivery_date: '2026-12-10', undo_until: '2026-11-30' },
        { delivery_date: '2027-01-09', undo_until: '2026-12-30' },
      ],
    })
    const on = await undoSkip(member, { id, version: off.version, delivery_date: '2026-12-10' })
    expect(on).toMatchObject({
      next_delivery_date: '2026-12-10',
      next_next_delivery_date: '2027-02-08',
      skipped: [{ delivery_date: '2027-01-09' }],
    })
    // The other skip outlives the delivery that was restored.
    clock.move(10)
    await runDailyDeliveries(ctx)
    clock.move(9)
    await deliverCurrentCycle(ctx, id)
    const later = await getSubscription(member, { id })
    expect(later).toMatchObject({ next_delivery_date: '2027-02-08', skipped: [{ delivery_date: '2027-01-09' }] })
    const last = await undoSkip(member, { id, version: later.version })
    expect(last).toMatchObject({ next_delivery_date: '2027-01-09', next_next_delivery_date: '2027-02-08', skipped: [] })
  })

  test('not without limit: then only pausing is possible', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    const skipAll = async () => {
      for (let n = 0; n < 20; n++)
        await skipDelivery(member, { id, version: (await loadSubscriptionRow(db, id)).version })
    }
    await expect(skipAll()).rejects.toMatchObject({ error: 'ERROR_SUBSCRIPTION_SKIP_LIMIT' })
    expect((await loadSubscriptionRow(db, id)).next_delivery_date <= '2027-05-20').toBe(true)
  })

  test('of a delivery every six months, once', async () => {
    const half = {
      subscription_division_id: 1,
      param1: 6,
      param2: 10,
      param3: null,
      next_next_delivery_date: '2027-06-10',
    }
    const { id, member } = await insertSubscribedMember(db, ctx, half)
    const off = await skipDelivery(member, { id, version: 1 })
    expect(off).toMatchObject({ next_delivery_date: '2027-06-10', next_next_delivery_date: '2027-12-10' })
    expect(off.can.skip).toBe(false)
  })
})

describe('pause and reopen', () => {
  test('after months: past dates and unavailable cash on delivery are corrected', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx, {
      payment_method_id: null,
      card_seq: null,
    })
    await pauseSubscription(member, { id, ...paused })
    clock.move(60)
    const cash = isNull(shop_payment.payment_method_id)
    const np = and(eq(shop_payment.payment_method_id, 4), eq(shop_payment.shop_id, 2))
    await db.update(shop_payment).set({ visible: false }).where(cash)
    // Without NP there is no method to change to.
    expect((await previewReopening(member, { id })).changes.map((change) => change.name)).not.toContain(
      'payment_method_id',
    )
    await db.update(shop_payment).set({ visible: true }).where(np)
    member.ports = { ...member.ports, payment: new Map([...member.ports.payment, [4, throwingPort('np')]]) }
    const { changes, after, consent_text } = await previewReopening(member, { id })
    expect(changes.map((change) => change.name)).toContain('payment_method_id')
    const asItStands = { id, is_update_subscription: false, ...paused }
    const unasked = reopenSubscription(member, asItStands)
    await expect(unasked).rejects.toMatchObject({ fields: [{ path: 'third_party_consent' }] })
    const reopened = await reopenSubscription(member, { ...asItStands, third_party_consent: true })
    expect(await newestEvent(id)).toMatchObject({ event: 'reopened', detail: { third_party_consent: consent_text } })
    await db.update(shop_payment).set({ visible: true }).where(cash)
    await db.update(shop_payment).set({ visible: false }).where(np)
    expect(reopened).toMatchObject({
      summary_status: 1,
      next_delivery_date: '2027-01-30',
      next_next_delivery_date: '2027-03-01',
      payment_method_id: 4,
    })
    expect(after.next_delivery_date).toBe(reopened.next_delivery_date)
  })

  test('without changes it costs what its dialog showed, or is rejected; without a shown total there is no check', async () => {
    const [one, other] = [await insertSubscribedMember(db, ctx), await insertSubscribedMember(db, ctx)]
    await pauseSubscription(one.member, { id: one.id, ...paused })
    await pauseSubscription(other.member, { id: other.id, ...paused })
    const shown = async () => (await previewReopening(one.member, { id: one.id })).after.payment_total
    const asItStands = { id: one.id, is_update_subscription: false, ...paused }
    const before = await shown()
    const fee = and(eq(delivery.shop_id, 2), eq(delivery.id, 1))
    await db
      .update(delivery)
      .set({ flat_rate_delivery_fee: sql`${delivery.flat_rate_delivery_fee} - 100` })
      .where(fee)
    const stale = reopenSubscription(one.member, { ...asItStands, shown_payment_total: before })
    await expect(stale).rejects.toMatchObject({ status: 409, error: 'ERROR_AMOUNT_CHANGED' })
    expect(await shown()).toBe(before - 100)
    const reopened = await reopenSubscription(one.member, { ...asItStands, shown_payment_total: before - 100 })
    expect(reopened).toMatchObject({ summary_status: 1, payment_total: before - 100 })
    expect(await reopenSubscription(other.member, { ...asItStands, id: other.id })).toMatchObject({ summary_status: 1 })
    await db
      .update(delivery)
      .set({ flat_rate_delivery_fee: sql`${delivery.flat_rate_delivery_fee} + 100` })
      .where(fee)
  })

  test('future dates stay; changes are possible in the same step', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    await pauseSubscription(member, { id, ...paused })
    expect((await listSubscriptions(member, { tab: 'paused', page: 1, per_page: 20 })).counts).toEqual({
      active: 0,
      paused: 1,
      cancelled: 0,
    })
    await expect(skipDelivery(member, { id, version: 2 })).rejects.toMatchObject({ status: 409 })
    const update = { next_delivery_date: '2026-12-24' }
    const shown = await previewUpdate(member, { id, ...update })
    expect(shown.before.summary_status).toBe(5)
    expect(shown.after).toMatchObject({ summary_status: 1, next_delivery_date: '2026-12-24' })
    const wanted = { id, is_update_subscription: true, update, ...paused }
    const other = { ...wanted, shown_payment_total: shown.after.payment_total - 1 }
    await expect(reopenSubscription(member, other)).rejects.toMatchObject({ error: 'ERROR_AMOUNT_CHANGED' })
    const reopened = await reopenSubscription(member, {
      ...wanted,
      shown_payment_total: shown.after.payment_total,
    })
    expect(reopened).toMatchObject({ summary_status: 1, next_delivery_date: '2026-12-24' })
    await expect(reopenSubscription(member, { id, is_update_subscription: false, ...paused })).rejects.toMatchObject({
      error: 'ERROR_SUBSCRIPTION_NOT_PAUSED',
    })
  })
})

test('a shop may leave the detail of a cancellation to its members', async () => {
  const { id, member } = await insertSubscribedMember(db, ctx)
  await db.update(shop).set({ cancel_detail_flag: false }).where(eq(shop.id, 2))
  try {
    expect(await cancelSubscription(member, { id, reason: 4, detail: '', ...paused })).toMatchObject({
      summary_status: 6,
    })
  } finally {
    await db.update(shop).set({ cancel_detail_flag: true }).where(eq(shop.id, 2))
  }
})

test('a cancelled subscription rejects every call with the same error, in either tab', async () => {
  const { id, member } = await insertSubscribedMember(db, ctx)
  const why = { reason: 4, detail: '高い', ...paused }
  await expect(cancelSubscription(member, { id, ...why, reason: 77 })).rejects.toMatchObject({ status: 422 })
  const unknown = { status: 422, fields: [{ path: 'reason' }] }
  await expect(pauseSubscription(member, { id, ...paused, reason: 77 })).rejects.toMatchObject(unknown)
  await expect(skipDelivery(member, { id, version: 1, reason: 77 })).rejects.toMatchObject(unknown)
  const instead_of = { reason: 77, offered: [], taken: 'fewer' } as const
  await expect(
    updateSubscription(member, { id, version: 1, instead_of: { ...instead_of, offered: [] } }),
  ).rejects.toMatchObject(unknown)
  const undetailed = { ...why, detail: '' }
  await expect(cancelSubscription(member, { id, ...undetailed })).rejects.toMatchObject({
    fields: [{ path: 'detail', message_id: 'cmn-err-001', message: '解約理由の詳細を入力してください。' }],
  })
  const ended = and(eq(master_data.shop_id, 2), eq(master_data.name, 'cancel_reason'), eq(master_data.id, 4))
  await db.update(master_data).set({ is_ended: true }).where(ended)
  await expect(cancelSubscription(member, { id, ...why })).rejects.toMatchObject({ fields: [{ path: 'reason' }] })
  await db.update(master_data).set({ is_ended: false }).where(ended)
  expect(await cancelSubscription(member, { id, ...why })).toMatchObject({ summary_status: 6, lock: 'cancelled' })
  const refused = { status: 409, error: 'ERROR_SUBSCRIPTION_HAS_ALREADY_BEEN_CANCEL' }
  for (const call of [
    () => cancelSubscription(member, { id, ...why }),
    () => pauseSubscription(member, { id, ...paused }),
    () => reopenSubscription(member, { id, is_update_subscription: false, ...paused }),
    () => skipDelivery(member, { id, version: 2 }),
    () => updateSubscription(member, { id, version: 2 }),
    () => changePayment(member, { id, payment_method_id: null, card_seq: null, third_party_consent: false }),
    () => previewUpdate(member, { id }),
    () => listSelectableSubscriptionDates(member, { id }),
  ])
    await expect(call()).rejects.toMatchObject(refused)
  const { items, counts } = await listSubscriptions(member, { tab: 'active', page: 1, per_page: 20 })
  expect([items, counts]).toEqual([[], { active: 0, paused: 0, cancelled: 1 }])
})

describe('payment', () => {
  test('50002 while another process changes the subscription', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    await db.transaction(async (tx) => {
      await tx
        .select()
        .from(subscription)
        .where(sameRowCondition(subscription, { shop_id: 2, id }))
        .for('update')
      await expect(
        changePayment(member, { id, payment_method_id: 1, card_seq: 1, third_party_consent: false }),
      ).rejects.toMatchObject({
        code: 50002,
        error: 'ERROR_PAYMENT_UPDATE_IMPOSSIBLE',
      })
    })
    expect(
      await changePayment(member, { id, payment_method_id: 1, card_seq: 1, third_party_consent: false }),
    ).toMatchObject({ card_seq: 1 })
  })

  test('while payments are held a contract is changed to 代金引換 alone', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    await db.insert(payment_hold).values({ shop_id: 2, reason: 'restored' })
    const cash = { id, payment_method_id: null, card_seq: null, third_party_consent: false }
    expect(await changePayment(member, cash)).toMatchObject({ payment_method_id: null })
    const back = changePayment(member, { ...cash, payment_method_id: 1, card_seq: 1 })
    await expect(back).rejects.toMatchObject({
      fields: [{ path: 'payment_method_id', message: expect.stringContaining('代金引換') }],
    })
    await db.delete(payment_hold)
  })

  test('an unknown card, or a method that the shop does not offer', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    await expect(
      changePayment(member, { id, payment_method_id: 1, card_seq: 9, third_party_consent: false }),
    ).rejects.toMatchObject({
      status: 404,
    })
    await expect(
      changePayment(member, { id, payment_method_id: 4, card_seq: null, third_party_consent: false }),
    ).rejects.toMatchObject({
      fields: [{ path: 'payment_method_id' }],
    })
    const cash = await changePayment(member, {
      id,
      payment_method_id: null,
      card_seq: null,
      third_party_consent: false,
    })
    expect(cash).toMatchObject({ payment_method_id: null, card_seq: null, payment_fee: 330 })
  })
})

test('moved to a provider’s bill: only with consent, whose text is stored; afterwards it is not required again', async () => {
  const { id, member } = await insertSubscribedMember(db, ctx)
  const np = and(eq(shop_payment.payment_method_id, 4), eq(shop_payment.shop_id, 2))
  await db.update(shop_payment).set({ visible: true }).where(np)
  member.ports = { ...member.ports, payment: new Map([...member.ports.payment, [4, throwingPort('np')]]) }
  const byBill = { id, payment_method_id: 4 as const, card_seq: null }
  await expect(changePayment(member, { ...byBill, third_party_consent: false })).rejects.toMatchObject({
    status: 422,
    fields: [{ path: 'third_party_consent' }],
  })
  expect(await loadSubscriptionRow(db, id)).toMatchObject({ payment_method_id: 1 })
  expect(await changePayment(member, { ...byBill, third_party_consent: true })).toMatchObject({ payment_method_id: 4 })
  expect(await newestEvent(id)).toMatchObject({
    event: 'payment_changed',
    detail: { third_party_consent: expect.stringContaining('ネットプロテクションズへ提供') },
  })
  const { version } = await loadSubscriptionRow(db, id)
  await changePayment(member, { ...byBill, third_party_consent: false })
  expect(await loadSubscriptionRow(db, id)).toMatchObject({ version })
  await changePayment(member, { ...byBill, payment_method_id: null, third_party_consent: false })
  const acting = { ...member, actor: operatorActor({ id: 1, name: '森 つむぎ' }) }
  await changePayment(acting, { ...byBill, third_party_consent: true })
  expect((await newestEvent(id))!.detail).toMatchObject({ consent_heard_by: '森 つむぎ' })
  const timeline = await loadSubscriptionTimeline({ db, shop_id: 2, subscription_id: id, is_open: false })
  expect(timeline.map(({ detail }) => detail).join()).toContain('同意は、森 つむぎがお客様から伺いました。')
  await db.update(shop_payment).set({ visible: false }).where(np)
})

test('another member’s subscription is not found', async () => {
  const { id } = await insertSubscribedMember(db, ctx)
  const { member: other } = await insertSubscribedMember(db, ctx)
  await expect(getSubscription(other, { id })).rejects.toMatchObject({ status: 404 })
  await expect(pauseSubscription(other, { id, ...paused })).rejects.toMatchObject({ status: 404 })
  await expect(getSubscription({ ...other, shop_id: 3 }, { id })).rejects.toMatchObject({ status: 404 })
  expect((await db.select().from(product_sku).where(eq(product_sku.id, 101)))[0]!.stock).toBeGreaterThan(0)
})

describe('every change is checked as an order is', () => {
  const refused = (path: string) => ({ status: 422, fields: [{ path }] })
  const locker = { delivery_notes: '宅配ボックスに入れてください' }

  test('Amazon Pay without an agreement', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    member.ports = { ...member.ports, payment: new Map([...member.ports.payment, [2, throwingPort('amazon')]]) }
    await db.update(shop_payment).set({ visible: true }).where(eq(shop_payment.payment_method_id, 2))
    const amazon = { id, payment_method_id: 2 as const, card_seq: null, third_party_consent: false }
    await expect(changePayment(member, amazon)).rejects.toMatchObject(refused('payment_method_id'))
    await pauseSubscription(member, { id, ...paused })
    await expect(changePayment(member, amazon)).rejects.toMatchObject(refused('payment_method_id'))
  })

  test('cash on delivery and a locker: refused by preview, change and reopening; another date goes through', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx, { payment_method_id: null, card_seq: null })
    await expect(previewUpdate(member, { id, ...locker })).rejects.toMatchObject(refused('payment_method_id'))
    await expect(updateSubscription(member, { id, version: 1, ...locker })).rejects.toMatchObject(
      refused('payment_method_id'),
    )
    await db.update(subscription).set(locker).where(eq(subscription.id, id))
    await updateSubscription(member, { id, version: 1, next_delivery_date: '2026-12-20' })
    await pauseSubscription(member, { id, ...paused })
    expect((await previewReopening(member, { id })).payment_problem).toContain('代金引換')
    const asItStands = { id, is_update_subscription: false, ...paused }
    await expect(reopenSubscription(member, asItStands)).rejects.toMatchObject(refused('payment_method_id'))
    await changePayment(member, { id, payment_method_id: 1, card_seq: 1, third_party_consent: false })
    expect((await previewReopening(member, { id })).payment_problem).toBeNull()
    expect(await reopenSubscription(member, asItStands)).toMatchObject({ summary_status: 1 })
  })

  test('a total above the limit of the method', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx, {
      payment_method_id: 2,
      charge_permission_id: 'B01-1',
    })
    member.ports = { ...member.ports, payment: new Map([...member.ports.payment, [2, throwingPort('amazon')]]) }
    await db.update(shop_payment).set({ visible: true, max_amount: 3000 }).where(eq(shop_payment.payment_method_id, 2))
    const items = [{ product_sku_id: 101, quantity: 4, is_one_time: false }]
    await expect(previewUpdate(member, { id, items })).rejects.toMatchObject(refused('payment_method_id'))
    await expect(updateSubscription(member, { id, version: 1, items })).rejects.toMatchObject(
      refused('payment_method_id'),
    )
  })

  test('a bill limits the length of a name and an address', async () => {
    const addr03 = '椿野椿野椿野椿野椿野椿野椿野椿野椿野椿野椿野椿野椿野椿野椿野椿野マンション一〇一号室'
    const { id, member } = await insertSubscribedMember(db, ctx, { addr03 })
    const np = and(eq(shop_payment.payment_method_id, 4), eq(shop_payment.shop_id, 2))
    await db.update(shop_payment).set({ visible: true }).where(np)
    member.ports = { ...member.ports, payment: new Map([...member.ports.payment, [4, throwingPort('np')]]) }
    const byBill = { id, payment_method_id: 4 as const, card_seq: null, third_party_consent: true }
    await expect(changePayment(member, byBill)).rejects.toMatchObject(refused('shipping_address.addr03'))
    await db.update(shop_payment).set({ visible: false }).where(np)
  })
})

test('paused and ended subscriptions: errors and their own tab', async () => {
  const { id, member } = await insertSubscribedMember(db, ctx)
  await pauseSubscription(member, { id, ...paused })
  for (const call of [
    () => updateSubscription(member, { id, version: 2 }),
    () => skipDelivery(member, { id, version: 2 }),
    () => pauseSubscription(member, { id, ...paused }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 409, error: 'ERROR_SUBSCRIPTION_PAUSED' })
  await cancelSubscription(member, { id, reason: 1, detail: '余る' })
  const { items, counts } = await listSubscriptions(member, { tab: 'cancelled', page: 1, per_page: 20 })
  expect([items.map((one) => one.id), counts]).toEqual([[id], { active: 0, paused: 0, cancelled: 1 }])
})

test('an adjustment by the shop applies to each delivery until it is removed', async () => {
  const { id, member } = await insertSubscribedMember(db, ctx)
  const { payment_total } = await getSubscription(member, { id })
  const operator = { ...ctx, actor: operatorActor({ id: null, name: '担当' }) }
  await setAdjustmentAmount(operator, { id, amount: -300 })
  const after = await getSubscription(member, { id })
  expect(after).toMatchObject({ adjustment_amount: -300, payment_total: payment_total - 300 })
  expect(after.events[0]).toMatchObject({ event: 'adjusted', actor: 'shop', changes: [{ label: '調整額' }] })
  await expect(setAdjustmentAmount(ctx, { id, amount: -300_000 })).rejects.toMatchObject({
    error: 'ERROR_TOTAL_NEGATIVE',
  })
  await setAdjustmentAmount(ctx, { id, amount: 0 })
  expect(await getSubscription(member, { id })).toMatchObject({ adjustment_amount: 0, payment_total })
})
