import type { SubscriptionUpdate } from '@kushi/contract/subscription'
import { delivery, delivery_lead, shop_payment } from '@kushi/db/schema/delivery'
import { orders } from '@kushi/db/schema/order'
import { subscription, subscription_event } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  contextOnDayWithCards,
  deliverCurrentCycle,
  insertSubscribedMember,
  loadSubscriptionOrders,
  loadSubscriptionRow,
} from '../../testing/subscription.ts'
import { calls } from './calls.ts'
import { changePayment } from './change-payment.ts'
import { getSubscription } from './get-subscription.ts'
import { pauseSubscription } from './pause-subscription.ts'
import { previewUpdate } from './preview-update.ts'
import { previewReopening } from './reopen-subscription.ts'
import { runDailyDeliveries } from './run-day.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

// With the page that they return.
const updateSubscription = calls['PUT /v1/order/subscription/update/{id}']
const reopenSubscription = calls['PATCH /v1/order/subscription/update/{id}/reopen-scheduled']

let { clock, ctx } = contextOnDayWithCards(db, '2026-11-21')
beforeEach(() => {
  ;({ clock, ctx } = contextOnDayWithCards(db, '2026-11-21'))
})

/** 宅配便 with its times 1 to 5, and メール便 for light goods up to one kilogram. */
const [parcel, letter] = [1, 2]
/** The refill is light (320 g); the oil is not. */
const [refill, oil] = [125, 101]
const item = (product_sku_id: number, quantity = 1, is_one_time = false) => ({ product_sku_id, quantity, is_one_time })
const light = (more: Parameters<typeof insertSubscribedMember>[2] = {}, quantity = 1) =>
  insertSubscribedMember(db, ctx, { delivery_id: parcel, ...more }, [{ product_sku_id: refill, quantity }])
const refused = (path: string, message: RegExp | string) => ({
  status: 422,
  fields: [{ path, message: typeof message === 'string' ? message : expect.stringMatching(message) }],
})

describe('what is offered', () => {
  test.each([
    ['light goods', [item(refill)], [parcel, letter]],
    ['light goods within a kilogram', [item(refill, 3)], [parcel, letter]],
    ['light goods that weigh more together', [item(refill, 4)], [parcel]],
    ['something that is not light', [item(refill), item(oil)], [parcel]],
    ['something that is not light, this time only', [item(refill), item(oil, 1, true)], [parcel]],
  ])('%s', async (_, items, ids) => {
    const { id, member } = await light()
    const { deliveries } = await previewUpdate(member, { id, items })
    expect(deliveries.map((one) => one.id)).toEqual(ids)
  })

  test('the fee of each method is the one charged; times are those of the method', async () => {
    const { id, member } = await light()
    const { deliveries } = await getSubscription(member, { id })
    expect(deliveries).toMatchObject([
      { delivery_name: '宅配便', mail_delivery_flag: false, delivery_fee: 660 },
      { delivery_name: 'メール便', mail_delivery_flag: true, delivery_fee: 275, times: [] },
    ])
    expect(deliveries[0]!.times).toHaveLength(5)
    for (const offer of deliveries) {
      const { after } = await previewUpdate(member, { id, delivery_id: offer.id })
      expect(after.delivery_fee).toBe(offer.delivery_fee)
    }
    // Oil for more than 6,600 yen is delivered free of charge.
    const much = await previewUpdate(member, { id, items: [item(refill), item(oil, 3)] })
    expect(much.deliveries).toMatchObject([{ id: parcel, delivery_fee: 0 }])
  })

  test('nothing if nothing can be changed; for a paused one, all that will be possible', async () => {
    const { id, member } = await light()
    await pauseSubscription(member, { id })
    expect((await getSubscription(member, { id })).deliveries).toHaveLength(2)
    const late = await light({ next_delivery_date: '2026-11-25' })
    expect((await getSubscription(late.member, { id: late.id })).deliveries).toEqual([])
  })
})

