import { customer } from '@kushi/db/schema/customer'
import { shop_payment, shop_payment_fee } from '@kushi/db/schema/delivery'
import { line_friend } from '@kushi/db/schema/line'
import { orders } from '@kushi/db/schema/order'
import { payment, payment_hold } from '@kushi/db/schema/payment'
import { watch_entry } from '@kushi/db/schema/person'
import { product, product_sku } from '@kushi/db/schema/product'
import { promotion } from '@kushi/db/schema/promotion'
import { shop } from '@kushi/db/schema/shop'
import { billing_attempt, subscription, subscription_event } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { addDays } from '@kushi/values/calendar-date'
import type { PaymentMethodId } from '@kushi/values/payment-method'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { withMemberActor } from '../../actor.ts'
import type { Answer, Context, MemberContext } from '../../context.ts'
import { endMembership } from '../../operation/membership/internal/end-membership.ts'
import {
  type PaymentPort,
  PaymentRefused,
  PaymentUnavailable,
  type ProviderPaymentRecord,
} from '../../ports/payment-port.ts'
import { throwingPort } from '../../testing/context.ts'
import { withAnotherLetter } from '../../testing/forge.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import {
  contextOnDayWithCards,
  deliverCurrentCycle,
  insertSubscribedMember,
  loadSubscriptionOrders,
  loadSubscriptionRow,
} from '../../testing/subscription.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { receivePaymentNotice } from '../checkout/receive-payment-notice.ts'
import { repairPayments } from '../checkout/repair-payments.ts'
import { markParcelsDelivered } from '../fulfilment/receive-shipments.ts'
import { shipOrder } from '../fulfilment/ship-order.ts'
import { loadOrderItems } from '../order/internal/order-row.ts'
import { blockCustomer } from './admin/block-customer.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { changePayment } from './change-payment.ts'
import { cancelAfterDelivery } from './end-after-delivery.ts'
import { endSubscription } from './end-subscription.ts'
import { getSubscription } from './get-subscription.ts'
import { moveSubscriptionsToMember } from './internal/move-subscriptions.ts'
import { setFallbackPayment } from './name-second-way.ts'
import { pauseSubscription } from './pause-subscription.ts'
import { payByLink, returnFromLink, showPayLink } from './pay-by-link.ts'
import { previewUpdate } from './preview-update.ts'
import { retryDelivery } from './retry-one.ts'
import { runDailyDeliveries } from './run-day.ts'
import { skipDelivery } from './skip-delivery.ts'
import { updateSubscription } from './update-subscription.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

/** A provider's page to which the browser is sent, in memory. `answer`: what becomes of it; null: it does not answer. */
function pageProvider(saved?: PaymentPort) {
  const trades = new Map<string, ProviderPaymentRecord>()
  const provider = {
    trades,
    answer: 'ok' as 'ok' | 'limit' | null,
    port: {
      ...throwingPort<PaymentPort>('payment'),
      async authorise(attempt, source, order, return_url) {
        if (source.kind === 'saved_card') return saved!.authorise(attempt, source, order, return_url)
        const { provider_order_id: id, amount } = attempt
        trades.set(id, { state: 'waiting', amount, refunded_amount: 0, reference: { id } })
        if (provider.answer === null) throw new PaymentUnavailable('lost')
        return { kind: 'redirect', redirect_url: `https://page/${id}`, return_key: `key-${id}`, reference: { id } }
      },
      async finish({ provider_order_id: id }) {
        if (provider.answer === 'limit') throw new PaymentRefused('limit', 'over')
        Object.assign(trades.get(id)!, { state: 'authorised' })
        if (provider.answer === null) throw new PaymentUnavailable('lost')
        return { kind: 'authorised', reference: { id } }
      },
      find: async (attempt) => trades.get(attempt.provider_order_id) ?? (await saved?.find(attempt)) ?? null,
      async capture({ provider_order_id: id }) {
        Object.assign(trades.get(id)!, { state: 'captured' })
        return { id }
      },
      async void({ provider_order_id: id }) {
        Object.assign(trades.get(id)!, { state: 'voided' })
        return { id }
      },
    } satisfies PaymentPort as PaymentPort,
  }
  return provider
}

const invoices: PaymentPort = {
  ...throwingPort<PaymentPort>('payment'),
  authorise: async () => ({ kind: 'authorised', reference: {} }),
}
const WAYS: PaymentMethodId[] = [1, 2, 4, 5, 6]
let { clock, ledger, ctx } = contextOnDayWithCards(db, '2026-11-21')
let page = pageProvider()
let operator = await operatorContext(db, 'manager', { clock })
beforeEach(async () => {
  await emptyTables(db.$client, 'subscription, orders, outbox, rate_limit, card_decline, watch_entry', {
    restart: true,
  })
  ;({ clock, ledger, ctx } = contextOnDayWithCards(db, '2026-11-21'))
  page = pageProvider(ledger.port)
  operator = { ...(await operatorContext(db, 'manager', { clock })), afterwards: () => undefined }
  const payment = new Map([
    ...ctx.ports.payment,
    ...([1, 2, 5, 6] as const).map((id) => [id, page.port] as const),
    [4, invoices] as const,
  ])
  ctx = { ...ctx, ports: { ...ctx.ports, payment } }
  await db
    .update(shop_payment)
    .set({ visible: true })
    .where(inArray(shop_payment.payment_method_id, [1, 2, 4, 5, 6]))
  await feeOf(null, 330)
})

