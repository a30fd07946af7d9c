import { randomUUID } from 'node:crypto'
import { order_credit, order_item, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { order_point, point_account, point_entry } from '@kushi/db/schema/point'
import { product } from '@kushi/db/schema/product'
import { shop } from '@kushi/db/schema/shop'
import { subscription, subscription_event } from '@kushi/db/schema/subscription'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { unrefundedAmount } from '@kushi/values/paid-amounts'
import { formatPoints } from '@kushi/values/points'
import type { LumpSumCancellation } from '@kushi/values/promise'
import { formatYen } from '@kushi/values/yen'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { operatorActor, withMemberActor } from '../../actor.ts'
import { adjustPoints } from '../../catalogue/point/admin/points.ts'
import { loadPendingPoints } from '../../catalogue/point/member-points.ts'
import { grantExpireAndNotifyPoints } from '../../catalogue/point/run-points.ts'
import { PaymentUnavailable } from '../../ports/payment-port.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { fakeCardProvider } from '../../testing/fake-card-provider.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { writeExternalRefund } from '../../testing/refunded-elsewhere.ts'
import {
  deliverCurrentCycle,
  insertSubscribedMember,
  loadSubscriptionOrders,
  loadSubscriptionRow,
} from '../../testing/subscription.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { cancelOrder, requestCancel } from '../fulfilment/cancel-order.ts'
import { markParcelsDelivered } from '../fulfilment/receive-shipments.ts'
import { shipOrder } from '../fulfilment/ship-order.ts'
import { changeOrderTotal } from '../order/change-total.ts'
import { refundOrder } from '../refund/refund-order.ts'
import { calls } from './calls.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { endSubscription } from './end-subscription.ts'
import { getSubscription } from './get-subscription.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { retryDelivery } from './retry-one.ts'
import { runDailyDeliveries } from './run-day.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

// With the page that they return.
const cancelAfterDelivery = calls['PATCH /v1/order/subscription/{id}/cancel-after']
const continueAfterDelivery = calls['PATCH /v1/order/subscription/{id}/cancel-after/undo']

let ledger = fakeCardProvider()
let clock = testClock('2026-11-21')
let ctx = testContext(db, { clock, ports: ledger.ports() })
beforeEach(async () => {
  await emptyTables(db.$client, 'subscription, orders, outbox', { restart: true })
  ledger = fakeCardProvider()
  clock = testClock('2026-11-21')
  ctx = testContext(db, { clock, ports: ledger.ports(), actor: operatorActor({ id: null, name: '担当' }) })
})

const monthly = { subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const
/** 127: 年払い, twelve deliveries. */
async function bought(product_sku_id: number) {
  const [customer_id] = await insertMembers(db, 1, { gmo_id: `m-${randomUUID()}` })
  const member = withMemberActor({ ...ctx, customer_id: customer_id! }, customer_id!)
  const items = [{ product_sku_id, quantity: 1, revision: 1 }]
  const wanted = testOrderDraft({ is_subscription: true, items, delivery_pattern: monthly, payment_method_id: 1 })
  const card = { card: { card_seq: 0 } }
  const { order_no } = await placeOrder(member, await confirmedOrderInput(member, wanted, card))
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  return { member, order_no, id: order!.subscription_id! }
}
/** 途中での解約 of the yearly product. */
const ruled = (lump_sum_rule: LumpSumCancellation, lump_sum_fee_rate = 0) =>
  db.update(product).set({ lump_sum_rule, lump_sum_fee_rate }).where(eq(product.lump_sum_payment_flag, true))
/** What is owed of an order, and its 赤伝: kind, yen and note. */
const owedOf = async (order_no: string) => {
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  const [paid] = await db.select().from(payment).where(eq(payment.order_id, order!.id))
  const credits = await db
    .select()
    .from(order_credit)
    .where(eq(order_credit.order_id, order!.id))
    .orderBy(order_credit.id)
  return { owed: unrefundedAmount(paid!), credits: credits.map(({ kind, amount, note }) => [kind, amount, note]) }
}
async function daysAfter(count: number) {
  for (let day = 0; day < count; day += 5) {
    clock.move(5)
    await runDailyDeliveries(ctx)
  }
}

describe('a yearly contract that its member cancels, 24,684 for twelve', () => {
  const firstArrived = async (order_no: string) => {
    await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
    await markParcelsDelivered(ctx, { order_no })
  }

  test.each([
    ['refunded', 0, 22_627, '¥22,627 をお返しします。解約料はかかりません'],
    ['fee', 20, 18_102, '解約料 ¥4,525 を引いた ¥18,102 をお返しします'],
  ] as const)(
    'by the rule %s of %i%%: the rest of eleven is owed, said before and in the mail, and waits for the shop',
    async (rule, rate, amount, words) => {
      await ruled(rule, rate)
      const { id, member, order_no } = await bought(127)
      await firstArrived(order_no)
      expect((await getSubscription(member, { id })).cancel_text).toContain(words)
      await cancelSubscription(member, { id, reason: 1, detail: '余る' })
      expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 6, final_cycle: null })
      expect((await loadQueuedMails(db)).at(-1)?.text).toContain(formatYen(amount))
      expect(await owedOf(order_no)).toEqual({ owed: amount, credits: [['ended', amount, '解約']] })
      await refundOrder(ctx, { order_no, refund: { kind: 'owed' } })
      expect(await owedOf(order_no)).toMatchObject({ owed: 0, credits: [['ended', amount, '解約']] })
      expect([...ledger.trades.values()]).toMatchObject([{ refunded_amount: amount }])
      await daysAfter(60)
      expect(await loadSubscriptionOrders(db, id)).toHaveLength(1)
    },
  )

  test('while a delivery is arranged: that one is the last, and ten are owed', async () => {
    await ruled('refunded')
    const { id, member, order_no } = await bought(127)
    await firstArrived(order_no)
    while ((await loadSubscriptionOrders(db, id)).length < 2) await daysAfter(5)
    const { version, cancel_text } = await getSubscription(member, { id })
    expect(cancel_text).toMatch(/手配が済んでいる.*10回分の代金 ¥20,570 をお返しします/)
    await cancelAfterDelivery(member, { id, reason: 1, detail: '余る', version })
    await firstArrived((await loadSubscriptionOrders(db, id)).at(-1)!.order_no)
    expect(await owedOf(order_no)).toMatchObject({ owed: 20_570 })
  })

  test('before the first parcel is shipped: the payment is taken later, and what is owed of it is known', async () => {
    await ruled('refunded')
    const { id, member, order_no } = await bought(127)
    await cancelSubscription(member, { id, reason: 1, detail: '余る' })
    expect(await owedOf(order_no)).toMatchObject({ owed: 0, credits: [['ended', 22_627, '解約']] })
    await expect(changeOrderTotal(ctx, { order_no, amount: 22_626 })).rejects.toMatchObject({ status: 422 })
    await firstArrived(order_no)
    expect(await owedOf(order_no)).toMatchObject({ owed: 22_627 })
  })

  test('a contract keeps the rule that its confirmation stated', async () => {
    await ruled('delivered')
    const { id, member, order_no } = await bought(127)
    await ruled('refunded')
    await firstArrived(order_no)
    expect((await getSubscription(member, { id })).cancel_text).toContain('予定どおりお届けします')
    await cancelSubscription(member, { id, reason: 1, detail: '余る' })
    expect((await loadSubscriptionRow(db, id)).final_cycle).toBe(12)
    expect(await owedOf(order_no)).toEqual({ owed: 0, credits: [] })
  })
})