describe('a change', () => {
  test('matches its preview, is in the history and the mail, and sets the next delivery’s method and price', async () => {
    const { id, member } = await light({ delivery_time_id: 3, delivery_notes: '玄関前' })
    const { before, after, changes } = await previewUpdate(member, { id, delivery_id: letter })
    expect(changes.map(({ name, before, after }) => [name, before, after])).toEqual([
      ['delivery_id', '宅配便', 'メール便'],
      ['delivery_time_id', '16–18時', '指定なし'],
      ['delivery_notes', '玄関前', 'なし'],
      ['payment_total', '¥2,739', '¥2,354'],
    ])
    expect(after).toMatchObject({
      delivery_id: letter,
      delivery_name: 'メール便',
      delivery_time_id: null,
      delivery_fee: 275,
    })
    const shown = { version: before.version, shown_payment_total: after.payment_total }
    const saved = await updateSubscription(member, { id, delivery_id: letter, ...shown })
    expect(saved).toMatchObject({ delivery_id: letter, delivery_time: null, payment_total: after.payment_total })
    expect(saved.events[0]).toMatchObject({ event: 'updated', actor: 'customer', changes })
    expect(await loadSubscriptionRow(db, id)).toMatchObject({
      delivery_id: letter,
      delivery_time_id: null,
      delivery_notes: '',
    })
    const [mail] = await db.select().from(outbox).where(eq(outbox.subscription_id, id))
    expect(JSON.stringify(mail!.payload)).toMatch(/配送方法\\n {2}宅配便\\n {2}→ メール便/)

    clock.move(10)
    await runDailyDeliveries(ctx)
    const [order] = await loadSubscriptionOrders(db, id)
    expect(order).toMatchObject({
      status: 'arranged',
      delivery_id: letter,
      delivery_time_id: null,
      delivery_notes: '',
      delivery_fee: 275,
      payment_total: after.payment_total,
      bundled_flag: false,
    })
    await expect(updateSubscription(member, { id, version: 3, delivery_id: parcel })).rejects.toMatchObject({
      error: 'ERROR_SUBSCRIPTION_ARRANGED',
    })
    clock.move(9)
    await deliverCurrentCycle(ctx, id)
    expect(await getSubscription(member, { id })).toMatchObject({ cycle: 3, delivery_id: letter })
  })

  test('an arranged delivery keeps its method, whatever is wished or possible later', async () => {
    const { id, member } = await light({ delivery_time_id: 3 })
    clock.move(10)
    await runDailyDeliveries(ctx)
    await db.update(orders).set({ delivery_id: letter, delivery_time_id: null }).where(eq(orders.subscription_id, id))
    expect(await getSubscription(member, { id })).toMatchObject({
      delivery_id: letter,
      delivery_time: null,
      lock: 'arranged',
    })
  })

  test('a total that was not shown is refused, and the method stays', async () => {
    const { id, member } = await light()
    const asked = { id, version: 1, delivery_id: letter, shown_payment_total: 2739 }
    await expect(updateSubscription(member, asked)).rejects.toMatchObject({ error: 'ERROR_AMOUNT_CHANGED' })
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ version: 1, delivery_id: parcel })
  })

  test('two at once: one wins, the other is told what changed', async () => {
    const { id, member } = await light({ delivery_time_id: 3 })
    const change = (update: object) => updateSubscription(member, { id, version: 1, ...update })
    const results = await Promise.allSettled([change({ delivery_id: letter }), change({ delivery_time_id: 4 })])
    const lost = results.find((one) => one.status === 'rejected')!.reason
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    expect(lost).toMatchObject({ status: 409, error: 'ERROR_SUBSCRIPTION_CHANGED' })
    const row = await loadSubscriptionRow(db, id)
    expect(row.version).toBe(2)
    expect([`${letter} null`, `${parcel} 4`]).toContain(`${row.delivery_id} ${row.delivery_time_id}`)
    const events = await db.select().from(subscription_event).where(eq(subscription_event.subscription_id, id))
    expect(events).toHaveLength(1)
  })

  test('after the notice the amount shown by the change is the promised one', async () => {
    const { id, member } = await light({ next_delivery_date: '2026-12-04' })
    await runDailyDeliveries(ctx)
    expect((await loadSubscriptionRow(db, id)).promised_total).toBe(2739)
    await updateSubscription(member, { id, version: 1, delivery_id: letter })
    expect((await loadSubscriptionRow(db, id)).promised_total).toBe(2354)
  })

  test('with the reopening of what is paused, in one step', async () => {
    const { id, member } = await light()
    await pauseSubscription(member, { id })
    const reopening = { id, is_update_subscription: true, third_party_consent: false } as const
    const reopened = await reopenSubscription(member, { ...reopening, update: { delivery_id: letter } })
    expect(reopened).toMatchObject({ summary_status: 1, delivery_id: letter })
  })
})