/** 手数料 of a method, at any amount. */
async function feeOf(payment_method_id: number | null, fee: number) {
  const id = shop_payment.payment_method_id
  const [method] = await db
    .select()
    .from(shop_payment)
    .where(and(eq(shop_payment.shop_id, 2), payment_method_id === null ? isNull(id) : eq(id, payment_method_id)))
  await db.delete(shop_payment_fee).where(eq(shop_payment_fee.shop_payment_id, method!.id))
  await db.insert(shop_payment_fee).values({ shop_id: 2, shop_payment_id: method!.id, from_amount: 1, fee })
}

/** Until the notice, then until the day of the charge. */
async function untilCharged() {
  clock.move(5)
  await runDailyDeliveries(ctx)
  clock.move(5)
  return runDailyDeliveries(ctx)
}

const mails = async () =>
  (await db.select().from(outbox).where(eq(outbox.kind, 'mail')).orderBy(asc(outbox.id))).map(
    ({ payload }) => payload as { subject: string; text: string },
  )
const tokens = async () => (await mails()).flatMap(({ text }) => /pay-delivery\?token=([\w.-]+)/.exec(text)?.[1] ?? [])

/** A contract whose card was refused, with the link of its mail. */
async function refused(fate: 'unusable' | 'limit' = 'unusable', more: Partial<typeof subscription.$inferInsert> = {}) {
  const { id, member } = await insertSubscribedMember(db, ctx, more)
  const { payment_total } = await getSubscription(member, { id })
  ledger.fate = () => fate
  await untilCharged()
  const token = (await tokens()).at(-1)!
  return { id, member, token, payment_total }
}

type PayLink = Answer<'POST /v1/order/subscription/pay/show'>

const show = (token: string, as: Context = ctx) => showPayLink(as as MemberContext, { token })
async function press(token: string, payment_method_id: PaymentMethodId, shown?: PayLink, third_party_consent = false) {
  const { delivery, methods } = shown ?? (await show(token))
  const way = methods.find((one) => one.payment_method_id === payment_method_id)
  return payByLink(ctx as MemberContext, {
    ...{ token, payment_method_id, third_party_consent },
    card: payment_method_id === 1 ? { token: 'card-token' } : null,
    shown_payment_total: way?.payment_total ?? 0,
    shown_delivery_date: delivery?.delivery_date ?? '2027-01-01',
  })
}
const back = (redirect_url: string | null) => returnFromLink(ctx, `key-${redirect_url!.split('/').at(-1)}`)
const authorised = () => [...page.trades.values()].filter(({ state }) => state === 'authorised')
const attemptsOf = (id: number) =>
  db
    .select()
    .from(billing_attempt)
    .where(eq(billing_attempt.subscription_id, id))
    .orderBy(asc(billing_attempt.cycle), asc(billing_attempt.attempt))
/** Nobody has come back for so long. */
const later = (minutes: number) =>
  db
    .update(payment)
    .set({ updated_at: sql`now() - ${minutes} * interval '1 minute'` })
    .where(eq(payment.shop_id, 2))

