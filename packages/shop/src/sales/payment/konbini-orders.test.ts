import { cart_item } from '@kushi/db/schema/cart'
import { shop_payment } from '@kushi/db/schema/delivery'
import { ledger_entry } from '@kushi/db/schema/ledger'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { promotion_use } from '@kushi/db/schema/promotion'
import { shop } from '@kushi/db/schema/shop'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { findLedgerDifferences } from '../../accounting/ledger/book.ts'
import { adjustPoints } from '../../catalogue/point/admin/points.ts'
import type { MemberContext } from '../../context.ts'
import { previewOwnWithdrawal } from '../../operation/membership/withdraw.ts'
import { countWaitingPayments } from '../../operation/today/internal/payments.ts'
import { PaymentUnavailable } from '../../ports/payment-port.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { fakeKonbiniProvider } from '../../testing/fake-konbini-provider.ts'
import { mergeWithIdentityChecks } from '../../testing/merge.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { receivePaymentNotice } from '../checkout/receive-payment-notice.ts'
import { sendPaymentReminders } from '../checkout/remind-to-pay.ts'
import { repairPayments } from '../checkout/repair-payments.ts'
import { validateOrder } from '../checkout/validate-order.ts'
import { cancelOrder } from '../fulfilment/cancel-order.ts'
import { shipOrder } from '../fulfilment/ship-order.ts'
import { showOrder } from '../order/admin/show-order.ts'
import { getOrder } from '../order/orders.ts'
import { refundOneOrder, retainOwedAmount } from '../refund/admin/refund-order.ts'
import { listPaymentMethods } from './list-payment-methods.ts'
import { reconcilePayments } from './reconcile-payments.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

let clock = testClock()
let store = fakeKonbiniProvider()
beforeEach(async () => {
  clock = testClock()
  store = fakeKonbiniProvider()
  await emptyTables(db.$client, 'orders, outbox, ledger_entry, rate_limit, payment_notice', { restart: true })
  await db.update(shop_payment).set({ visible: true }).where(eq(shop_payment.payment_method_id, 6))
})

const ports = () => ({ payment: new Map([...testContext(db).ports.payment, [6, store.port]]) })
async function member(): Promise<MemberContext> {
  const [customer_id] = await insertMembers(db, 1)
  return testContext(db, { customer_id: customer_id!, ports: ports(), clock })
}
const konbini = testOrderDraft({ payment_method_id: 6 })
async function placed(ctx: MemberContext, more: Parameters<typeof testOrderDraft>[0] = {}) {
  const request = await confirmedOrderInput(ctx, { ...konbini, ...more }, { konbini_store: 'lawson' })
  return { request, placed: await placeOrder(ctx, request) }
}
/** The repair job, long after the last question. */
const ask = async (ctx: MemberContext) => {
  await db.update(payment).set({ updated_at: sql`now() - interval '2 hours'` })
  return repairPayments(ctx)
}
const subjects = async () => (await loadQueuedMails(db)).map(({ subject }) => subject)
const stock = async () => (await db.select().from(product_sku).where(eq(product_sku.id, 101)))[0]!.stock
const paid = async () => (await db.select().from(payment))[0]!
const order = async () => (await db.select().from(orders))[0]!
const notice = (ctx: MemberContext, order_no: string, text = 'paid') =>
  receivePaymentNotice(ctx, { provider_order_id: order_no, text })