test('the mail of the first order says the real sum of each later one, how to stop, and when money is received', async () => {
  const { order_no } = await bought(101)
  const mail = (await loadQueuedMails(db)).find(({ subject }) => subject.includes(order_no))
  // 2,178 for the goods and 660 for the delivery.
  expect(mail?.text).toContain('次回からの毎回のお支払い: ¥2,838(税込、送料と手数料を含みます)')
  expect(mail?.text).toMatch(/解約: 2回目のお届けは、.*までに解約いただければ.*解約料はかかりません/)
  expect(mail?.text).toMatch(/お支払いの受領: 商品の発送のときに、¥[\d,]+ を受領します。/)
})

describe('the first order', () => {
  test.each([
    ['yearly', 127],
    ['monthly', 101],
  ])('cancelled, %s: nothing more is delivered or charged', async (_, sku) => {
    const { id, member, order_no } = await bought(sku)
    await cancelOrder(ctx, { order_no })
    await cancelOrder(ctx, { order_no })
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 6, final_cycle: null })
    await daysAfter(100)
    expect(await loadSubscriptionOrders(db, id)).toHaveLength(1)
    const events = await db.select().from(subscription_event).where(eq(subscription_event.subscription_id, id))
    expect(events.map(({ event, actor_kind, actor_id }) => [event, actor_kind, actor_id])).toEqual([
      ['created', 'member', member.customer_id],
      ['ended', 'operator', null],
    ])
    expect((await loadQueuedMails(db)).at(-1)?.subject).toContain('終了しました')
  })

  test('refunded in full, yearly and already cancelled by its member: prepaid deliveries no longer come', async () => {
    await ruled('delivered')
    const { id, member, order_no } = await bought(127)
    await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
    await cancelSubscription(member, { id, reason: 1, detail: '余る' })
    expect((await loadSubscriptionRow(db, id)).final_cycle).not.toBeNull()
    await refundOrder(ctx, { order_no, refund: { kind: 'reduction', total: 100 } })
    expect((await loadSubscriptionRow(db, id)).final_cycle).not.toBeNull()
    await refundOrder(ctx, { order_no, refund: { kind: 'return' } })
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 6, final_cycle: null })
    await daysAfter(100)
    expect(await loadSubscriptionOrders(db, id)).toHaveLength(1)
  })

  test('not captured yet, yearly: its member may cancel and keeps prepaid deliveries; the shop ends it with its order', async () => {
    await ruled('delivered')
    const { id, member, order_no } = await bought(127)
    await expect(endSubscription(ctx, { id, reason: 'x' })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining(order_no),
    })
    await cancelSubscription(member, { id, reason: 1, detail: '余る' })
    expect((await loadSubscriptionRow(db, id)).final_cycle).toBe(12)
    await expect(endSubscription(ctx, { id, reason: 'x' })).rejects.toMatchObject({ status: 409 })
    await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
    await markParcelsDelivered(ctx, { order_no })
    await daysAfter(100)
    expect((await loadSubscriptionOrders(db, id)).at(-1)).toMatchObject({
      cycle: 2,
      status: 'arranged',
      payment_total: 0,
    })
    await endSubscription(ctx, { id, reason: 'x' })
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 6, final_cycle: null })
  })

  test('yearly, can be cancelled or refunded only with its subscription, and no money moves before that is said', async () => {
    const { id, order_no } = await bought(127)
    const keep = { order_no, keep_subscription: true }
    const refused = { status: 409, error: 'ERROR_SUBSCRIPTION_PREPAID' }
    await expect(cancelOrder(ctx, keep)).rejects.toMatchObject(refused)
    await expect(requestCancel(ctx, keep)).rejects.toMatchObject(refused)
    await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
    await markParcelsDelivered(ctx, { order_no })
    await expect(
      refundOrder(ctx, { order_no, refund: { kind: 'return', keep_subscription: true } }),
    ).rejects.toMatchObject(refused)
    expect(ledger.charged()).toMatchObject([{ state: 'captured', refunded_amount: 0 }])
    expect((await loadSubscriptionRow(db, id)).summary_status).toBe(1)
  })

  test('yearly, whose money went back in another way: the run ends it instead of delivering for nothing', async () => {
    const { id, member, order_no } = await bought(127)
    await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
    await markParcelsDelivered(ctx, { order_no })
    expect(await getSubscription(member, { id })).toMatchObject({ prepaid: { total: 12, remaining: 11 } })
    await writeExternalRefund(db, sql`true`, 24_684, 'refunded')
    expect(await getSubscription(member, { id })).toMatchObject({ prepaid: null })
    await daysAfter(100)
    expect(await loadSubscriptionOrders(db, id)).toHaveLength(1)
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 6, final_cycle: null })
  })

  test('yearly, refused at the door: nothing comes until the money does, then at once', async () => {
    const { id, member, order_no } = await bought(127)
    await db.update(payment).set({ payment_method_id: null })
    await db.update(subscription).set({ payment_method_id: null, card_seq: null })
    await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
    await db.update(payment).set({ state: 'authorised', captured_amount: 0 })
    expect(await getSubscription(member, { id })).toMatchObject({ prepaid: null, can: { change_items: false } })
    await daysAfter(100)
    expect(await loadSubscriptionOrders(db, id)).toHaveLength(1)
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 4, failure: 'unpaid', noticed_for: null })
    expect((await loadQueuedMails(db)).at(-1)?.text).toContain('お店からご連絡します')
    await db.update(payment).set({ state: 'captured', captured_amount: 24_684 })
    await runDailyDeliveries(ctx)
    expect((await loadSubscriptionOrders(db, id)).at(-1)).toMatchObject({
      cycle: 2,
      status: 'arranged',
      payment_total: 0,
    })
  })

  test('yearly, not captured: a member who cancels a contract of 代引 is owed nothing', async () => {
    await ruled('refunded')
    const { id, member, order_no } = await bought(127)
    await db.update(payment).set({ payment_method_id: null })
    await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
    await db.update(payment).set({ state: 'authorised', captured_amount: 0 })
    expect((await getSubscription(member, { id })).cancel_text).toContain('解約料はかかりません')
    await cancelSubscription(member, { id, reason: 1, detail: '余る' })
    expect(await owedOf(order_no)).toEqual({ owed: 0, credits: [] })
  })

  test.each([
    // The yen that is left was for the first delivery.
    [24_683, 1, null],
    // Six of twelve: the first one and five more.
    [12_342, 6, 10_285],
  ])(
    'yearly, %i of 24,684 given back: %i deliveries come, the operator is asked, and the rest is %s',
    async (amount, count, rest) => {
      const { id, member, order_no } = await bought(127)
      await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
      await markParcelsDelivered(ctx, { order_no })
      await refundOrder(ctx, { order_no, refund: { kind: 'reduction', total: amount } })
      expect((await getSubscription(member, { id })).prepaid?.remaining ?? 0).toBe(count - 1)
      await db.update(subscription).set({ lump_sum_rule: 'refunded' })
      expect((await getSubscription(member, { id })).cancel_text).toContain(
        rest === null ? '解約料はかかりません' : formatYen(rest),
      )
      for (let month = 0; month < 8; month++) {
        await daysAfter(30)
        const last = (await loadSubscriptionOrders(db, id)).at(-1)!
        if (last.status === 'arranged') {
          await shipOrder(ctx, { order_no: last.order_no, carrier: 'yamato', tracking_no: '123456789012' })
          await markParcelsDelivered(ctx, { order_no: last.order_no })
        }
      }
      expect(await loadSubscriptionOrders(db, id)).toHaveLength(count)
      expect(await loadSubscriptionRow(db, id)).toMatchObject({ failure: 'unpaid', summary_status: 4 })
      await retryDelivery(ctx, id)
      expect(await loadSubscriptionOrders(db, id)).toHaveLength(count)
      await retryDelivery(ctx, id, { is_unpaid_allowed: true })
      expect(await loadSubscriptionOrders(db, id)).toHaveLength(count + 1)
    },
  )

  test('cancelled, and the operator explicitly keeps the subscription', async () => {
    const { id, order_no } = await bought(101)
    await cancelOrder(ctx, { order_no, keep_subscription: true })
    expect((await loadSubscriptionRow(db, id)).summary_status).toBe(1)
  })
})