describe('the link of the mail about a refused payment', () => {
  test('pays that delivery once, by a card that is entered; the contract and its card stay', async () => {
    const { id, token, payment_total } = await refused()
    const shown = await show(token)
    expect(shown).toMatchObject({
      state: 'open',
      message: null,
      delivery: { pay_until: '2026-12-15', goods: [expect.any(String)] },
    })
    expect(shown.methods.map((one) => one.payment_total)).toEqual(shown.methods.map(() => payment_total))
    const { redirect_url } = await press(token, 1)
    expect(await back(redirect_url)).toEqual({ location: expect.stringMatching(/^\/sh\/pay-delivery\?token=/) })
    expect(await loadSubscriptionRow(db, id)).toMatchObject({
      summary_status: 1,
      cycle: 2,
      payment_method_id: 1,
      card_seq: 0,
    })
    const [order] = await loadSubscriptionOrders(db, id)
    expect(order).toMatchObject({ status: 'arranged', cycle: 2, payment_method_id: 1, payment_total })
    expect(await db.select().from(payment)).toMatchObject([
      { state: 'failed', card_seq: 0 },
      { state: 'authorised', card_seq: null, save_card: false, amount: payment_total },
    ])
    expect(await attemptsOf(id)).toMatchObject([
      { outcome: 'failed', resumed_by: null },
      { outcome: 'arranged', resumed_by: 'link' },
    ])
    expect(await show(token)).toEqual({
      state: 'paid',
      message: 'ありがとうございます。このお届け分を重ねて請求することはありません。',
      delivery: null,
      methods: [],
    })
    // Again: pressed, returned, repaired, noticed, run.
    await expect(press(token, 1, shown)).rejects.toMatchObject({ error: 'ERROR_PAY_LINK_OVER' })
    await back(redirect_url)
    await later(60)
    await repairPayments(ctx)
    await runDailyDeliveries(ctx)
    expect(authorised()).toHaveLength(1)
    expect(await loadSubscriptionOrders(db, id)).toHaveLength(1)
    // The next one goes by the contract again.
    clock.move(9)
    await deliverCurrentCycle(ctx, id)
    ledger.fate = () => 'ok'
    clock.move(120)
    await runDailyDeliveries(ctx)
    expect((await loadSubscriptionOrders(db, id)).at(-1)).toMatchObject({
      cycle: 3,
      status: 'arranged',
      payment_method_id: 1,
    })
    expect(ledger.charged()).toHaveLength(1)
    expect(await show(token)).toMatchObject({ state: 'paid' })
  })

  test('is in the LINE card too, and tells nothing of the person', async () => {
    const { member } = await insertSubscribedMember(db, ctx)
    const line_user_id = `U${'7'.repeat(32)}`
    await db.update(customer).set({ line_id: line_user_id }).where(eq(customer.id, member.customer_id))
    await db.insert(line_friend).values({ shop_id: 2, line_user_id, friend_status_id: 3, updated_at: new Date() })
    await db.update(shop).set({ line_channel_flag: true }).where(eq(shop.id, 2))
    ledger.fate = () => 'unusable'
    await untilCharged()
    await db.update(shop).set({ line_channel_flag: false }).where(eq(shop.id, 2))
    const [token] = await tokens()
    const [row] = await db.select().from(customer).where(eq(customer.id, member.customer_id))
    const said = JSON.stringify(await show(token!))
    for (const word of [row!.name01, row!.addr01, row!.email, row!.phone_number]) expect(said).not.toContain(word)
    const line = (await db.select().from(outbox).where(eq(outbox.kind, 'line')).orderBy(asc(outbox.id))).at(-1)
    expect(JSON.stringify(line?.payload)).toMatch(/pay-delivery\?token=.*ほかの方法で支払う/)
  })

  test.each<[string, PaymentMethodId, boolean]>([
    ['PayPay', 5, false],
    ['代引', null, false],
    ['後払い', 4, true],
  ])('pays it by %s, no dearer than announced', async (_, way, consent) => {
    const { id, token, payment_total } = await refused()
    if (consent) await expect(press(token, way)).rejects.toMatchObject({ status: 422 })
    const { redirect_url } = await press(token, way, undefined, consent)
    if (redirect_url) await back(redirect_url)
    const [order] = await loadSubscriptionOrders(db, id)
    expect(order).toMatchObject({ status: 'arranged', payment_method_id: way, payment_total })
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 1, payment_method_id: 1, card_seq: 0 })
    const events = await db.select().from(subscription_event).where(eq(subscription_event.event, 'link_followed'))
    expect(events.map(({ detail }) => Object.keys(detail as object).includes('third_party_consent'))).toEqual([consent])
    // Received: the next one is due by the contract's own way.
    clock.move(9)
    if (way !== 4) await deliverCurrentCycle(ctx, id)
    const { payment_fee } = await getSubscription({ ...ctx, customer_id: order!.customer_id } as MemberContext, { id })
    expect(payment_fee).toBe(0)
  })

  test('is not sent while a way that was named stands in, and is when that can’t pay either', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx, { delivery_notes: '宅配ボックス' })
    const second_way = { payment_method_id: 1, card_seq: 2 } as const
    await setFallbackPayment(member, { id, second_way, third_party_consent: false })
    ledger.fate = () => 'limit'
    await untilCharged()
    expect(await tokens()).toEqual([])
    for (let day = 0; day < 5; day++) {
      clock.move(1)
      await runDailyDeliveries(ctx)
    }
    // The other card is over its limit too, and is tried again: its link comes with it, because none stands in for it.
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 2, card_seq: 2 })
    const [token] = await tokens()
    expect(await show(token!)).toMatchObject({ state: 'open' })
  })
})