test('placed: the number is on the screen and in the mail, stock is kept, the cart is empty; paid, it is received', async () => {
  const ctx = await member()
  const { customer_id } = ctx
  const before = await stock()
  await db
    .insert(cart_item)
    .values({ shop_id: 2, customer_id, product_sku_id: 101, quantity: 1, revision: 1, subscription: 0 })
  const { request, placed: first } = await placed(ctx)
  expect(first).toMatchObject({ status: 'payment_pending', is_held: false, redirect_url: null })
  expect(first.payment_message).toContain('2026年11月24日(火)までに')
  expect(store.seen.calls).toEqual(['authorise konbini in time'])
  expect(await placeOrder(ctx, request)).toEqual(first)
  expect(store.seen.calls).toHaveLength(1)
  expect(await stock()).toBe(before - 1)
  expect(await db.$count(cart_item, eq(cart_item.customer_id, customer_id))).toBe(0)
  const shown = await getOrder(ctx, first)
  expect(shown.to_pay).toEqual({
    pay_until: '2026-11-24T14:59:59.000Z',
    received_amount: 0,
    store: 'lawson',
    receipt_no: '12345678901',
    confirmation_no: '400008',
  })
  // By the day on which it may be paid at the latest.
  expect(shown.expected_date).toBe((await validateOrder(ctx, konbini)).first_delivery_date)
  const [mail] = await loadQueuedMails(db)
  for (const text of ['2026年11月24日(火) 23:59', 'ローソン', 'お客様番号: 12345678901', '確認番号: 400008', '純椿油'])
    expect(mail!.text).toContain(text)
  expect(mail!.text).not.toContain('お支払いの受領')

  await ask(ctx)
  expect(await order()).toMatchObject({ status: 'payment_pending' })
  // The same goods, for another order.
  await db
    .insert(cart_item)
    .values({ shop_id: 2, customer_id, product_sku_id: 101, quantity: 1, revision: 1, subscription: 0 })
  store.seen.state = 'captured'
  clock.move(1)
  for (let n = 0; n < 2; n++) await notice(ctx, first.order_no, `paid ${n}`)
  await ask(ctx)
  expect(await order()).toMatchObject({ status: 'received' })
  expect(await paid()).toMatchObject({ state: 'captured', captured_amount: first && (await order()).payment_total })
  expect(await getOrder(ctx, first)).toMatchObject({ status: 'received', to_pay: null, payment_message: null })
  expect((await order()).expected_date! < shown.expected_date!).toBe(true)
  expect(await db.$count(cart_item, eq(cart_item.customer_id, customer_id))).toBe(1)
  // 前払式通信販売の承諾の通知
  const told = (await loadQueuedMails(db)).at(-1)!
  expect(told.subject).toContain('ご注文ありがとうございます')
  for (const text of ['お支払いの受領: 2026年11月22日(日)に、', '受領しました', 'お届け予定日', '純椿油'])
    expect(told.text).toContain(text)
  expect(await subjects()).toHaveLength(2)
})

test('not paid: reminded once on the day before, then cancelled, and everything is back', async () => {
  const ctx = await member()
  const before = await stock()
  const { placed: first } = await placed(ctx)
  expect(await sendPaymentReminders(ctx)).toBe(0)
  clock.move(2)
  const night = { ...ctx, clock: { ...clock, now: () => new Date('2026-11-23T08:59:00+09:00') } }
  expect(await sendPaymentReminders(night)).toBe(0)
  expect(await sendPaymentReminders(ctx)).toBe(1)
  expect(await sendPaymentReminders(ctx)).toBe(0)
  expect((await loadQueuedMails(db)).at(-1)).toMatchObject({
    subject: expect.stringContaining('期限は明日です'),
    text: expect.stringContaining('12345678901'),
  })
  clock.move(1)
  await ask(ctx)
  expect(await order()).toMatchObject({ status: 'payment_pending' })
  clock.move(1)
  await ask(ctx)
  expect(store.seen.calls).toContain('void')
  expect(await order()).toMatchObject({ status: 'cancelled' })
  expect(await paid()).toMatchObject({ state: 'failed', refusal: 'expired' })
  expect(await stock()).toBe(before)
  expect((await subjects()).at(-1)).toContain('期限が過ぎたため')
  expect(await getOrder(ctx, first)).toMatchObject({
    status: 'cancelled',
    to_pay: null,
    payment_message: expect.stringContaining('期限まで'),
  })
})

test('the provider says first that it has expired', async () => {
  const ctx = await member()
  await placed(ctx)
  store.seen.state = 'refused'
  clock.move(4)
  await ask(ctx)
  expect(await order()).toMatchObject({ status: 'cancelled' })
  expect(store.seen.calls).not.toContain('void')
})

test('money of the last moment wins', async () => {
  const ctx = await member()
  await placed(ctx)
  clock.move(5)
  const { find } = store.port
  // Paid between the question and the cancellation.
  store.port.find = async (attempt) => {
    const trade = await find(attempt)
    store.seen.state = 'captured'
    return trade
  }
  await ask(ctx)
  expect(await order()).toMatchObject({ status: 'payment_pending' })
  await ask(ctx)
  expect(await order()).toMatchObject({ status: 'received' })
})