describe('cancelled while a paid parcel is on its way', () => {
  const why = { reason: 1, detail: '余る' } as const

  test('the contract, its list and the mail name that parcel as the last one, until it arrives', async () => {
    const { id, member, order_no } = await bought(101)
    const [{ expected_date }] = (await loadSubscriptionOrders(db, id)) as [typeof orders.$inferSelect]
    const last_order = { order_no, delivery_date: expected_date }
    expect(await getSubscription(member, { id })).toMatchObject({ last_order: null })
    await cancelSubscription(member, { id, ...why })
    expect(await getSubscription(member, { id })).toMatchObject({ last_order })
    expect((await listSubscriptions(member, { tab: 'cancelled', page: 1, per_page: 10 })).items).toMatchObject([
      { last_order },
    ])
    const { text } = (await loadQueuedMails(db)).at(-1)!
    expect(text).toContain(`ご注文 ${order_no} が最後のお届けです。その後のお届けとご請求はありません。`)
    expect(text).not.toContain('今後のお届け')
    await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
    await markParcelsDelivered(ctx, { order_no })
    expect(await getSubscription(member, { id })).toMatchObject({ last_order: null })
  })

  test('ended by the shop: the mail names the parcel as well', async () => {
    const { id, order_no } = await bought(101)
    await endSubscription(ctx, { id, reason: 'お電話でのお申し出' })
    expect((await loadQueuedMails(db)).at(-1)!.text).toContain(`ご注文 ${order_no} が最後のお届けです`)
  })

  test('nothing on its way: nothing comes', async () => {
    const { id, member, order_no } = await bought(101)
    await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
    await markParcelsDelivered(ctx, { order_no })
    await cancelSubscription(member, { id, ...why })
    expect((await loadQueuedMails(db)).at(-1)!.text).toContain('今後のお届けとご請求はありません。')
  })
})