describe('rejected with a message at its field', () => {
  test.each<[string, Parameters<typeof light>[0] & object, Partial<SubscriptionUpdate>, string, RegExp | string]>([
    ['a method of another shop', {}, { delivery_id: 3 }, 'delivery_id', '配送方法を選択してください。'],
    ['goods that are not light', {}, { delivery_id: letter, items: [item(oil)] }, 'delivery_id', /商品が入っている/],
    ['too much weight', {}, { delivery_id: letter, items: [item(refill, 4)] }, 'delivery_id', /重さを超える/],
    [
      'a time by メール便',
      {},
      { delivery_id: letter, delivery_time_id: 3 },
      'delivery_time_id',
      /時間帯を指定できません/,
    ],
    ['a time that is none', {}, { delivery_time_id: 11 }, 'delivery_time_id', /時間帯を選び直して/],
    [
      '置き配 by メール便',
      {},
      { delivery_id: letter, delivery_notes: '玄関前' },
      'delivery_notes',
      /置き配を指定できません/,
    ],
    [
      '置き配, which goes by メール便',
      { delivery_id: letter },
      { delivery_notes: '玄関前' },
      'delivery_notes',
      /置き配を/,
    ],
    [
      'cash into a letterbox',
      { payment_method_id: null, card_seq: null },
      { delivery_id: letter },
      'delivery_id',
      /^代金引換は、メール便ではご利用いただけません。.*お支払い方法を変更/,
    ],
  ])('%s', async (_, standing, update, path, message) => {
    const { id, member } = await light(standing)
    await expect(previewUpdate(member, { id, ...update })).rejects.toMatchObject(refused(path, message))
    await expect(updateSubscription(member, { id, version: 1, ...update })).rejects.toMatchObject(
      refused(path, message),
    )
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ version: 1, delivery_id: standing.delivery_id ?? parcel })
  })

  test('cash with メール便, at the payment', async () => {
    const { id, member } = await light({ delivery_id: letter })
    const cash = { id, payment_method_id: null, card_seq: null, third_party_consent: false }
    await expect(changePayment(member, cash)).rejects.toMatchObject(refused('payment_method_id', /メール便では/))
  })

  test('cash with メール便 after the items of this delivery only are gone: chosen, unchanged, or reopened', async () => {
    await db.update(shop_payment).set({ visible: true }).where(isNull(shop_payment.payment_method_id))
    const once = [item(refill), item(oil, 1, true)]
    const later = refused('payment_method_id', /^代金引換は、メール便では.*次々回からは/)
    const cash = { payment_method_id: null, card_seq: null }
    const { id, member } = await light({ delivery_id: letter })
    await updateSubscription(member, { id, version: 1, items: once })
    const choice = { id, ...cash, third_party_consent: false }
    await expect(changePayment(member, choice)).rejects.toMatchObject(later)
    // With the oil in every delivery, each delivery goes by parcel.
    const every = await updateSubscription(member, { id, version: 2, items: [item(refill), item(oil)] })
    expect(every).toMatchObject({ delivery_id: parcel })
    await changePayment(member, choice)
    await expect(previewUpdate(member, { id, items: once })).rejects.toMatchObject(later)
    await expect(updateSubscription(member, { id, version: 4, items: once })).rejects.toMatchObject(later)

    const paused = await light({ delivery_id: letter })
    await updateSubscription(paused.member, { id: paused.id, version: 1, items: once })
    await pauseSubscription(paused.member, { id: paused.id })
    await db.update(subscription).set(cash).where(eq(subscription.id, paused.id))
    const shown = await previewReopening(paused.member, { id: paused.id })
    expect(shown.payment_problem).toMatch(/次々回からは/)
    const reopened = reopenSubscription(paused.member, {
      id: paused.id,
      is_update_subscription: false,
      third_party_consent: false,
    })
    await expect(reopened).rejects.toMatchObject(later)
  })

  test('a method that the shop hides now', async () => {
    const { id, member } = await light()
    const shown = (visible: boolean) => db.update(delivery).set({ visible }).where(eq(delivery.id, letter))
    await shown(false)
    const change = updateSubscription(member, { id, version: 1, delivery_id: letter })
    await expect(change).rejects.toMatchObject(refused('delivery_id', '配送方法を選択してください。'))
    await shown(true)
  })

  test('a day that the other method can’t reach', async () => {
    const { id, member } = await light({ next_delivery_date: '2026-12-02' })
    const { pref_id } = await loadSubscriptionRow(db, id)
    await db.insert(delivery_lead).values({ shop_id: 2, delivery_id: letter, pref_id, extra_days: 9 })
    await expect(previewUpdate(member, { id, delivery_id: letter })).rejects.toMatchObject({
      fields: [{ path: 'next_delivery_date' }],
    })
    const later = await previewUpdate(member, { id, delivery_id: letter, next_delivery_date: '2026-12-10' })
    expect(later.after).toMatchObject({ delivery_id: letter, next_delivery_date: '2026-12-10' })
    await db.delete(delivery_lead).where(and(eq(delivery_lead.delivery_id, letter), eq(delivery_lead.pref_id, pref_id)))
  })
})