describe('what is offered', () => {
  const offered = async (token: string) => (await show(token)).methods.map((one) => one.payment_method_id)
  test.each<[string, PaymentMethodId[], (at: { id: number; member: MemberContext }) => Promise<unknown>]>([
    ['what the shop shows, without Amazon Pay and 前払い', [1, 4, 5, null], async () => undefined],
    [
      'no cash where nobody is at the door',
      [1, 4, 5],
      ({ id }) => db.update(subscription).set({ delivery_notes: '宅配ボックス' }).where(eq(subscription.id, id)),
    ],
    [
      'no credit to a member on 注意リスト',
      [1, 5],
      ({ member }) =>
        db.insert(watch_entry).values({
          ...{ shop_id: 2, customer_id: member.customer_id, watch_effect: 'no_credit', reason: '受け取り拒否' },
          ...{ operator_id: null, expires_on: '2027-11-21', created_at: new Date() },
        }),
    ],
    [
      'what is not shown any more',
      [1, 4, null],
      () => db.update(shop_payment).set({ visible: false }).where(eq(shop_payment.payment_method_id, 5)),
    ],
    [
      'nothing of which the shop has no account',
      [1, 4, null],
      async () => {
        const left = new Map([...ctx.ports.payment].filter(([id]) => id !== 5))
        ctx = { ...ctx, ports: { ...ctx.ports, payment: left } }
      },
    ],
    [
      'no bill above its limit',
      [1, 5, null],
      () => db.update(shop_payment).set({ max_amount: 100 }).where(eq(shop_payment.payment_method_id, 4)),
    ],
  ])('%s', async (_, ways, change) => {
    const [np] = await db.select().from(shop_payment).where(eq(shop_payment.payment_method_id, 4))
    const at = await refused()
    await change(at)
    expect((await offered(at.token)).toSorted()).toEqual(ways.toSorted())
    for (const way of WAYS.filter((one) => !ways.includes(one)))
      await expect(press(at.token, way, undefined, true)).rejects.toMatchObject({ status: 422 })
    await db.update(shop_payment).set({ max_amount: np!.max_amount }).where(eq(shop_payment.id, np!.id))
  })

  test('never more than announced, and less where the contract’s way has a fee', async () => {
    const { id } = await insertSubscribedMember(db, ctx, { payment_method_id: 4, card_seq: null })
    await feeOf(4, 250)
    const examined: PaymentPort = {
      ...invoices,
      authorise: async () => {
        throw new PaymentRefused('examination', 'NG')
      },
    }
    const payment = new Map([...ctx.ports.payment, [4, examined] as const])
    ctx = { ...ctx, ports: { ...ctx.ports, payment } }
    const { member } = {
      member: { ...ctx, customer_id: (await loadSubscriptionRow(db, id)).customer_id } as MemberContext,
    }
    const { payment_total } = await getSubscription(member, { id })
    await untilCharged()
    const { methods } = await show((await tokens())[0]!)
    const totals = new Map(methods.map((one) => [one.payment_method_id, one.payment_total]))
    expect(totals.get(1)).toBe(payment_total - 250)
    // Its fee of 330 is borne by the shop, whose own text of the way may name it.
    expect(totals.get(null)).toBe(payment_total)
    const texts = new Map(methods.map((one) => [one.payment_method_id, one.description]))
    expect([texts.get(null), texts.get(1)]).toEqual(['', expect.stringContaining('VISA')])
    await feeOf(4, 0)
  })
})