describe('このお届けを最後に解約する', () => {
  const why = { reason: 1, detail: '余る' } as const
  async function arrangedOne() {
    const one = await insertSubscribedMember(db, ctx)
    clock.move(10)
    await runDailyDeliveries(ctx)
    return one
  }
  const eventsOf = async (id: number) =>
    (await db.select().from(subscription_event).where(eq(subscription_event.subscription_id, id))).map(
      ({ event }) => event,
    )

  test('while a delivery is arranged, the contract ends with its receipt and a mail says so', async () => {
    const { id, member } = await arrangedOne()
    const { version } = await loadSubscriptionRow(db, id)
    // The specification's call answers as before.
    await expect(cancelSubscription(member, { id, version, ...why })).rejects.toMatchObject({
      error: 'ERROR_SUBSCRIPTION_ARRANGED',
    })
    const after = await cancelAfterDelivery(member, { id, version, ...why })
    expect(after).toMatchObject({ summary_status: 1, is_ending: true, can: { cancel_after: false, undo_cancel: true } })
    const mail = (await loadQueuedMails(db)).at(-1)!
    expect(mail.text).toContain('2026年12月10日(木)のお届けを最後に、定期便を終わります')
    clock.move(9)
    await deliverCurrentCycle(ctx, id)
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 6, final_cycle: null, cycle: 3 })
    const [last] = await db.select().from(subscription_event).where(eq(subscription_event.event, 'cancelled'))
    expect(last!.detail).toMatchObject({ reason: 1, reason_label: '使い切れずに余っている', detail: '余る' })
    await daysAfter(60)
    expect(await loadSubscriptionOrders(db, id)).toHaveLength(1)
  })

  test('it can be taken back until the receipt, and is offered only while a delivery is arranged', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx)
    await expect(cancelAfterDelivery(member, { id, version: 1, ...why })).rejects.toMatchObject({
      error: 'ERROR_SUBSCRIPTION_NOT_ARRANGED',
    })
    clock.move(10)
    await runDailyDeliveries(ctx)
    const { version } = await loadSubscriptionRow(db, id)
    await cancelAfterDelivery(member, { id, version, ...why })
    await expect(cancelAfterDelivery(member, { id, version: version + 1, ...why })).rejects.toMatchObject({
      status: 409,
    })
    expect(await continueAfterDelivery(member, { id, version: version + 1 })).toMatchObject({ is_ending: false })
    clock.move(9)
    await deliverCurrentCycle(ctx, id)
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 1, cycle: 3 })
    expect(await eventsOf(id)).toEqual(expect.arrayContaining(['ending_asked', 'ending_undone']))
  })

  test('the parcel is called off: it ends with it', async () => {
    const { id, member } = await arrangedOne()
    await cancelAfterDelivery(member, { id, version: (await loadSubscriptionRow(db, id)).version, ...why })
    const [order] = await loadSubscriptionOrders(db, id)
    await cancelOrder(ctx, { order_no: order!.order_no })
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 6, final_cycle: null })
  })

  test('its payment is refused after it was asked: nothing is tried again', async () => {
    ledger.fate = () => 'limit'
    ledger.disturb = () => {
      throw new PaymentUnavailable('dead line')
    }
    const { id, member } = await arrangedOne()
    expect(await getSubscription(member, { id })).toMatchObject({ lock: 'in_progress', can: { cancel_after: true } })
    await cancelAfterDelivery(member, { id, version: (await loadSubscriptionRow(db, id)).version, ...why })
    ledger.disturb = () => undefined
    await runDailyDeliveries(ctx)
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 6, final_cycle: null })
    await daysAfter(30)
    expect(ledger.charged()).toEqual([])
  })
})