test('a temporarily hidden method and its time stay saved when only 置き配 is changed', async () => {
  const { id, member } = await light({ delivery_time_id: 3 })
  const { id: _, ...other } = (await db.select().from(delivery).where(eq(delivery.id, parcel)))[0]!
  const [added] = await db
    .insert(delivery)
    .values({ ...other, delivery_name: '別の便' })
    .returning()
  const shown = (visible: boolean) => db.update(delivery).set({ visible }).where(eq(delivery.id, parcel))
  await shown(false)
  const saved = await updateSubscription(member, { id, version: 1, delivery_notes: '玄関前' })
  expect(saved).toMatchObject({ delivery_name: '別の便', delivery_time_id: null })
  await shown(true)
  await db.delete(delivery).where(eq(delivery.id, added!.id))
  expect(await getSubscription(member, { id })).toMatchObject({ delivery_id: parcel, delivery_time_id: 3 })
})

test('cash that failed because of a letterbox is resolved by another method, and the delivery comes', async () => {
  await db.update(shop_payment).set({ visible: true }).where(isNull(shop_payment.payment_method_id))
  const { id, member } = await light({ delivery_id: letter, payment_method_id: null, card_seq: null })
  clock.move(10)
  await runDailyDeliveries(ctx)
  const { failure, version } = await getSubscription(member, { id })
  expect(failure).toMatchObject({ failure: 'payment_method', retry_on: null })
  expect(failure!.message).toContain('配送方法をご変更ください')
  await updateSubscription(member, { id, version, delivery_id: parcel })
  await runDailyDeliveries(ctx)
  expect(await loadSubscriptionOrders(db, id)).toMatchObject([
    { status: 'arranged', delivery_id: parcel, payment_method_id: null },
  ])
  expect((await loadSubscriptionRow(db, id)).summary_status).toBe(1)
})