describe('never twice', () => {
  test('two tabs: the later press ends the earlier one, whose return charges nothing', async () => {
    const { id, token } = await refused()
    const shown = await show(token)
    const first = await press(token, 1, shown)
    const second = await press(token, 5, shown)
    expect(first.redirect_url).not.toBe(second.redirect_url)
    await back(first.redirect_url)
    expect(authorised()).toEqual([])
    await Promise.all([back(second.redirect_url), back(second.redirect_url), back(first.redirect_url)])
    expect(authorised()).toHaveLength(1)
    expect(await loadSubscriptionOrders(db, id)).toMatchObject([{ status: 'arranged', payment_method_id: 5 }])
  })

  test('pressed at the same moment, one of them is written', async () => {
    const { id, token } = await refused()
    const shown = await show(token)
    const pressed = await Promise.allSettled([press(token, null, shown), press(token, null, shown)])
    expect(pressed.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await db.$count(payment, eq(payment.state, 'authorised'))).toBe(1)
    expect(await loadSubscriptionOrders(db, id)).toHaveLength(1)
  })

  test('while the payer is at the provider’s page: the run, an operator and my page charge nothing', async () => {
    const { id, member, token } = await refused('limit')
    const { redirect_url } = await press(token, 1)
    ledger.fate = () => 'ok'
    clock.move(1)
    expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 0, failed: 0 })
    expect(await retryDelivery(ctx, id)).toMatchObject({ result: 'passed' })
    const card = { id, payment_method_id: 1 as const, card_seq: 1, third_party_consent: false }
    await expect(changePayment(member, card)).rejects.toMatchObject({ error: 'ERROR_PAYMENT_UPDATE_IMPOSSIBLE' })
    await back(redirect_url)
    expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 0, failed: 0 })
    expect([authorised().length, ledger.charged().length]).toEqual([1, 0])
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 1 })
  })

  test('the run and the press at the same moment', async () => {
    const { id, token } = await refused('limit')
    clock.move(1)
    const shown = await show(token)
    ledger.fate = () => 'ok'
    const [, pressed] = await Promise.allSettled([runDailyDeliveries(ctx), press(token, null, shown)])
    const paid = await db.$count(payment, eq(payment.state, 'authorised'))
    expect(paid).toBe(1)
    expect((await loadSubscriptionOrders(db, id)).map(({ payment_method_id }) => payment_method_id)).toEqual([
      pressed.status === 'fulfilled' ? null : 1,
    ])
  })

  test('whoever does not come back leaves the contract and its plan as they were', async () => {
    const { id, token } = await refused('limit')
    const before = await loadSubscriptionRow(db, id)
    await press(token, 1)
    await later(31)
    await runDailyDeliveries(ctx)
    const { version: _, ...after } = await loadSubscriptionRow(db, id)
    expect(after).toEqual({
      ...after,
      ...pick(before, 'summary_status', 'attempts', 'retry_on', 'failure', 'card_seq'),
    })
    expect(await loadSubscriptionOrders(db, id)).toMatchObject([{ status: 'payment_error' }])
    expect(await show(token)).toMatchObject({ state: 'open', message: '決済会社でのお手続きが完了しませんでした。' })
    // The repetition of the plan, the next day, by its own card.
    ledger.fate = () => 'ok'
    clock.move(1)
    expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 1 })
    expect((await attemptsOf(id)).map(({ resumed_by }) => resumed_by)).toEqual([null, 'link', 'retry'])
  })

  test('a refused card says so, changes nothing, and another way pays', async () => {
    const { id, token } = await refused()
    const sent = (await mails()).length
    page.answer = 'limit'
    await back((await press(token, 1)).redirect_url)
    expect(await show(token)).toMatchObject({ state: 'open', message: expect.stringContaining('カード') })
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 2, attempts: 1, failure: 'unusable' })
    expect(await mails()).toHaveLength(sent)
    page.answer = 'ok'
    await back((await press(token, 5)).redirect_url)
    expect(await loadSubscriptionOrders(db, id)).toMatchObject([{ status: 'arranged', payment_method_id: 5 }])
  })

  test('a lost answer at the press is decided by the page, and never by the contract’s card', async () => {
    const { id, token } = await refused()
    page.answer = null
    ledger.fate = () => 'ok'
    await expect(press(token, 1)).rejects.toMatchObject({ error: 'ERROR_PAYMENT_UNAVAILABLE' })
    page.answer = 'ok'
    expect(await show(token)).toMatchObject({ state: 'open' })
    await back((await press(token, 1)).redirect_url)
    expect(await show(token)).toMatchObject({ state: 'paid' })
    expect([authorised().length, ledger.charged().length]).toEqual([1, 0])
    expect((await loadSubscriptionOrders(db, id)).map(({ status }) => status)).toEqual(['arranged'])
  })

  test('a lost answer at the return is found by the provider’s record; a late notice changes nothing', async () => {
    const { id, token } = await refused()
    const { redirect_url } = await press(token, 1)
    page.answer = null
    await back(redirect_url)
    expect(await show(token)).toMatchObject({ state: 'paid' })
    const [, paid] = await db.select().from(payment).orderBy(asc(payment.id))
    await receivePaymentNotice(ctx, { provider_order_id: paid!.provider_order_id, text: 'GMO authorised' })
    await later(60)
    await runDailyDeliveries(ctx)
    expect(await loadSubscriptionOrders(db, id)).toMatchObject([{ status: 'arranged' }])
    expect(authorised()).toHaveLength(1)
  })

  test('a notice of money for a try that was given up voids it; the delivery is paid by the other', async () => {
    const { id, token } = await refused()
    const first = await press(token, 1)
    await back((await press(token, 5)).redirect_url)
    const number = first.redirect_url!.split('/').at(-1)!
    Object.assign(page.trades.get(number)!, { state: 'authorised' })
    await receivePaymentNotice(ctx, { provider_order_id: number, text: 'GMO late' })
    await repairPayments(ctx)
    expect(page.trades.get(number)).toMatchObject({ state: 'voided' })
    expect(await loadSubscriptionOrders(db, id)).toMatchObject([{ status: 'arranged', payment_method_id: 5 }])
  })
})