describe('an operator ends it', () => {
  test('at any time; an arranged order is returned and left unchanged', async () => {
    const { id } = await insertSubscribedMember(db, ctx)
    clock = testClock('2026-12-01')
    ctx = { ...ctx, clock }
    await runDailyDeliveries(ctx)
    const [order] = await loadSubscriptionOrders(db, id)
    const reason = '会員さまからのお電話'
    expect(await endSubscription(ctx, { id, reason })).toMatchObject({
      open_order: order!.order_no,
      status: 'arranged',
    })
    const { version } = await loadSubscriptionRow(db, id)
    await endSubscription(ctx, { id, reason })
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 6, version })
    await daysAfter(60)
    expect(await loadSubscriptionOrders(db, id)).toHaveLength(1)
  })

  test('not while it is being charged', async () => {
    const { id } = await insertSubscribedMember(db, ctx)
    clock = testClock('2026-12-01')
    ctx = { ...ctx, clock }
    ledger.disturb = () => {
      throw new PaymentUnavailable('dead line')
    }
    await runDailyDeliveries(ctx)
    const refused = { error: 'ERROR_SUBSCRIPTION_CHANGE_IN_PROGRESS' }
    await expect(endSubscription(ctx, { id, reason: 'x' })).rejects.toMatchObject(refused)
    expect((await loadSubscriptionRow(db, id)).summary_status).toBe(1)
  })
})