test.each(['notice', 'reconcile', 'repair'] as const)(
  'late money is owed, found by %s, and goes back by hand',
  async (by) => {
    const ctx = await member()
    const operator = await operatorContext(db, 'manager', { ports: ports(), clock })
    const { placed: first } = await placed(ctx)
    if (by === 'repair') {
      // Cancelled by the customer while they pay.
      await cancelOrder(ctx, { order_no: first.order_no })
      expect(await paid()).toMatchObject({ state: 'void_pending' })
      store.seen.state = 'captured'
      await ask(ctx)
    } else {
      clock.move(5)
      await ask(ctx)
      expect(await paid()).toMatchObject({ state: 'failed' })
      store.seen.state = 'captured'
      if (by === 'notice') await notice(ctx, first.order_no)
      else expect(await reconcilePayments(ctx)).toEqual([])
    }
    const { amount, id, order_id } = await paid()
    expect(await paid()).toMatchObject({ state: 'captured', captured_amount: amount, credited_amount: amount })
    expect(await order()).toMatchObject({ status: 'cancelled' })
    expect(await countWaitingPayments(operator)).toMatchObject({ to_refund: 1, owed_amount: amount, awaiting: 0 })
    const detail = await showOrder(operator, { id: order_id })
    expect(detail).toMatchObject({ owed_amount: amount, next_step: { text: '返金が済んでいません' } })
    expect(detail.timeline.map(({ text }) => text).join()).toContain('取り消したあとにご入金がありました')
    // Heard again, it is the same money.
    await notice(ctx, first.order_no, 'again')
    await reconcilePayments(ctx)
    expect(await paid()).toMatchObject({ id, captured_amount: amount, credited_amount: amount })
    const reason = { decision_reason: 'キャンセル後のご入金' }
    await expect(retainOwedAmount(operator, { id: order_id, owed_amount: amount, ...reason })).rejects.toThrow('お返し')
    const seen = { refunded_amount: 0, repaid_amount: 0, owed_amount: amount }
    const back = { refund: { kind: 'owed' }, by_hand: true, seen, ...reason, notify: true } as const
    await refundOneOrder(operator, { id: order_id, ...back })
    expect(await paid()).toMatchObject({ repaid_amount: amount })
    expect(await countWaitingPayments(operator)).toMatchObject({ to_refund: 0, owed_amount: 0 })
    const books = await db.select().from(ledger_entry)
    expect(books).toMatchObject([{ kind: 'refund', amount, payment_method_id: 6 }])
    expect(await Array.fromAsync(findLedgerDifferences(ctx))).toEqual([])
  },
)

test('paid and cancelled before it is sent: the customer is told that the money goes back, and it is owed', async () => {
  const ctx = await member()
  const before = await stock()
  const { placed: first } = await placed(ctx)
  store.seen.state = 'captured'
  await notice(ctx, first.order_no)
  await cancelOrder(ctx, { order_no: first.order_no, notify: true })
  const { amount, credited_amount, state } = await paid()
  expect({ state, credited_amount }).toEqual({ state: 'captured', credited_amount: amount })
  expect(await stock()).toBe(before)
  expect((await loadQueuedMails(db)).at(-1)!.text).toContain('銀行振込でご返金します')
})

test('paid and sent: the sale is booked when it leaves, and its money was here before', async () => {
  const ctx = await member()
  const { placed: first } = await placed(ctx)
  const parcel = { carrier: 'yamato', tracking_no: '123456789012' } as const
  await expect(shipOrder(ctx, { order_no: first.order_no, ...parcel })).rejects.toMatchObject({ status: 409 })
  store.seen.state = 'captured'
  await notice(ctx, first.order_no)
  expect(await db.$count(ledger_entry)).toBe(0)
  await shipOrder(ctx, { order_no: first.order_no, ...parcel })
  const books = await db.select().from(ledger_entry)
  expect(books.reduce((sum, { amount }) => sum + amount, 0)).toBe((await paid()).amount)
  expect(await Array.fromAsync(findLedgerDifferences(ctx))).toEqual([])
})

test('an answer that was lost is found, and an order that waits is asked for again and again', async () => {
  const ctx = await member()
  const { authorise } = store.port
  store.port.authorise = async () => {
    throw new PaymentUnavailable('cut off')
  }
  const request = await confirmedOrderInput(ctx, konbini, { konbini_store: 'lawson' })
  await expect(placeOrder(ctx, request)).rejects.toMatchObject({ error: 'ERROR_PAYMENT_UNAVAILABLE' })
  store.port.authorise = authorise
  await ask(ctx)
  expect(await paid()).toMatchObject({ state: 'awaiting', slip: { receipt_no: '12345678901' } })
  expect(await subjects()).toEqual([expect.stringContaining('お支払いのお願い')])
  await ask(ctx)
  expect(await subjects()).toHaveLength(1)
})

