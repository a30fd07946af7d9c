import { shop_payment, shop_payment_fee } from '@kushi/db/schema/delivery'
import { order_evidence, orders } from '@kushi/db/schema/order'
import { linked_account, payment } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { promotion } from '@kushi/db/schema/promotion'
import { shop } from '@kushi/db/schema/shop'
import { subscription } from '@kushi/db/schema/subscription'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { withMemberActor } from '../../actor.ts'
import { adjustPoints } from '../../catalogue/point/admin/points.ts'
import type { MemberContext } from '../../context.ts'
import { listConsents } from '../../operation/membership/list-consents.ts'
import { previewOwnWithdrawal } from '../../operation/membership/withdraw.ts'
import type { PaymentPort } from '../../ports/payment-port.ts'
import { throwingPort } from '../../testing/context.ts'
import { fakeBankTransferProvider } from '../../testing/fake-bank-transfer-provider.ts'
import { fakeKonbiniProvider } from '../../testing/fake-konbini-provider.ts'
import { mergeWithIdentityChecks } from '../../testing/merge.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, type NewOrderInput, testOrderDraft } from '../../testing/order.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { contextOnDayWithCards, loadSubscriptionOrders, loadSubscriptionRow } from '../../testing/subscription.ts'
import { acceptPartlyPaidOrder } from '../checkout/admin/take-as-paid.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { receivePaymentNotice } from '../checkout/receive-payment-notice.ts'
import { repairPayments } from '../checkout/repair-payments.ts'
import { validateOrder } from '../checkout/validate-order.ts'
import { cancelOrder } from '../fulfilment/cancel-order.ts'
import { deleteCard } from '../payment/cards.ts'
import { loadCardSubscriptions } from '../payment/internal/own-cards.ts'
import { unlinkAccount } from '../payment/linked-accounts.ts'
import { listPaymentMethods } from '../payment/list-payment-methods.ts'
import { changePayment } from './change-payment.ts'
import { getSubscription } from './get-subscription.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { setFallbackPayment } from './name-second-way.ts'
import { runDailyDeliveries } from './run-day.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const invoices: PaymentPort = {
  ...throwingPort<PaymentPort>('payment'),
  authorise: async () => ({ kind: 'authorised' as const, reference: {} }),
}
let { clock, ledger, ctx } = contextOnDayWithCards(db, '2026-11-21')
let store = fakeKonbiniProvider('2026-11-24')
beforeEach(async () => {
  await emptyTables(db.$client, 'subscription, orders, outbox, rate_limit, payment_notice, ledger_entry', {
    restart: true,
  })
  ;({ clock, ledger, ctx } = contextOnDayWithCards(db, '2026-11-21'))
  store = fakeKonbiniProvider('2026-11-24')
  const settings = { ...ctx.settings, rate_limit_factor: 0 }
  const payment = new Map([...ctx.ports.payment, [4, invoices], [6, store.port]] as const)
  ctx = { ...ctx, settings, ports: { ...ctx.ports, payment } }
  await db.update(shop_payment).set({ visible: true }).where(eq(shop_payment.shop_id, 2))
  await isOffered(true)
  await feeOf(null, 330)
  await feeOf(6, 220)
})

const isOffered = (for_subscriptions: boolean | null) =>
  db
    .update(shop_payment)
    .set({ for_subscriptions })
    .where(and(eq(shop_payment.shop_id, 2), eq(shop_payment.payment_method_id, 6)))

async function feeOf(id: number | null, fee: number) {
  const { payment_method_id } = shop_payment
  const mine = and(eq(shop_payment.shop_id, 2), id === null ? isNull(payment_method_id) : eq(payment_method_id, id))
  const [method] = await db.select().from(shop_payment).where(mine)
  await db.delete(shop_payment_fee).where(eq(shop_payment_fee.shop_payment_id, method!.id))
  await db.insert(shop_payment_fee).values({ shop_id: 2, shop_payment_id: method!.id, from_amount: 1, fee })
}