describe('items that become too heavy for メール便', () => {
  const heavy = [item(refill), item(oil)]

  test('go by parcel at its fee, shown before saving; by メール便 again once they fit', async () => {
    const { id, member } = await light({ delivery_id: letter })
    const { after, changes } = await previewUpdate(member, { id, items: heavy })
    expect(after).toMatchObject({ delivery_id: parcel, delivery_name: '宅配便', delivery_fee: 660 })
    expect(changes).toContainEqual(
      expect.objectContaining({ name: 'delivery_id', before: 'メール便', after: '宅配便' }),
    )
    const saved = await updateSubscription(member, {
      id,
      version: 1,
      items: heavy,
      shown_payment_total: after.payment_total,
    })
    expect(saved).toMatchObject({ delivery_id: parcel, deliveries: [{ id: parcel }] })
    const back = await updateSubscription(member, { id, version: 2, items: [item(refill)] })
    expect(back).toMatchObject({ delivery_id: letter, delivery_fee: 275 })
  })

  test('this delivery only: one parcel, charged as shown', async () => {
    const { id, member } = await light({ delivery_id: letter })
    const items = [item(refill), item(oil, 1, true)]
    const { after, following_payment_total } = await previewUpdate(member, { id, items })
    expect(following_payment_total).toBe(2079 + 275)
    await updateSubscription(member, { id, version: 1, items, shown_payment_total: after.payment_total })
    clock.move(10)
    await runDailyDeliveries(ctx)
    expect(await loadSubscriptionOrders(db, id)).toMatchObject([
      { delivery_id: parcel, delivery_fee: 660, payment_total: after.payment_total },
    ])
    clock.move(9)
    await deliverCurrentCycle(ctx, id)
    expect(await getSubscription(member, { id })).toMatchObject({ delivery_id: letter, delivery_fee: 275 })
  })

  test('a chosen time applies to the parcel that they go by', async () => {
    const { id, member } = await light({ delivery_id: letter }, 4)
    expect(await getSubscription(member, { id })).toMatchObject({ delivery_id: parcel, delivery_time_id: null })
    const { changes } = await previewUpdate(member, { id, delivery_time_id: 4 })
    expect(changes).toEqual([
      { name: 'delivery_id', label: '配送方法', before: 'メール便(次回は宅配便)', after: '宅配便' },
      { name: 'delivery_time_id', label: 'お届け時間帯', before: '指定なし', after: '18–20時' },
    ])
    const saved = await updateSubscription(member, { id, version: 1, delivery_time_id: 4 })
    expect(saved).toMatchObject({ delivery_id: parcel, delivery_time_id: 4 })
    expect(saved.events[0]!.changes).toEqual(changes)
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ delivery_id: parcel, delivery_time_id: 4 })
  })

  test('置き配 is for the parcel: with メール便 it is neither shown nor used, and the next parcel has it', async () => {
    const { id, member } = await light({ delivery_id: letter })
    await updateSubscription(member, { id, version: 1, items: [item(refill), item(oil, 1, true)] })
    const left = await updateSubscription(member, { id, version: 2, delivery_notes: '玄関前' })
    expect(left.shipping_address.delivery_notes).toBe('玄関前')
    clock.move(10)
    await runDailyDeliveries(ctx)
    clock.move(9)
    await deliverCurrentCycle(ctx, id)
    const next = await getSubscription(member, { id })
    expect(next).toMatchObject({ delivery_id: letter, shipping_address: { delivery_notes: '' } })
    const { after, changes } = await previewUpdate(member, { id, items: heavy })
    expect(after.shipping_address.delivery_notes).toBe('玄関前')
    expect(changes.map(({ name }) => name)).toContain('delivery_notes')
    clock.move(40)
    await runDailyDeliveries(ctx)
    expect(await loadSubscriptionOrders(db, id)).toMatchObject([
      { delivery_id: parcel, delivery_notes: '玄関前' },
      { delivery_id: letter, delivery_notes: '' },
    ])
  })

  test('return to メール便 only with a payment method that it allows', async () => {
    const { id, member } = await light({ delivery_id: letter, payment_method_id: null, card_seq: null }, 4)
    await db.update(shop_payment).set({ visible: true }).where(isNull(shop_payment.payment_method_id))
    await expect(updateSubscription(member, { id, version: 1, items: [item(refill)] })).rejects.toMatchObject(
      refused('delivery_id', /代金引換は、メール便では/),
    )
  })
})