test('paid before its number was known here: received at once, and the cart is empty', async () => {
  const ctx = await member()
  const { customer_id } = ctx
  await db
    .insert(cart_item)
    .values({ shop_id: 2, customer_id, product_sku_id: 101, quantity: 1, revision: 1, subscription: 0 })
  store.port.authorise = async () => {
    throw new PaymentUnavailable('cut off')
  }
  const request = await confirmedOrderInput(ctx, konbini, { konbini_store: 'lawson' })
  await expect(placeOrder(ctx, request)).rejects.toMatchObject({ error: 'ERROR_PAYMENT_UNAVAILABLE' })
  store.seen.state = 'captured'
  await ask(ctx)
  expect(await order()).toMatchObject({ status: 'received' })
  expect(await db.$count(cart_item, eq(cart_item.customer_id, customer_id))).toBe(0)
})

test('points and coupons come back with the deadline; until then the member neither leaves nor is merged', async () => {
  const ctx = await member()
  const { customer_id } = ctx
  const desk = await operatorContext(db, 'manager', { clock })
  const isShop = eq(shop.id, 2)
  await db.update(shop).set({ point_flag: true, point_least: 1, point_most_rate: 100 }).where(isShop)
  try {
    await adjustPoints(desk, { id: customer_id, points: 500, reason: 'お詫び', balance: 0 })
    const { id, code } = await insertRunningPromotion(db)
    const live = () =>
      db.$count(promotion_use, and(eq(promotion_use.promotion_id, id), isNull(promotion_use.released_at)))
    const { placed: first } = await placed(ctx, { points: 500, coupon_codes: [code] })
    const { amount } = await paid()
    expect(await order()).toMatchObject({ payment_total: amount })
    expect(await live()).toBe(1)
    expect((await previewOwnWithdrawal(ctx, {})).point_balance).toBe(0)
    expect((await previewOwnWithdrawal(ctx, {})).problem).toContain(first.order_no)
    const [other] = await insertMembers(db, 1)
    await expect(mergeWithIdentityChecks(desk, customer_id, other!)).rejects.toThrow()
    clock.move(5)
    await ask(ctx)
    expect(await order()).toMatchObject({ status: 'cancelled' })
    expect(await live()).toBe(0)
    expect((await previewOwnWithdrawal(ctx, {})).point_balance).toBe(500)
  } finally {
    await db.update(shop).set({ point_flag: false }).where(isShop)
  }
})

test('a member lets no more wait than the shop allows, and what is paid waits no more', async () => {
  const ctx = await member()
  const isKonbini = eq(shop_payment.payment_method_id, 6)
  const { placed: first } = await placed(ctx)
  const { amount } = await paid()
  await db.update(shop_payment).set({ cumulative_limit: amount }).where(isKonbini)
  try {
    await expect(validateOrder(ctx, konbini)).rejects.toMatchObject({ fields: [{ path: 'payment_method_id' }] })
    store.seen.state = 'captured'
    await notice(ctx, first.order_no)
    await validateOrder(ctx, konbini)
  } finally {
    await db.update(shop_payment).set({ cumulative_limit: null }).where(isKonbini)
  }
})

test('only for what is bought once, with a store, and a day that its deadline leaves', async () => {
  const ctx = await member()
  const { items } = await listPaymentMethods(ctx, { amount: 3000, delivery_id: 1 })
  expect(items.find(({ payment_method_id }) => payment_method_id === 6)).toMatchObject({
    is_available: true,
    pay_until: '2026-11-24',
  })
  const { items: regular } = await listPaymentMethods(ctx, { amount: 3000, delivery_id: 1, is_subscription: true })
  expect(regular.find(({ payment_method_id }) => payment_method_id === 6)?.reason).toContain('定期便では')
  const request = await confirmedOrderInput(ctx, konbini)
  await expect(placeOrder(ctx, request)).rejects.toMatchObject({ fields: [{ path: 'konbini_store' }] })
  const cash = await validateOrder(ctx, testOrderDraft())
  const early = { ...konbini, delivery_date: cash.first_delivery_date }
  await expect(validateOrder(ctx, early)).rejects.toMatchObject({
    fields: [{ path: 'delivery_date', message: expect.stringContaining('期限のあと') }],
  })
  const { first_delivery_date, payment_texts } = await validateOrder(ctx, konbini)
  expect(first_delivery_date > cash.first_delivery_date).toBe(true)
  expect(payment_texts.join('')).toContain('コンビニ払いの期限は、2026年11月24日(火)です。')
})