describe('and what else happens to the contract', () => {
  const stockOf = async () => (await db.select().from(product_sku).where(eq(product_sku.id, 101)))[0]!.stock

  test('今回のみ is in it as announced; a refused try gives all back to stock', async () => {
    const { id, member } = await insertSubscribedMember(db, ctx, {}, [
      { product_sku_id: 101, quantity: 2 },
      { product_sku_id: 102, only_cycle: 2 },
    ])
    const { payment_total } = await getSubscription(member, { id })
    ledger.fate = () => 'unusable'
    await untilCharged()
    const [token] = await tokens()
    const before = await stockOf()
    expect((await show(token!)).delivery!.goods).toHaveLength(2)
    page.answer = 'limit'
    const { redirect_url } = await press(token!, 1)
    expect(await stockOf()).toBe(before - 2)
    await back(redirect_url)
    expect(await stockOf()).toBe(before)
    page.answer = 'ok'
    await back((await press(token!, 1)).redirect_url)
    expect(await stockOf()).toBe(before - 2)
    expect(await loadSubscriptionOrders(db, id)).toMatchObject([{ status: 'arranged', payment_total }])
  })

  test('goods that are gone are said, and nothing is written', async () => {
    const { id, token } = await refused()
    const shown = await show(token)
    const stock = await stockOf()
    await db.update(product_sku).set({ stock: 0 }).where(eq(product_sku.id, 101))
    expect(await show(token)).toMatchObject({ state: 'open', methods: [], message: expect.stringContaining('在庫') })
    await expect(press(token, null, shown)).rejects.toMatchObject({ status: 422 })
    await db.update(product_sku).set({ stock }).where(eq(product_sku.id, 101))
    expect((await loadSubscriptionOrders(db, id)).map(({ status }) => status)).toEqual(['payment_error'])
  })

  test('after a merge it pays for the member who has it now', async () => {
    const { id, member, token } = await refused()
    const [to] = await insertMembers(db, 1)
    const moving = { shop_id: 2, from: member.customer_id, to: to!, has_cards: false }
    await db.transaction((tx) => moveSubscriptionsToMember(tx, ctx, moving))
    const { state } = await show(token)
    expect(state).toBe('open')
    await back((await press(token, 5)).redirect_url)
    expect((await loadSubscriptionOrders(db, id)).at(-1)).toMatchObject({ status: 'arranged', payment_method_id: 5 })
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ customer_id: to, summary_status: 1 })
  })

  test('asked to end with this delivery while it is being paid: refused, it ends; nothing is tried again', async () => {
    const { id, member, token } = await refused('limit')
    const { redirect_url } = await press(token, 1)
    const { version } = await loadSubscriptionRow(db, id)
    await cancelAfterDelivery(member, { id, version, reason: 1, detail: 'もう十分' })
    page.answer = 'limit'
    await back(redirect_url)
    expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 6 })
    expect(await show(token)).toMatchObject({ state: 'over' })
    clock.move(1)
    expect(await runDailyDeliveries(ctx)).toMatchObject({ arranged: 0, failed: 0 })
  })
})

describe('while the payer is at the provider’s page, what else happens is refused, or ends the payment', () => {
  type At = Awaited<ReturnType<typeof refused>>
  const versionOf = async (id: number) => (await loadSubscriptionRow(db, id)).version
  test.each<[string, (at: At) => Promise<unknown>]>([
    [
      'cancelled',
      async ({ member, id }) => cancelSubscription(member, { id, version: await versionOf(id), reason: 1, detail: '' }),
    ],
    ['paused', async ({ member, id }) => pauseSubscription(member, { id, version: await versionOf(id) })],
    ['skipped', async ({ member, id }) => skipDelivery(member, { id, version: await versionOf(id) })],
    [
      'sent elsewhere',
      async ({ member, id }) => {
        const { version, shipping_address } = await getSubscription(member, { id })
        const { delivery_notes: _, ...address } = shipping_address
        return updateSubscription(member, { id, version, shipping_address: { ...address, addr03: '202号室' } })
      },
    ],
    [
      'more of it',
      async ({ member, id }) => {
        const items = [{ product_sku_id: 101, quantity: 3, is_one_time: false }]
        const { after } = await previewUpdate(member, { id, items })
        return updateSubscription(member, {
          ...{ id, version: await versionOf(id), items },
          shown_payment_total: after.payment_total,
        })
      },
    ],
    ['ended by the shop', async ({ id }) => endSubscription(ctx, { id, reason: 'ご連絡により' })],
    [
      'erased',
      async ({ member }) =>
        db.transaction((tx) => endMembership(tx, operator, { shop_id: 2, customer_id: member.customer_id })),
    ],
  ])('%s', async (_, act) => {
    const at = await refused('limit')
    const before = await loadSubscriptionRow(db, at.id)
    const { redirect_url } = await press(at.token, 1)
    const isDone = await act(at).then(
      () => true,
      () => false,
    )
    await back(redirect_url)
    const [order] = await loadSubscriptionOrders(db, at.id)
    const after = await loadSubscriptionRow(db, at.id)
    if (isDone) {
      expect(authorised()).toEqual([])
      expect(order).toMatchObject({ status: 'payment_error' })
    } else {
      expect(authorised()).toHaveLength(1)
      expect(order).toMatchObject({ status: 'arranged' })
      expect(after).toMatchObject({ summary_status: 1, next_delivery_date: before.next_delivery_date })
    }
  })

  test('a member who is blocked meanwhile: the delivery goes on like one that is arranged, and is named', async () => {
    const { id, member, token } = await refused('limit')
    const { redirect_url } = await press(token, 1)
    const blocking = { id: member.customer_id, reason: '転売', pause_subscriptions: true }
    expect((await blockCustomer(operator, blocking)).not_paused).toMatchObject([{ id }])
    await back(redirect_url)
    expect(authorised()).toHaveLength(1)
    expect(await loadSubscriptionOrders(db, id)).toMatchObject([{ status: 'arranged' }])
  })
})