describe('promised terms stay, whatever happens to the catalogue', () => {
  const flag = (id: number, on: boolean) =>
    db
      .update(product)
      .set({ lump_sum_payment_flag: on, lump_sum_payment_num: on ? 12 : null })
      .where(eq(product.id, id))

  test.each([
    ['taken off: what was paid ahead is not charged again', 127, false, 0],
    ['put on: what is paid each time is paid each time', 101, true, 2178],
  ])('the yearly flag %s', async (_, sku, on, subtotal) => {
    const { id, order_no } = await bought(sku)
    await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
    const { rows } = await db.$client.query(
      `select product_id, lump_sum_payment_num n from product_sku s join product p on p.shop_id = s.shop_id and p.id = product_id
       where s.shop_id = 2 and s.id = $1`,
      [sku],
    )
    const { product_id } = rows[0]
    await flag(product_id, on)
    await daysAfter(40)
    await flag(product_id, !on)
    expect((await loadSubscriptionOrders(db, id)).at(-1)).toMatchObject({ cycle: 2, subtotal })
  })
})

test('a client that sends an idempotency key of the run does not block it', async () => {
  const { id, member } = await insertSubscribedMember(db, ctx)
  const request = await confirmedOrderInput(member, testOrderDraft(), { idempotency_key: `subscription-${id}-2` })
  await placeOrder(member, request)
  clock = testClock('2026-12-01')
  expect(await runDailyDeliveries({ ...ctx, clock })).toMatchObject({ arranged: 1, broken: 0 })
})

test('a run after a restore charges under the same number, so that the provider knows it', async () => {
  const { id } = await insertSubscribedMember(db, ctx)
  clock = testClock('2026-12-01')
  ctx = { ...ctx, clock }
  await runDailyDeliveries(ctx)
  // The backup is from the evening before.
  await emptyTables(db.$client, 'orders, billing_attempt', { restart: true })
  await db.update(subscription).set({ summary_status: 1 }).where(eq(subscription.id, id))
  expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 1 })
  expect(ledger.charged()).toMatchObject([{ executions: 1 }])
})