const member = async (): Promise<MemberContext> => {
  const [customer_id] = await insertMembers(db, 1, { gmo_id: 'm-1' })
  return withMemberActor({ ...ctx, customer_id: customer_id! }, customer_id!)
}
const monthly = { subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const
type Draft = Parameters<typeof testOrderDraft>[0]
const cash = { payment_method_id: null, card_seq: null }
const card = { payment_method_id: 1 as const, card_seq: 0 }
const wanted = (more: Draft = {}) =>
  testOrderDraft({ is_subscription: true, delivery_pattern: monthly, payment_method_id: 6, second_way: cash, ...more })
const order = async (mine: MemberContext, more: Draft = {}, press: Partial<NewOrderInput> = {}) =>
  placeOrder(mine, await confirmedOrderInput(mine, wanted(more), { konbini_store: 'lawson', ...press }))
const refusedBeside = (path: string, message: RegExp = /./) => ({
  status: 422,
  fields: [{ path, message: expect.stringMatching(message) }],
})
const contract = async () => (await db.select().from(subscription))[0]!
const only = async () => (await db.select().from(orders))[0]!
const stock = async () => (await db.select().from(product_sku).where(eq(product_sku.id, 101)))[0]!.stock
async function isPaid() {
  store.seen.state = 'captured'
  await receivePaymentNotice(ctx, { provider_order_id: (await only()).order_no, text: 'paid' })
}
async function ask() {
  await db.update(payment).set({ updated_at: sql`now() - interval '2 hours'` })
  await repairPayments(ctx)
}

test('the first delivery is paid at the store, the later ones by the other way, each at its own fee', async () => {
  const mine = await member()
  const seen = await validateOrder(mine, wanted())
  const { summary } = seen
  expect(summary).toMatchObject({ payment_fee: 220, following: { payment_fee: 330 }, later: [{ payment_fee: 330 }] })
  expect(summary.later[0]!.payment_total - summary.payment_total).toBe(
    110 - summary.subtotal + summary.later[0]!.subtotal,
  )
  expect(seen.second_way).toMatchObject({ ...cash, payment_name: '代金引換', payment_fee: 330 })
  const placed = await order(mine)
  expect(placed).toMatchObject({ status: 'payment_pending' })
  expect(await contract()).toMatchObject({
    ...cash,
    summary_status: 0,
    second_way: null,
    agreed_terms: { payment_method_id: null, payment_fees: [{ fee: 330 }] },
  })
  expect((await db.select().from(order_evidence))[0]!.shown).toMatchObject({
    second_way: { ...cash, payment_fee: 330 },
  })
  const [asked] = await loadQueuedMails(db)
  for (const words of ['コンビニ払い', '2回目からのお支払い方法: 代金引換', '次回お届け予定日'])
    expect(asked!.text).toContain(words)
  expect(asked!.text).not.toContain('お支払いできないとき')
  // Not a delivery of it comes before the money.
  clock.move(2)
  await runDailyDeliveries(ctx)
  expect(await db.$count(orders)).toBe(1)

  await isPaid()
  expect(await only()).toMatchObject({ status: 'received', payment_method_id: 6, cycle: 1 })
  const { id, next_delivery_date } = await contract()
  expect(await contract()).toMatchObject({ ...cash, summary_status: 1 })
  expect(next_delivery_date).toBe(seen.next_delivery_date)
  const told = (await loadQueuedMails(db)).at(-1)!
  for (const words of ['を受領しました', '2回目からのお支払い方法: 代金引換']) expect(told.text).toContain(words)

  await feeOf(null, 880)
  for (let day = 0; day < 60 && (await loadSubscriptionOrders(db, id)).length < 2; day++) {
    clock.move(1)
    await runDailyDeliveries(ctx)
  }
  const [, second] = await loadSubscriptionOrders(db, id)
  expect(second).toMatchObject({ cycle: 2, payment_method_id: null, payment_fee: 330 })
  expect(second!.payment_total).toBe(summary.later[0]!.payment_total)
})

test('a saved card pays the later deliveries', async () => {
  const mine = await member()
  await order(mine, { second_way: card })
  await isPaid()
  const { id } = await contract()
  expect(await contract()).toMatchObject({ ...card, summary_status: 1, second_way: null })
  for (let day = 0; day < 60 && (await loadSubscriptionOrders(db, id)).length < 2; day++) {
    clock.move(1)
    await runDailyDeliveries(ctx)
  }
  const [, second] = await loadSubscriptionOrders(db, id)
  expect(second).toMatchObject({ cycle: 2, payment_method_id: 1, status: 'arranged' })
  expect(ledger.charged().map(({ amount }) => amount)).toEqual([second!.payment_total])
})

test('a bill for the later deliveries needs its own consent', async () => {
  const mine = await member()
  const bill = { payment_method_id: 4 as const, card_seq: null }
  await expect(order(mine, { second_way: bill })).rejects.toMatchObject(refusedBeside('second_way_consent'))
  expect(await db.$count(subscription)).toBe(0)
  await order(mine, { second_way: bill }, { second_way_consent: true })
  expect(await contract()).toMatchObject(bill)
  expect(JSON.stringify(await listConsents(mine, {}))).toContain('NP後払いの審査')
})

test('not paid in time: no contract comes of it, the stock is back; late money is owed and begins nothing', async () => {
  const mine = await member()
  const before = await stock()
  const { order_no } = await order(mine)
  expect(await stock()).toBe(before - 1)
  clock.move(5)
  await ask()
  expect(await only()).toMatchObject({ status: 'cancelled' })
  expect(await stock()).toBe(before)
  expect((await listSubscriptions(mine, { page: 1, per_page: 20, tab: 'active' })).items).toEqual([])
  store.seen.state = 'captured'
  await receivePaymentNotice(ctx, { provider_order_id: order_no, text: 'late' })
  const [paid] = await db.select().from(payment)
  expect(paid).toMatchObject({ state: 'captured', credited_amount: paid!.amount })
  expect((await contract()).summary_status).not.toBe(1)
  clock.move(60)
  await runDailyDeliveries(ctx)
  expect(await db.$count(orders)).toBe(1)
})

test('points pay a part of the first delivery, and come back with the deadline; a promotion that waives the later fee', async () => {
  const mine = await member()
  const isShop = eq(shop.id, 2)
  await db.update(shop).set({ point_flag: true, point_least: 1, point_most_rate: 100 }).where(isShop)
  await insertRunningPromotion(db, {
    trigger: 'automatic',
    effect: { kind: 'free_payment_fee' },
    from_cycle: 2,
    to_cycle: 3,
  })
  try {
    const desk = await operatorContext(db, 'manager', { clock })
    await adjustPoints(desk, { id: mine.customer_id, points: 500, reason: 'お詫び', balance: 0 })
    const { summary } = await validateOrder(mine, wanted({ points: 500 }))
    // The fee of the first delivery is that of the store; the promotion waives that of the later ones.
    expect(summary).toMatchObject({ payment_fee: 220, discount_amount: 500 })
    expect(summary.later.map(({ payment_fee }) => payment_fee)).toEqual([0, 330])
    await order(mine, { points: 500 })
    expect((await previewOwnWithdrawal(mine, {})).point_balance).toBe(0)
    clock.move(5)
    await ask()
    expect((await previewOwnWithdrawal(mine, {})).point_balance).toBe(500)
  } finally {
    await db.update(promotion).set({ status: 'stopped' })
    await db.update(shop).set({ point_flag: false }).where(isShop)
  }
})

test('begun long after its day, because too little was transferred: the second delivery has a day that can be kept', async () => {
  const { port, bank } = fakeBankTransferProvider()
  ;(ctx.ports.payment as Map<number, PaymentPort>).set(7, port)
  await db
    .update(shop_payment)
    .set({ for_subscriptions: true })
    .where(and(eq(shop_payment.shop_id, 2), eq(shop_payment.payment_method_id, 7)))
  const mine = await member()
  await placeOrder(mine, await confirmedOrderInput(mine, wanted({ payment_method_id: 7 })))
  const { payment_total, order_no } = await only()
  bank.transfer(payment_total - 100)
  await receivePaymentNotice(ctx, { provider_order_id: order_no, text: 'a part' })
  clock.move(60)
  await ask()
  expect(await only()).toMatchObject({ status: 'payment_pending' })
  const { id: order_id } = await only()
  const desk = await operatorContext(db, 'manager', { clock, ports: ctx.ports })
  const captured_amount = payment_total - 100
  await acceptPartlyPaidOrder(desk, { id: order_id, captured_amount, decision_reason: 'わずかな不足のため' })
  // The first one arrives at the end of January.
  expect(await contract()).toMatchObject({
    summary_status: 1,
    next_delivery_date: '2027-03-05',
    next_next_delivery_date: '2027-04-05',
  })
  expect((await only()).expected_date! < '2027-02-01').toBe(true)
  expect((await loadQueuedMails(db)).at(-1)!.text).toContain('次回お届け予定日: 2027年3月5日')
  await runDailyDeliveries(ctx)
  expect(await db.$count(orders)).toBe(1)
})

test('cancelled by the customer while it waits, it leaves no contract that runs', async () => {
  const mine = await member()
  const { order_no } = await order(mine)
  await cancelOrder(mine, { order_no })
  expect((await contract()).summary_status).not.toBe(1)
  await ask()
  expect(await only()).toMatchObject({ status: 'cancelled' })
})

test('until it is paid the member neither leaves nor is merged', async () => {
  const mine = await member()
  await order(mine)
  expect((await previewOwnWithdrawal(mine, {})).problem).toContain((await only()).order_no)
  const [other] = await insertMembers(db, 1)
  await expect(
    mergeWithIdentityChecks(await operatorContext(db, 'manager', { clock }), mine.customer_id, other!),
  ).rejects.toThrow()
})

const forget = (mine: MemberContext) => deleteCard(mine, { customer_id: mine.customer_id, card_seq: 0 })
const link = { shop_id: 2, payment_method_id: 5, state: 'active', user_authorization_id: 'u', nonce: 'n' } as const
const unlink = (mine: MemberContext) => unlinkAccount(mine, { wallet: 'paypay' })

test('what is to pay the later deliveries is kept while the money is awaited, and free when nothing came of it', async () => {
  const mine = await member()
  const created_at = clock.now()
  await db.insert(linked_account).values({ ...link, customer_id: mine.customer_id, created_at })
  await order(mine, { second_way: card })
  await expect(forget(mine)).rejects.toMatchObject({ status: 409 })
  await db.update(subscription).set({ payment_method_id: 5, card_seq: null, second_way: { ...card, payment_fees: [] } })
  for (const gone of [forget, unlink]) await expect(gone(mine)).rejects.toMatchObject({ status: 409 })
  clock.move(5)
  await ask()
  expect(await only()).toMatchObject({ status: 'cancelled' })
  expect(await loadCardSubscriptions(mine)).toEqual([])
  await unlink(mine)
})

test('初回価格 is given once, however many orders of it are awaited', async () => {
  const mine = await member()
  await db.update(shop).set({ first_price_audience: 'once' }).where(eq(shop.id, 2))
  try {
    const first = await validateOrder(mine, wanted())
    const [goods] = first.items
    expect(goods!.price).toBeLessThan(goods!.following_price)
    await order(mine)
    const [again] = (await validateOrder(mine, wanted())).items
    expect(again!.price).toBe(goods!.following_price)
    // Not paid in time, it was not had.
    clock.move(5)
    await ask()
    expect((await validateOrder(mine, wanted())).items[0]!.price).toBe(goods!.price)
  } finally {
    await db.update(shop).set({ first_price_audience: 'everybody' }).where(eq(shop.id, 2))
  }
})

test('a gift of a later delivery is set aside while the money is awaited, and back when it does not come', async () => {
  const mine = await member()
  const GIFT = 105
  // Within a fifth of what is paid.
  await db.update(product_sku).set({ price: 200 }).where(eq(product_sku.id, GIFT))
  const piecesOf = async () => (await db.select().from(product_sku).where(eq(product_sku.id, GIFT)))[0]!.stock
  const effect = { kind: 'gift' as const, product_sku_id: GIFT, pieces: 1 }
  await insertRunningPromotion(db, { trigger: 'automatic', cart_type: 1, effect, from_cycle: 2, to_cycle: 2 })
  try {
    const before = await piecesOf()
    await order(mine)
    expect(await piecesOf()).toBe(before - 1)
    clock.move(5)
    await ask()
    expect(await piecesOf()).toBe(before)
  } finally {
    await db.update(promotion).set({ status: 'stopped' })
  }
})

const yearly = { items: [{ product_sku_id: 127, quantity: 1, revision: 1 }] }
test.each<[string, Draft, ReturnType<typeof refusedBeside>]>([
  ['no way for the later ones', { second_way: undefined }, refusedBeside('second_way', /2回目からのお支払い方法/)],
  ['itself', { second_way: { payment_method_id: 6, card_seq: null } }, refusedBeside('second_way', /コンビニ払い/)],
  ['a card of nobody', { second_way: { payment_method_id: 1, card_seq: 77 } }, refusedBeside('second_way')],
  ['年払い', yearly, refusedBeside('payment_method_id', /年払い/)],
])('refused: %s', async (_, more, refusal) => {
  const mine = await member()
  await expect(order(mine, more)).rejects.toMatchObject(refusal)
  expect(await db.$count(orders)).toBe(0)
})

test.each([false, null])('a shop that does not offer it so (%s) refuses it', async (said) => {
  await isOffered(said)
  const mine = await member()
  await expect(validateOrder(mine, wanted())).rejects.toMatchObject(
    refusedBeside('payment_method_id', /定期便ではご利用いただけません/),
  )
})

test('a first delivery that costs nothing is not paid so', async () => {
  const mine = await member()
  const once = { trigger: 'automatic', from_cycle: 1, to_cycle: 1 } as const
  await insertRunningPromotion(db, { ...once, effect: { kind: 'free_delivery' } })
  await insertRunningPromotion(db, { ...once, effect: { kind: 'percent', percent: 100 } })
  try {
    await expect(validateOrder(mine, wanted())).rejects.toMatchObject(
      refusedBeside('payment_method_id', /1回目のお支払いがない/),
    )
  } finally {
    await db.update(promotion).set({ status: 'stopped' })
  }
})

test('offered for the order that begins a 定期便 alone, and never in my page', async () => {
  const mine = await member()
  const asked = { is_subscription: true, visible: true, amount: 3000, following_amount: 900_000 }
  const konbini = async (more: object) =>
    (await listPaymentMethods(mine, { ...asked, ...more })).items.find((one) => one.payment_method_id === 6)
  expect(await konbini({ is_first_delivery: true })).toMatchObject({ is_available: true, pay_until: '2026-11-24' })
  expect(await konbini({})).toMatchObject({ is_available: false, reason: expect.stringContaining('2回目からは') })
  await order(mine)
  await isPaid()
  const { id, version } = await contract()
  const way = { payment_method_id: 6 as const, card_seq: null }
  for (const change of [
    changePayment(mine, { id, version, ...way, third_party_consent: false }),
    setFallbackPayment(mine, { id, version, second_way: way, third_party_consent: false }),
  ])
    await expect(change).rejects.toMatchObject({ status: 422 })
  expect(await getSubscription(mine, { id })).toMatchObject({ payment_method_id: null })
  expect((await loadSubscriptionRow(db, id)).payment_method_id).toBeNull()
})