describe('met with what a delivery may contain', () => {
  test('a set: its contents are named, its parts leave the stock once, and come back from a refused try', async () => {
    const [SET, OIL, TEA] = [128, 101, 133]
    const change = (id: number, to: object) => db.update(product_sku).set(to).where(eq(product_sku.id, id))
    const stocks = async () =>
      (
        await db
          .select({ stock: product_sku.stock })
          .from(product_sku)
          .where(inArray(product_sku.id, [OIL, TEA]))
          .orderBy(asc(product_sku.id))
      ).map(({ stock }) => stock)
    const parts = [
      { product_sku_id: OIL, pieces: 1 },
      { product_sku_id: TEA, pieces: 2 },
    ]
    const [before] = await db.select().from(product_sku).where(eq(product_sku.id, SET))
    await db
      .update(product)
      .set({ sale_type: 3, lump_sum_payment_flag: false, lump_sum_payment_num: null })
      .where(eq(product.id, before!.product_id))
    await change(SET, { parts, stock: 0, visible: true, price: 4000, subscription_price: 3600, quantity_prices: [] })
    await change(TEA, { stock: 50, visible: true })
    const { id, member } = await insertSubscribedMember(db, ctx, {}, [{ product_sku_id: SET }])
    const { payment_total } = await getSubscription(member, { id })
    ledger.fate = () => 'unusable'
    await untilCharged()
    const [token] = await tokens()
    const [oil, tea] = await stocks()
    expect((await show(token!)).delivery!.goods).toEqual([expect.stringMatching(/ × 1\(.+ × 1、.+ × 2\)$/)])
    page.answer = 'limit'
    await back((await press(token!, 1)).redirect_url)
    expect(await stocks()).toEqual([oil, tea])
    page.answer = 'ok'
    await back((await press(token!, 1)).redirect_url)
    expect(await stocks()).toEqual([oil! - 1, tea! - 2])
    const [order] = await loadSubscriptionOrders(db, id)
    expect(order).toMatchObject({ status: 'arranged', payment_total })
    expect(
      (await loadOrderItems(db, order!)).map(({ product_sku_id, quantity }) => [product_sku_id, quantity]),
    ).toEqual([
      [OIL, 1],
      [TEA, 2],
    ])
    await change(SET, pick(before!, 'parts', 'stock', 'visible', 'price', 'subscription_price', 'quantity_prices'))
  })

  test('a gift that was set aside: it comes with the delivery, once, also after a refused try', async () => {
    const GIFT = 133
    const [before] = await db.select().from(product_sku).where(eq(product_sku.id, GIFT))
    await db.update(product_sku).set({ price: 200, stock: 1 }).where(eq(product_sku.id, GIFT))
    const gift = await insertRunningPromotion(db, {
      ...{ promotion_name: '二回目の贈りもの', trigger: 'automatic', cart_type: 1, from_cycle: 2, to_cycle: 2 },
      effect: { kind: 'gift', product_sku_id: GIFT, pieces: 1 },
    })
    const [customer_id] = await insertMembers(db, 1, { gmo_id: 'm-gift' })
    const settings = { ...ctx.settings, rate_limit_factor: 0 }
    const member = withMemberActor({ ...ctx, settings, customer_id: customer_id! }, customer_id!)
    const delivery_pattern = { subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const
    await placeOrder(
      member,
      await confirmedOrderInput(member, testOrderDraft({ is_subscription: true, delivery_pattern })),
    )
    const [{ id, order_no }] = await db
      .select({ id: orders.subscription_id, order_no: orders.order_no })
      .from(orders)
      .then((rows) => rows.map((row) => ({ ...row, id: row.id! })) as [{ id: number; order_no: string }])
    await db.update(subscription).set({ payment_method_id: 1, card_seq: 0 }).where(eq(subscription.id, id))
    await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
    await markParcelsDelivered(ctx, { order_no })
    const stock = async () => (await db.select().from(product_sku).where(eq(product_sku.id, GIFT)))[0]!.stock
    expect(await stock()).toBe(0)
    ledger.fate = () => 'unusable'
    for (let day = 0; day < 40 && (await tokens()).length === 0; day++) {
      clock.move(1)
      await runDailyDeliveries(ctx)
    }
    const [token] = await tokens()
    page.answer = 'limit'
    await back((await press(token!, 1)).redirect_url)
    page.answer = 'ok'
    await back((await press(token!, 1)).redirect_url)
    const second = (await loadSubscriptionOrders(db, id)).find(({ cycle }) => cycle === 2)!
    expect(second).toMatchObject({ status: 'arranged' })
    expect((await loadOrderItems(db, second)).filter((item) => item.product_sku_id === GIFT)).toMatchObject([
      { quantity: 1, price: 0 },
    ])
    expect(await stock()).toBe(0)
    await db.update(promotion).set({ status: 'stopped' }).where(eq(promotion.id, gift.id))
    await db.update(product_sku).set({ price: before!.price, stock: before!.stock }).where(eq(product_sku.id, GIFT))
  })

  test('while the shop holds payments it offers what asks no provider', async () => {
    const { id, token } = await refused()
    await db.insert(payment_hold).values({ shop_id: 2, reason: 'restored' })
    const { methods } = await show(token)
    for (const way of [1, 4, 5] as const)
      await expect(press(token, way, undefined, true)).rejects.toMatchObject({ status: 422 })
    expect(methods.map((one) => one.payment_method_id)).toEqual([null])
    await press(token, null)
    expect(await loadSubscriptionOrders(db, id)).toMatchObject([{ status: 'arranged', payment_method_id: null }])
    await db.delete(payment_hold)
  })

  test('a price that fell meanwhile counts at once, and is shown before it is charged', async () => {
    const { id, member, token, payment_total } = await refused()
    const shown = await show(token)
    const [sku] = await db.select().from(product_sku).where(eq(product_sku.id, 101))
    await db
      .update(product_sku)
      .set({ price: sku!.price - 100, subscription_price: 1900 })
      .where(eq(product_sku.id, 101))
    await expect(press(token, 5, shown)).rejects.toMatchObject({ error: 'ERROR_AMOUNT_CHANGED' })
    const now = (await getSubscription(member, { id })).payment_total
    expect(now).toBeLessThan(payment_total)
    await back((await press(token, 5)).redirect_url)
    expect((await loadSubscriptionOrders(db, id)).at(-1)).toMatchObject({ payment_total: now })
    await db
      .update(product_sku)
      .set(pick(sku!, 'price', 'subscription_price'))
      .where(eq(product_sku.id, 101))
  })
})

describe('the link is over', () => {
  type At = Awaited<ReturnType<typeof refused>>
  test.each<[string, string, (at: At) => Promise<unknown>]>([
    [
      'once the member paid in my page',
      'paid',
      ({ member, id }) => {
        ledger.fate = () => 'ok'
        return changePayment(member, { id, payment_method_id: 1, card_seq: 1, third_party_consent: false })
      },
    ],
    [
      'once the delivery is skipped',
      'over',
      async ({ member, id }) => skipDelivery(member, { id, version: (await loadSubscriptionRow(db, id)).version }),
    ],
    [
      'once the contract is cancelled',
      'over',
      async ({ member, id }) =>
        cancelSubscription(member, {
          id,
          version: (await loadSubscriptionRow(db, id)).version,
          reason: 1,
          detail: 'もう十分',
        }),
    ],
    ['when its days have passed', 'expired', async () => clock.move(15)],
  ])('%s', async (_, state, act) => {
    const at = await refused()
    const shown = await show(at.token)
    await act(at)
    expect(await show(at.token)).toMatchObject({ state, delivery: null, methods: [], message: expect.any(String) })
    const { length } = await loadSubscriptionOrders(db, at.id)
    await expect(press(at.token, null, shown)).rejects.toMatchObject({ error: 'ERROR_PAY_LINK_OVER' })
    expect(await loadSubscriptionOrders(db, at.id)).toHaveLength(length)
  })

  test('a changed total or day is shown first, and a token of another shop or of nobody opens nothing', async () => {
    const { token } = await refused()
    const shown = await show(token)
    const methods = shown.methods.map((one) => ({ ...one, payment_total: one.payment_total - 1 }))
    await expect(press(token, null, { ...shown, methods })).rejects.toMatchObject({ error: 'ERROR_AMOUNT_CHANGED' })
    const delivery = { ...shown.delivery!, delivery_date: addDays(shown.delivery!.delivery_date, 1) }
    await expect(press(token, null, { ...shown, delivery })).rejects.toMatchObject({ error: 'ERROR_AMOUNT_CHANGED' })
    await expect(show(token, { ...ctx, shop_id: 1 })).rejects.toMatchObject({ status: 404 })
    await expect(show(withAnotherLetter(token))).rejects.toMatchObject({ status: 404 })
    expect(await returnFromLink(ctx, 'key-unknown')).toBeNull()
  })
})

const pick = <T extends object, K extends keyof T>(of: T, ...names: K[]) =>
  Object.fromEntries(names.map((name) => [name, of[name]]))