test('a later delivery of a yearly payment that the shop cancels is added at the end, free like the others', async () => {
  const yearly = { product_sku_id: 127, lump_sum_payment_flag: true, lump_sum_payment_num: 3 }
  for (const isCancelled of [false, true]) {
    clock = testClock('2026-11-21')
    ctx = { ...ctx, clock }
    const { id, member } = await insertSubscribedMember(db, ctx, {}, [yearly])
    if (isCancelled) await cancelSubscription(member, { id, reason: 1, detail: '余る' })
    const calledOff: string[] = []
    for (let day = 0; day < 250; day += 5) {
      clock.move(5)
      await runDailyDeliveries(ctx)
      const open = (await loadSubscriptionOrders(db, id)).find(({ status }) => status === 'arranged')
      if (!open) continue
      if (calledOff.length === 0) {
        calledOff.push(open.order_no)
        await cancelOrder(ctx, { order_no: open.order_no })
        await cancelOrder(ctx, { order_no: open.order_no })
      } else {
        await shipOrder(ctx, { order_no: open.order_no, carrier: 'yamato', tracking_no: '123456789012' })
        await markParcelsDelivered(ctx, { order_no: open.order_no })
      }
    }
    const came = (await loadSubscriptionOrders(db, id)).filter(({ cycle }) => cycle !== null && cycle > 1)
    expect(came.map(({ cycle, status, payment_total }) => [cycle, status, payment_total])).toEqual([
      [2, 'cancelled', 0],
      [3, 'delivered', 0],
      [4, 'delivered', 0],
    ])
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 6, cycle: 5 })
  }
})

describe('a yearly contract and points', () => {
  const rules = { point_rate: 10, point_days: 14, point_months: 12, point_least: 1, point_most_rate: 100 }
  async function boughtWith(points: number, quantity = 1) {
    await db
      .update(shop)
      .set({ point_flag: true, ...rules })
      .where(eq(shop.id, 2))
    const [customer_id] = await insertMembers(db, 1, { gmo_id: `m-${randomUUID()}` })
    const desk = await operatorContext(db, 'manager', { clock })
    if (points > 0) await adjustPoints(desk, { id: customer_id!, points, reason: 'お詫び', balance: 0 })
    const member = withMemberActor({ ...ctx, customer_id: customer_id! }, customer_id!)
    const items = [{ product_sku_id: 127, quantity, revision: 1 }]
    const wanted = testOrderDraft({
      is_subscription: true,
      items,
      delivery_pattern: monthly,
      payment_method_id: 1,
      points,
    })
    const { order_no } = await placeOrder(member, await confirmedOrderInput(member, wanted, { card: { card_seq: 0 } }))
    const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
    await db.update(shop).set({ point_flag: false }).where(eq(shop.id, 2))
    await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
    await markParcelsDelivered(ctx, { order_no })
    const balance = async () =>
      (await db.select().from(point_account).where(eq(point_account.customer_id, customer_id!)))[0]?.balance ?? 0
    return { member, order: order!, id: order!.subscription_id!, balance }
  }

  test.each([
    ['refunded', 0, 22_000],
    ['fee', 20, 17_600],
  ] as const)(
    '解約 by the rule %s of %i%% returns the points of the eleven that do not come',
    async (rule, rate, points) => {
      await ruled(rule, rate)
      const { member, order, id, balance } = await boughtWith(24_000)
      expect((await getSubscription(member, { id })).cancel_text).toContain(
        `お使いのポイントのうち${formatPoints(points)}もお返しします。`,
      )
      await cancelSubscription(member, { id, reason: 1, detail: '余る' })
      expect(await balance()).toBe(points)
      const [noted] = await db.select().from(order_point).where(eq(order_point.order_id, order.id))
      expect(noted!.returned).toBe(points)
      // 返品 of the rest later gives no more than was used.
      await refundOrder(ctx, { order_no: order.order_no, refund: { kind: 'return', restock: false } })
      expect(await balance()).toBe(24_000)
    },
  )

  test('its points have no day while paid deliveries are to come', async () => {
    await ruled('refunded')
    const { member, order, id } = await boughtWith(0)
    const days = async () =>
      (await loadPendingPoints({ ...member, customer_id: member.customer_id })).map((one) => one.due_on)
    const [noted] = await db.select().from(order_point).where(eq(order_point.order_id, order.id))
    expect(noted!.due_on).not.toBeNull()
    expect(await days()).toEqual([null])
    await db.update(subscription).set({ cycle: 13 }).where(eq(subscription.id, id))
    expect(await days()).toEqual([noted!.due_on])
  })

  test('終了 by the shop returns all of them, whatever the rule says, and its mail says so', async () => {
    await ruled('delivered')
    const { id, balance } = await boughtWith(24_000)
    await endSubscription(ctx, { id, reason: '店の都合' })
    expect(await balance()).toBe(22_000)
    const mails = await loadQueuedMails(db)
    expect(mails.at(-1)!.text).toContain('お使いのポイントのうち22,000ポイントをお返ししました。')
    await endSubscription(ctx, { id, reason: '店の都合' })
    expect(await balance()).toBe(22_000)
  })

  test('返品 of the first delivery and the end return each their points once, whichever comes first', async () => {
    const share = { rule: fc.constantFrom('refunded', 'fee', 'delivered'), points: fc.integer({ min: 1, max: 24_000 }) }
    const cases = fc.record({
      ...share,
      quantity: fc.integer({ min: 1, max: 3 }),
      back: fc.integer({ min: 1, max: 3 }),
      is_all: fc.boolean(),
      by_shop: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(cases, async ({ rule, points, quantity, back, is_all, by_shop }) => {
        await ruled(rule as LumpSumCancellation, rule === 'fee' ? 20 : 0)
        const pieces = Math.min(back, quantity)
        const after = async (isBackFirst: boolean) => {
          const { member, order, id, balance } = await boughtWith(points, quantity)
          const [item] = await db.select().from(order_item).where(eq(order_item.order_id, order.id))
          const giveBack = () => {
            const goods = { kind: 'goods', items: [{ order_item_id: item!.id, quantity: pieces }] } as const
            return refundOrder(ctx, { order_no: order.order_no, refund: is_all ? { kind: 'return' } : goods })
          }
          const end = () =>
            by_shop
              ? endSubscription(ctx, { id, reason: '店の都合' })
              : cancelSubscription(member, { id, reason: 1, detail: '余る' })
          // The 返品 of all has ended the contract.
          if (isBackFirst) await giveBack()
          if (!isBackFirst || by_shop || !is_all) await end()
          if (!isBackFirst) await giveBack()
          const [noted] = await db.select().from(order_point).where(eq(order_point.order_id, order.id))
          expect(await balance()).toBe(noted!.returned)
          return noted!.returned
        }
        const rest = Math.floor((points * 11) / 12)
        const ofRest = by_shop || rule === 'refunded' ? rest : rule === 'fee' ? rest - Math.floor(rest / 5) : 0
        const ofPieces = Math.floor((points * pieces) / (12 * quantity))
        const expected = is_all ? points : ofRest + ofPieces
        expect([await after(true), await after(false)]).toEqual([expected, expected])
      }),
      { numRuns: 5, endOnFailure: true },
    )
  })

  test('points are granted when the last delivery has come, or for what is kept when it ends', async () => {
    await ruled('refunded')
    const { member, order, id, balance } = await boughtWith(0)
    clock.move(14)
    await grantExpireAndNotifyPoints(ctx)
    expect(await balance()).toBe(0)
    await cancelSubscription(member, { id, reason: 1, detail: '余る' })
    await refundOrder(ctx, { order_no: order.order_no, refund: { kind: 'owed' } })
    clock.move(1)
    await grantExpireAndNotifyPoints(ctx)
    expect(await balance()).toBe(205)
    expect(await db.$count(point_entry, eq(point_entry.order_id, order.id))).toBe(1)
  })
})
