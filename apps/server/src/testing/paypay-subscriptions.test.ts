import { setTimeout } from 'node:timers/promises'
import { paypayPayments } from '@kushi/adapters/paypay/payments'
import { paypayClient } from '@kushi/adapters/testing/paypay'
import { customer } from '@kushi/db/schema/customer'
import { shop_payment } from '@kushi/db/schema/delivery'
import { orders } from '@kushi/db/schema/order'
import { linked_account, payment, payment_hold, payment_refund } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { shop } from '@kushi/db/schema/shop'
import { billing_attempt, subscription, subscription_order_item } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { requestRefundAccount } from '@kushi/shop/accounting/bank-refund/admin/request-refund-account'
import { findLedgerDifferences } from '@kushi/shop/accounting/ledger/book'
import { systemActor } from '@kushi/shop/actor'
import type { Context } from '@kushi/shop/context'
import { repairPayments } from '@kushi/shop/sales/checkout/repair-payments'
import { cancelOrder } from '@kushi/shop/sales/fulfilment/cancel-order'
import { markParcelsDelivered } from '@kushi/shop/sales/fulfilment/receive-shipments'
import { shipOrder } from '@kushi/shop/sales/fulfilment/ship-order'
import { changeOrderTotal } from '@kushi/shop/sales/order/change-total'
import { recordManualRefund } from '@kushi/shop/sales/payment/index'
import { revokeLinkedAccounts } from '@kushi/shop/sales/payment/linked-accounts'
import { reconcilePayments } from '@kushi/shop/sales/payment/reconcile-payments'
import { refundDue } from '@kushi/shop/sales/refund/refund-due'
import { refundOrder } from '@kushi/shop/sales/refund/refund-order'
import { runDailyDeliveries } from '@kushi/shop/sales/subscription/run-day'
import { testClock } from '@kushi/shop/testing/context'
import { withAnotherLetter } from '@kushi/shop/testing/forge'
import { givePoints } from '@kushi/shop/testing/give-points'
import { findJournalDifferences } from '@kushi/shop/testing/journal-differences'
import { journalFilesInMemory } from '@kushi/shop/testing/journal-files'
import { operatorContext } from '@kushi/shop/testing/operator'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { and, asc, desc, eq, like, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { environment, newMember, sandboxOf, startServer } from './server.ts'
import { confirm, monthly } from './shopper.ts'

const METHOD = PAYMENT_METHOD.paypay
const sandbox = await sandboxOf()
const database = await testDatabase()
const { db } = database
const server = await startServer(environment(database.url, sandbox))
const paypay = paypayClient(sandbox)
const { call } = server
afterAll(async () => {
  await server.stop()
  await database.close()
  await sandbox.stop()
})
afterEach(() => paypay.clearFaults())
const isOffered = (visible: boolean, for_subscriptions: boolean) =>
  db
    .update(shop_payment)
    .set({ visible, for_subscriptions })
    .where(and(eq(shop_payment.shop_id, 2), eq(shop_payment.payment_method_id, METHOD)))
beforeAll(async () => {
  await isOffered(true, true)
  await db.update(product_sku).set({ stock: 10_000 }).where(eq(product_sku.id, 101))
})

const ctx: Context = {
  ...(await server.deps.base(2)),
  shop_id: 2,
  client_id: 'jobs',
  customer_id: null,
  actor: systemActor('subscription'),
  token_hash: null,
  ip: '',
  user_agent: '',
}
const repair = () => server.deps.delivering(() => repairPayments(ctx, { started: 0, redirected: 0 }))
const stock = async () =>
  (await db.select({ stock: product_sku.stock }).from(product_sku).where(eq(product_sku.id, 101)))[0]!.stock

type Member = Awaited<ReturnType<typeof newMember>>
const idOf = async ({ email }: Member) =>
  (await db.select({ id: customer.id }).from(customer).where(eq(customer.email, email)))[0]!.id

/** A 定期便 up to PayPay’s page of 連携, or paid at once by who has linked before. */
async function begin(member: Member, more: object = {}) {
  const items = [{ product_sku_id: 101, quantity: 1, revision: 1 }]
  const chosen = {
    payment_method_id: METHOD,
    is_subscription: true,
    delivery_pattern: monthly,
    items,
    ...more,
  } as const
  const body = await confirm(call, member, null, chosen)
  const press = async () => (await call('POST /v1/order/public/new', { body, token: member.token })).data
  return { body, press, data: await press() }
}
const tokenOf = (back: string | null) => new URL(back!).searchParams.get('responseToken')!
const finish = (member: Member, response_token: string) =>
  call('POST /v1/common/mypage/linked-account/finish', {
    body: { wallet: 'paypay', response_token },
    token: member.token,
  })
const listed = async (member: Member) =>
  (await call('GET /v1/common/mypage/linked-account/list', { token: member.token })).data
const unlink = (member: Member) =>
  call('DELETE /v1/common/mypage/linked-account/{wallet}', {
    params: { wallet: 'paypay' },
    token: member.token,
  })

async function subscribed(more: object = {}) {
  const member = await newMember(call)
  const { data } = await begin(member, more)
  const { order_no } = data
  const back = await paypay.answerLink(data.redirect_url!)
  expect((await finish(member, tokenOf(back))).data).toEqual({ order_no })
  const { order, paid } = await standing(order_no)
  expect(order.status).toBe('received')
  const customer_id = await idOf(member)
  const [link] = (await paypay.links(`2-${customer_id}`)).slice(-1)
  return { member, customer_id, order_no, order, paid, link: link!, id: order.subscription_id! }
}
async function standing(order_no: string) {
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  const [paid] = await db.select().from(payment).where(eq(payment.order_id, order!.id)).orderBy(desc(payment.id))
  return { order: order!, paid: paid! }
}
const rowOf = async (id: number) => (await db.select().from(subscription).where(eq(subscription.id, id)))[0]!
const attemptsOf = (id: number) =>
  db.select().from(billing_attempt).where(eq(billing_attempt.subscription_id, id)).orderBy(asc(billing_attempt.attempt))

/** The day of the next delivery's charge, and the run of it. */
async function nextDay(id: number, later = 0) {
  const { next_delivery_date, arranged_before_days } = await rowOf(id)
  const today = addDays(next_delivery_date as CalendarDate, later + 1 - arranged_before_days)
  const then: Context = { ...ctx, clock: testClock(today) }
  return { then, report: await server.deps.delivering(() => runDailyDeliveries(then)) }
}
async function lastOrder(id: number) {
  const [order] = await db.select().from(orders).where(eq(orders.subscription_id, id)).orderBy(desc(orders.cycle))
  return standing(order!.order_no)
}
const mailsTo = async (customer_id: number, words: string) => {
  const mails = await db
    .select({ payload: outbox.payload })
    .from(outbox)
    .where(
      and(eq(outbox.shop_id, 2), like(sql`${outbox.payload}::text`, `%${words}%`), eq(outbox.customer_id, customer_id)),
    )
  return mails.length
}
const parcel = { carrier: 'yamato', tracking_no: '123456789012' } as const
/** The simulator’s books of a payment: yen that it kept. */
async function kept(number: string): Promise<number> {
  const one = await paypay.payment(number)
  return (
    (one?.captured ?? 0) -
    (one?.refunds ?? []).reduce((sum, { amount, status }) => sum + (status === 'REFUNDED' ? amount : 0), 0)
  )
}
/** Ours and theirs agree, to the yen, in payments and in the ledger. */
async function agrees() {
  expect(await reconcilePayments(ctx)).toEqual([])
  const wrong = []
  for await (const one of findLedgerDifferences(ctx)) wrong.push(one)
  expect(wrong).toEqual([])
}

describe('the first order', () => {
  test('links on PayPay’s page, is charged once and captured at the same time', async () => {
    const { order_no, order, paid, member, customer_id, link, id } = await subscribed()
    expect(paid).toMatchObject({ state: 'captured', captured_on_charge: true, captured_amount: order.payment_total })
    expect(await kept(order_no)).toBe(order.payment_total)
    expect(link).toMatchObject({ status: 'ACTIVE', referenceId: `2-${customer_id}` })
    expect(await rowOf(id)).toMatchObject({ payment_method_id: METHOD, summary_status: 1 })
    expect(await listed(member)).toMatchObject({
      items: [{ payment_method_id: METHOD, subscription_ids: [id] }],
      linkable: [],
    })
    // 特商法13条: the money is here before the goods are sent.
    expect(await mailsTo(customer_id, 'を受領しました')).toBe(1)
    await shipOrder(ctx, { order_no, ...parcel })
    expect(await kept(order_no)).toBe(order.payment_total)
    await agrees()
  })

  test('the second one of a member who has linked is charged at once, without a page', async () => {
    const { member } = await subscribed()
    const { data, press } = await begin(member)
    expect(data).toMatchObject({ status: 'received', redirect_url: null })
    expect(await press()).toMatchObject({ order_no: data.order_no, status: 'received' })
    expect(await kept(data.order_no)).toBe((await standing(data.order_no)).order.payment_total)
  })

  test('a return repeated, also at the same time, charges once and links once', async () => {
    const member = await newMember(call)
    const { data } = await begin(member)
    const token = tokenOf(await paypay.answerLink(data.redirect_url!))
    const answers = await Promise.all([1, 2, 3].map(() => finish(member, token)))
    for (const answer of answers) expect(answer.data).toEqual({ order_no: data.order_no })
    expect((await finish(member, token)).data).toEqual({ order_no: data.order_no })
    const rows = await db
      .select()
      .from(linked_account)
      .where(eq(linked_account.customer_id, await idOf(member)))
    expect(rows).toMatchObject([{ state: 'active' }])
    const { order } = await standing(data.order_no)
    expect(order.status).toBe('received')
    expect(await kept(data.order_no)).toBe(order.payment_total)
  })

  test('やめる there: the order is given up, nothing is charged, and the stock is back', async () => {
    const member = await newMember(call)
    const before = await stock()
    const { data } = await begin(member)
    expect(await stock()).toBe(before - 1)
    const { data: answer } = await finish(member, tokenOf(await paypay.answerLink(data.redirect_url!, 'decline')))
    expect(answer).toEqual({ order_no: data.order_no })
    expect(await standing(data.order_no)).toMatchObject({
      order: { status: 'payment_error' },
      paid: { state: 'failed', refusal: 'cancelled' },
    })
    expect(await stock()).toBe(before)
    expect((await listed(member)).items).toEqual([])
  })

  test('a closed browser: given up by the repair, also where the customer linked; a late return links, and charges nothing', async () => {
    const [never, left] = [await newMember(call), await newMember(call)]
    const [one, other] = [await begin(never), await begin(left)]
    await paypay.answerLink(other.data.redirect_url!, 'leave')
    await repair()
    for (const { data } of [one, other]) expect((await standing(data.order_no)).order.status).toBe('payment_error')
    const token = tokenOf(await paypay.answerLink(one.data.redirect_url!))
    expect((await finish(never, token)).data).toEqual({ order_no: one.data.order_no })
    expect((await standing(one.data.order_no)).order.status).toBe('payment_error')
    expect(await paypay.payment(one.data.order_no)).toBeNull()
    expect((await listed(never)).items).toMatchObject([{ payment_method_id: METHOD, subscription_ids: [] }])
    expect((await begin(never)).data).toMatchObject({ status: 'received' })
  })

  test('a token of another member, of another session or of nobody links nothing', async () => {
    const [victim, thief] = [await newMember(call), await newMember(call)]
    const { data } = await begin(thief)
    // The victim agrees on the page that the thief passed on, and their browser is logged in as the victim.
    const token = tokenOf(await paypay.answerLink(data.redirect_url!))
    expect(await finish(victim, token)).toMatchObject({ status: 409, meta: { error: 'ERROR_LINK_REFUSED' } })
    expect((await listed(victim)).items).toEqual([])
    expect(await finish(victim, withAnotherLetter(token))).toMatchObject({ status: 409 })
    expect(await finish(victim, 'a.b.c')).toMatchObject({ status: 409 })
    const guest = await call('POST /v1/common/mypage/linked-account/finish', {
      body: { wallet: 'paypay', response_token: token },
    })
    expect(guest.status).toBe(401)
  })

  test.each(['drop-after', 'drop-before', '500'])(
    'the answer to the charge is lost (%s): asked again it is one charge',
    async (kind) => {
      const member = await newMember(call)
      const { data } = await begin(member)
      const token = tokenOf(await paypay.answerLink(data.redirect_url!))
      await paypay.fault('subscriptionPayment', kind)
      await finish(member, token)
      await repair()
      const { order, paid } = await standing(data.order_no)
      expect(order.status).toBe('received')
      expect(paid).toMatchObject({ state: 'captured', captured_on_charge: true })
      expect(await kept(data.order_no)).toBe(order.payment_total)
      await agrees()
    },
  )

  test.each(['agree', 'decline', 'leave'] as const)(
    'charged without an answer, closed in PayPay’s app, and pressed again: paid by that charge (%s)',
    async (action) => {
      const { member, link } = await subscribed()
      await paypay.fault('subscriptionPayment', 'drop-after')
      const { press } = await begin(member)
      await paypay.changeLink(link.userAuthorizationId, { status: 'INACTIVE' })
      const { order_no, redirect_url } = await press()
      const back = await paypay.answerLink(redirect_url!, action)
      if (back !== null && action !== 'leave') await finish(member, tokenOf(back))
      await repair()
      const { order, paid } = await standing(order_no)
      expect({ order, paid }).toMatchObject({ order: { status: 'received' }, paid: { state: 'captured' } })
      expect(await kept(order_no)).toBe(order.payment_total)
    },
  )

  test('PayPay refuses the charge: told why, and chosen again with the account that is linked now', async () => {
    const { member, link } = await subscribed()
    await paypay.changeLink(link.userAuthorizationId, { refusal: 'NO_SUFFICIENT_FUND' })
    const { data } = await begin(member)
    expect(data).toMatchObject({ status: 'payment_error', payment_message: expect.stringContaining('残高') })
    await paypay.changeLink(link.userAuthorizationId, { refusal: '' })
    expect((await begin(member)).data).toMatchObject({ status: 'received' })
  })

  test('linked, and its charge is refused: the number of the consent stays with the link alone', async () => {
    const member = await newMember(call)
    const { data } = await begin(member)
    await paypay.fault('subscriptionPayment', 'error:NO_SUFFICIENT_FUND')
    await finish(member, tokenOf(await paypay.answerLink(data.redirect_url!)))
    const { paid } = await standing(data.order_no)
    expect(paid).toMatchObject({ state: 'failed', refusal: 'limit', reference: { by_link: '1' } })
    expect(paid.reference).not.toHaveProperty('user_authorization_id')
    expect((await begin(member)).data).toMatchObject({ status: 'received' })
  })

  test('closed in PayPay’s app: the next order leads to the page again', async () => {
    const { member, link } = await subscribed()
    await paypay.changeLink(link.userAuthorizationId, { status: 'INACTIVE' })
    const { data } = await begin(member)
    expect(data).toMatchObject({ status: 'payment_pending', redirect_url: expect.stringContaining('/link/') })
    await finish(member, tokenOf(await paypay.answerLink(data.redirect_url!)))
    expect((await standing(data.order_no)).order.status).toBe('received')
  })
})

describe('a later delivery', () => {
  test('is charged when it is arranged, once, and shipped without another capture', async () => {
    const { id } = await subscribed()
    const { then, report } = await nextDay(id)
    expect(report.broken).toBe(0)
    const { order, paid } = await lastOrder(id)
    expect(order).toMatchObject({ cycle: 2, status: 'arranged' })
    expect(paid).toMatchObject({ state: 'captured', captured_on_charge: true, captured_amount: order.payment_total })
    expect(await kept(paid.provider_order_id)).toBe(order.payment_total)
    await runDailyDeliveries(then)
    await shipOrder(ctx, { order_no: order.order_no, ...parcel })
    expect(await kept(paid.provider_order_id)).toBe(order.payment_total)
    await refundOrder(ctx, { order_no: order.order_no, refund: { kind: 'reduction', total: 300 } })
    expect(await kept(paid.provider_order_id)).toBe(order.payment_total - 300)
    await agrees()
  })

  test('timed out after it was charged: the next run asks, and it is one charge', async () => {
    const { id } = await subscribed()
    await paypay.fault('subscriptionPayment', 'drop-after', 1)
    const { then } = await nextDay(id)
    expect(await lastOrder(id)).toMatchObject({ order: { status: 'payment_pending' }, paid: { state: 'intent' } })
    await runDailyDeliveries(then)
    const { order, paid } = await lastOrder(id)
    expect(order.status).toBe('arranged')
    expect(await kept(paid.provider_order_id)).toBe(order.payment_total)
    await agrees()
  })

  test('timed out after it was charged, and closed in PayPay’s app before it is asked again: it is one charge', async () => {
    const { id, member, link } = await subscribed()
    await paypay.fault('subscriptionPayment', 'drop-after', 1)
    const { then } = await nextDay(id)
    expect((await lastOrder(id)).paid.state).toBe('intent')
    await paypay.changeLink(link.userAuthorizationId, { status: 'INACTIVE' })
    expect((await listed(member)).items).toEqual([])
    await runDailyDeliveries(then)
    const { order, paid } = await lastOrder(id)
    expect({ order, paid }).toMatchObject({ order: { status: 'arranged' }, paid: { state: 'captured' } })
    expect(await kept(paid.provider_order_id)).toBe(order.payment_total)
    await agrees()
  })

  test('not charged, and closed in PayPay’s app before it is asked again: refused as that', async () => {
    const { id, member, link } = await subscribed()
    await paypay.fault('subscriptionPayment', 'drop-before', 1)
    const { then } = await nextDay(id)
    await paypay.changeLink(link.userAuthorizationId, { status: 'INACTIVE' })
    expect((await listed(member)).items).toEqual([])
    await runDailyDeliveries(then)
    expect((await attemptsOf(id)).at(-1)).toMatchObject({ outcome: 'failed', failure: 'agreement_closed' })
  })

  test.each([
    ['NO_SUFFICIENT_FUND', 'limit', true],
    ['LIMIT_EXCEEDED', 'limit', true],
    ['PAY_METHOD_INVALIDATED', 'unusable', false],
    ['UNACCEPTABLE_OP', 'unusable', false],
  ])('refused by %s is %s; tried again by itself: %s', async (refusal, failure, isTriedAgain) => {
    const { id, link, customer_id } = await subscribed()
    await paypay.changeLink(link.userAuthorizationId, { refusal })
    await nextDay(id)
    expect((await rowOf(id)).summary_status).toBe(2)
    const [attempt] = await attemptsOf(id)
    expect(attempt).toMatchObject({ outcome: 'failed', failure })
    expect(attempt!.retry_on !== null).toBe(isTriedAgain)
    // The link that pays this delivery by another way.
    expect(await mailsTo(customer_id, 'ログインせずに、このお届けの分だけを')).toBeGreaterThan(0)
    await paypay.changeLink(link.userAuthorizationId, { refusal: '' })
    if (!isTriedAgain) return
    await runDailyDeliveries({ ...ctx, clock: testClock(attempt!.retry_on as CalendarDate) })
    expect(await lastOrder(id)).toMatchObject({ order: { status: 'arranged' }, paid: { state: 'captured' } })
  })

  test('closed in PayPay’s app: refused, linked again in my page, and charged by 変更して支払う', async () => {
    const { id, member, link } = await subscribed()
    await paypay.changeLink(link.userAuthorizationId, { status: 'INACTIVE' })
    await nextDay(id)
    expect((await attemptsOf(id)).at(-1)).toMatchObject({ failure: 'agreement_closed', retry_on: null })
    const change = async () => {
      const { version } = await rowOf(id)
      return call('PATCH /v1/order/subscription/update/{id}/payment', {
        params: { id },
        body: { payment_method_id: METHOD, card_seq: null, third_party_consent: false, version },
        token: member.token,
      })
    }
    expect(await change()).toMatchObject({ status: 422 })
    expect(await listed(member)).toMatchObject({ items: [], linkable: [{ payment_method_id: METHOD }] })
    const { data } = await call('POST /v1/common/mypage/linked-account/link', {
      body: { wallet: 'paypay', subscription_id: id },
      token: member.token,
    })
    const back = await paypay.answerLink(data.redirect_url)
    expect(new URL(back!).searchParams.get('subscription')).toBe(String(id))
    expect((await finish(member, tokenOf(back))).data).toEqual({ order_no: null })
    const { data: changed } = await change()
    // Its day has not come by the server's clock.
    await runDailyDeliveries({ ...ctx, clock: testClock(changed.failure!.retry_on as CalendarDate) })
    expect(await lastOrder(id)).toMatchObject({ order: { status: 'arranged' }, paid: { state: 'captured' } })
  })
})

describe('called off', () => {
  test('before it is sent: all of it is given back by PayPay, once, and the customer is told so', async () => {
    const { order_no, order, customer_id } = await subscribed()
    await cancelOrder(ctx, { order_no, notify: true })
    expect((await standing(order_no)).paid).toMatchObject({ state: 'captured', credited_amount: order.payment_total })
    expect(await mailsTo(customer_id, 'お支払いになった方法に、そのままお返しします')).toBe(1)
    await refundDue(ctx)
    await refundDue(ctx)
    const { paid } = await standing(order_no)
    expect(paid).toMatchObject({ state: 'refunded', refunded_amount: order.payment_total, refund_due_at: null })
    expect(await kept(order_no)).toBe(0)
    const rows = await db.select().from(payment_refund).where(eq(payment_refund.payment_id, paid.id))
    expect(rows).toMatchObject([{ way: 'provider', amount: order.payment_total }])
    await agrees()
  })

  test('nobody asks the customer for a bank account while PayPay is giving it back', async () => {
    const { order_no, order } = await subscribed()
    await cancelOrder(ctx, { order_no })
    const manager = await operatorContext(db, 'manager')
    const ask = (hours: number) => {
      const now = () => new Date(ctx.clock.now().getTime() + hours * 3_600_000)
      const as = { ...manager, clock: { ...ctx.clock, now } }
      return requestRefundAccount(as, { id: order.id, owed_amount: order.payment_total })
    }
    await expect(ask(0)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('手続き中') })
    await ask(2)
    await refundDue(ctx)
    expect(await kept(order_no)).toBe(0)
  })

  test('the answer to the refund is lost: the next run asks for the same, and it is one refund', async () => {
    const { order_no, order } = await subscribed()
    await cancelOrder(ctx, { order_no })
    await paypay.fault('refund', 'drop-after')
    await refundDue(ctx)
    expect((await standing(order_no)).paid).toMatchObject({ state: 'captured', refund_asked: order.payment_total })
    await refundDue(ctx)
    expect((await standing(order_no)).paid.state).toBe('refunded')
    expect((await paypay.payment(order_no))!.refunds).toHaveLength(1)
    await agrees()
  })

  test('given back by hand in the moment in which PayPay is asked: once', async () => {
    const { order_no, order, paid } = await subscribed()
    await cancelOrder(ctx, { order_no })
    const { job } = await db.transaction(async (tx) => {
      const [row] = await tx.select().from(payment).where(eq(payment.id, paid.id)).for('update')
      const asked = refundDue(ctx)
      // It has read what is owed, and waits for its claim.
      await setTimeout(1000)
      await recordManualRefund(tx, ctx, row!, { amount: order.payment_total, note: '' })
      return { job: asked }
    })
    await job
    await refundDue(ctx)
    const after = (await standing(order_no)).paid
    expect(after).toMatchObject({ refunded_amount: 0, repaid_amount: order.payment_total, refund_due_at: null })
    expect(await kept(order_no)).toBe(order.payment_total)
  })

  test('what PayPay refuses to give back stays owed, for a person, and is not asked again by itself', async () => {
    const { order_no } = await subscribed()
    await cancelOrder(ctx, { order_no })
    await paypay.fault('refund', 'error:INVALID_PARAMS')
    await refundDue(ctx)
    const { paid } = await standing(order_no)
    expect(paid).toMatchObject({ state: 'captured', refunded_amount: 0, refund_due_at: null })
    await refundDue(ctx)
    expect(await kept(order_no)).toBe(paid.amount)
    await refundOrder(ctx, { order_no, refund: { kind: 'owed' } })
    expect(await kept(order_no)).toBe(0)
  })

  test('an arranged delivery: given back, and the contract goes on with its next one', async () => {
    const { id } = await subscribed()
    await nextDay(id)
    const { order, paid } = await lastOrder(id)
    await cancelOrder(ctx, { order_no: order.order_no, keep_subscription: true })
    await refundDue(ctx)
    expect(await kept(paid.provider_order_id)).toBe(0)
    expect(await rowOf(id)).toMatchObject({ cycle: 3, summary_status: 1 })
    await agrees()
  })

  test('what is paid is not changed before it is sent', async () => {
    const { order_no, order } = await subscribed()
    for (const amount of [order.payment_total - 300, order.payment_total + 300])
      await expect(changeOrderTotal(ctx, { order_no, amount })).rejects.toThrow()
    expect(await kept(order_no)).toBe(order.payment_total)
  })
})

describe('解除', () => {
  test('is refused while a 定期便 would be charged to it; after it PayPay knows it no more', async () => {
    const { id, member, customer_id, link, order_no } = await subscribed()
    expect(await unlink(member)).toMatchObject({ status: 409, meta: { error: 'ERROR_LINK_IN_USE' } })
    await cancelOrder(ctx, { order_no })
    expect((await rowOf(id)).summary_status).toBe(6)
    await server.deps.delivering(async () => expect((await unlink(member)).status).toBe(200))
    const told = await db.$count(
      outbox,
      and(eq(outbox.customer_id, customer_id), like(outbox.dedupe_key, '%PayPayの連携%')),
    )
    expect(told).toBe(2)
    await revokeLinkedAccounts(ctx)
    const at = async () => (await paypay.links(link.referenceId)).at(-1)!.status
    expect(await at()).toBe('INACTIVE')
    expect((await listed(member)).items).toEqual([])
    expect(await unlink(member)).toMatchObject({ status: 404 })
  })

  test('PayPay does not answer whether it still stands: my page shows it as we know it', async () => {
    const { member, id } = await subscribed()
    await paypay.fault('getAuthorization', '500')
    expect((await listed(member)).items).toMatchObject([{ wallet: 'paypay', subscription_ids: [id] }])
  })

  test('PayPay does not answer: it is charged no more, and revoked by a later run', async () => {
    const member = await newMember(call)
    const { data } = await call('POST /v1/common/mypage/linked-account/link', {
      body: { wallet: 'paypay' },
      token: member.token,
    })
    await finish(member, tokenOf(await paypay.answerLink(data.redirect_url)))
    await paypay.fault('unlink', '500', 2)
    expect((await unlink(member)).status).toBe(200)
    await revokeLinkedAccounts(ctx)
    const mine = eq(linked_account.customer_id, await idOf(member))
    expect(await db.select().from(linked_account).where(mine)).toMatchObject([{ state: 'ending' }])
    await paypay.clearFaults()
    await revokeLinkedAccounts({ ...ctx, clock: testClock(addDays(ctx.clock.today(), 1)) })
    expect(await db.select().from(linked_account).where(mine)).toMatchObject([
      { state: 'ended', user_authorization_id: null },
    ])
  })
})

test('back to the return of a session whose account was unlinked since: says that nothing is linked', async () => {
  const member = await newMember(call)
  const { data } = await call('POST /v1/common/mypage/linked-account/link', {
    body: { wallet: 'paypay' },
    token: member.token,
  })
  const token = tokenOf(await paypay.answerLink(data.redirect_url))
  for (let n = 0; n < 2; n++) expect((await finish(member, token)).data).toEqual({ order_no: null })
  expect((await unlink(member)).status).toBe(200)
  expect(await finish(member, token)).toMatchObject({ status: 409, meta: { error: 'ERROR_LINK_REFUSED' } })
  expect((await listed(member)).items).toEqual([])
})

describe('where it is offered', () => {
  test('only where the shop says that its contract grants it, and not for 年払い', async () => {
    const offer = async (more: object = {}) => {
      const query = { is_subscription: true, amount: 3000, visible: true, ...more }
      const { items } = (await call('GET /v1/setting/shop/payment/', { query })).data
      return items.find(({ payment_method_id }) => payment_method_id === METHOD)
    }
    expect(await offer()).toMatchObject({ is_available: true })
    expect(await offer({ is_lump_sum: true })).toMatchObject({ is_available: false })
    await isOffered(true, false)
    expect(await offer()).toMatchObject({ is_available: false, reason: expect.stringContaining('定期便では') })
    const member = await newMember(call)
    await expect(begin(member)).rejects.toThrow('定期便ではご利用いただけません')
    expect(
      await call('POST /v1/common/mypage/linked-account/link', {
        body: { wallet: 'paypay' },
        token: member.token,
      }),
    ).toMatchObject({ status: 409 })
    await isOffered(true, true)
  })
})

describe('with what else there is', () => {
  /** Refused for good, as a card that is gone. */
  const withoutCard = (id: number, second_way: object | null) =>
    db
      .update(subscription)
      .set({ payment_method_id: 1, card_seq: null, second_way: second_way as never })
      .where(eq(subscription.id, id))
  const way = (payment_method_id: number | null) => ({ payment_method_id, card_seq: null, payment_fees: [] })

  test('お支払いできないときに使う方法: PayPay stands in for a card on the same day, and the contract stays with it', async () => {
    const { id } = await subscribed()
    await withoutCard(id, way(METHOD))
    await nextDay(id)
    expect(await lastOrder(id)).toMatchObject({
      order: { status: 'arranged', payment_method_id: METHOD },
      paid: { state: 'captured', captured_on_charge: true },
    })
    expect(await rowOf(id)).toMatchObject({ payment_method_id: METHOD, summary_status: 1 })
    await agrees()
  })

  test('お支払いできないときに使う方法: 代引 stands in for a PayPay that its customer closed; one without a link never stands in', async () => {
    const { id, link } = await subscribed()
    await db
      .update(subscription)
      .set({ second_way: way(null) as never })
      .where(eq(subscription.id, id))
    await paypay.changeLink(link.userAuthorizationId, { status: 'INACTIVE' })
    await nextDay(id)
    expect(await lastOrder(id)).toMatchObject({ order: { status: 'arranged', payment_method_id: null } })
    const other = await subscribed()
    await db
      .update(linked_account)
      .set({ state: 'ended', user_authorization_id: null })
      .where(eq(linked_account.customer_id, other.customer_id))
    await withoutCard(other.id, way(METHOD))
    await nextDay(other.id)
    expect((await attemptsOf(other.id)).map(({ failure }) => failure)).toEqual(['no_card'])
    expect(await rowOf(other.id)).toMatchObject({ payment_method_id: 1, summary_status: 2 })
  })

  test('a delivery that costs nothing is not charged', async () => {
    const { id, member } = await subscribed()
    const seen = await call('GET /v1/order/subscription/detail/{id}', { params: { id }, token: member.token })
    await db.update(subscription).set({ adjustment_amount: -seen.data.payment_total }).where(eq(subscription.id, id))
    const before = (await paypay.payments()).length
    await nextDay(id)
    const [order] = await db.select().from(orders).where(eq(orders.subscription_id, id)).orderBy(desc(orders.cycle))
    expect(order).toMatchObject({ cycle: 2, payment_total: 0, status: 'arranged' })
    expect((await paypay.payments()).length).toBe(before)
  })

  test('決済の停止: nothing is charged or given back, and afterwards everything is', async () => {
    const { order_no, id } = await subscribed()
    const member = await newMember(call)
    const { data } = await begin(member)
    const token = tokenOf(await paypay.answerLink(data.redirect_url!))
    await db.insert(payment_hold).values({ shop_id: 2, reason: 'test' })
    await cancelOrder(ctx, { order_no, keep_subscription: true })
    await refundDue(ctx)
    await finish(member, token)
    await nextDay(id)
    expect(await kept(order_no)).toBeGreaterThan(0)
    expect(await standing(data.order_no)).toMatchObject({
      order: { status: 'payment_pending' },
      paid: { state: 'returned' },
    })
    expect((await rowOf(id)).cycle).toBe(2)
    await db.delete(payment_hold)
    await refundDue(ctx)
    expect(await kept(order_no)).toBe(0)
    await repair()
    expect(await standing(data.order_no)).toMatchObject({ order: { status: 'received' }, paid: { state: 'captured' } })
    await agrees()
  })

  test('臨時休業 begins while the customer is at PayPay: the order that was placed before is finished', async () => {
    const member = await newMember(call)
    const { data } = await begin(member)
    const token = tokenOf(await paypay.answerLink(data.redirect_url!))
    const isClosed = (is: boolean) =>
      db
        .update(shop)
        .set({ opened_at: is ? null : sql`now()`, closed_at: is ? sql`now()` : null })
        .where(eq(shop.id, 2))
    await isClosed(true)
    try {
      expect((await finish(member, token)).data).toEqual({ order_no: data.order_no })
      expect((await standing(data.order_no)).order.status).toBe('received')
    } finally {
      await isClosed(false)
    }
  })

  test('退会: the account is revoked at PayPay', async () => {
    const member = await newMember(call)
    const { data } = await call('POST /v1/common/mypage/linked-account/link', {
      body: { wallet: 'paypay' },
      token: member.token,
    })
    await finish(member, tokenOf(await paypay.answerLink(data.redirect_url)))
    const customer_id = await idOf(member)
    await db.update(customer).set({ withdrawn_at: new Date() }).where(eq(customer.id, customer_id))
    await revokeLinkedAccounts(ctx)
    expect(await paypay.links(`2-${customer_id}`)).toMatchObject([{ status: 'INACTIVE' }])
    const rows = await db.select().from(linked_account).where(eq(linked_account.customer_id, customer_id))
    expect(rows).toMatchObject([{ state: 'ended', user_authorization_id: null }])
  })

  test('a new account takes the place of the first one, which is revoked', async () => {
    const { id, member, customer_id, link } = await subscribed()
    await paypay.changeLink(link.userAuthorizationId, { status: 'INACTIVE' })
    await listed(member)
    const again = async () => {
      const { data } = await call('POST /v1/common/mypage/linked-account/link', {
        body: { wallet: 'paypay' },
        token: member.token,
      })
      return tokenOf(await paypay.answerLink(data.redirect_url))
    }
    // Two tabs, one after the other.
    const [one, other] = [await again(), await again()]
    await finish(member, one)
    await finish(member, other)
    await revokeLinkedAccounts(ctx)
    expect((await paypay.links(`2-${customer_id}`)).map(({ status }) => status)).toEqual([
      'INACTIVE',
      'INACTIVE',
      'ACTIVE',
    ])
    await nextDay(id)
    expect(await lastOrder(id)).toMatchObject({ order: { status: 'arranged' }, paid: { state: 'captured' } })
  })

  test('charged late, when its order had been given up: found by the comparison, and given back', async () => {
    const member = await newMember(call)
    const { data } = await begin(member)
    await finish(member, tokenOf(await paypay.answerLink(data.redirect_url!, 'decline')))
    const { paid } = await standing(data.order_no)
    expect(paid.state).toBe('failed')
    const { link } = await subscribed()
    const source = { kind: 'linked_account', user_authorization_id: link.userAuthorizationId } as const
    await paypayPayments(paypay.settings).authorise(paid, source, {} as never, null)
    expect(await kept(data.order_no)).toBe(paid.amount)
    expect(await reconcilePayments(ctx)).toEqual([])
    expect((await standing(data.order_no)).paid.state).toBe('void_pending')
    await repair()
    expect(await kept(data.order_no)).toBe(0)
    await agrees()
  })
})

describe('met by', () => {
  const givesPoints = (point_flag: boolean) =>
    db
      .update(shop)
      .set({ point_flag, point_rate: 1, point_days: 14, point_months: 12, point_least: 1, point_most_rate: 100 })
      .where(eq(shop.id, 2))
  const balanceOf = async (member: Member) =>
    (await call('GET /v1/points', { query: {}, token: member.token })).data.balance

  test('points that were used, called off: PayPay gives back what it took, and the points are back, once', async () => {
    await givesPoints(true)
    const member = await newMember(call)
    await givePoints(db, await idOf(member), 500)
    const { data } = await begin(member, { points: 500 })
    const { order_no } = data
    await finish(member, tokenOf(await paypay.answerLink(data.redirect_url!)))
    const { order, paid } = await standing(order_no)
    expect(paid).toMatchObject({ state: 'captured', amount: order.payment_total })
    expect(await balanceOf(member)).toBe(0)
    await cancelOrder(ctx, { order_no, keep_subscription: true })
    for (const _ of [1, 2]) await refundDue(ctx)
    expect(await kept(order_no)).toBe(0)
    expect((await standing(order_no)).paid.refunded_amount).toBe(order.payment_total)
    expect(await balanceOf(member)).toBe(500)
    await agrees()
    await givesPoints(false)
  })

  test('points for all of the first order: a yen is left, by which the account is linked', async () => {
    await givesPoints(true)
    const member = await newMember(call)
    await givePoints(db, await idOf(member), 100_000)
    const items = [{ product_sku_id: 101, quantity: 10, revision: 1 }]
    const { data } = await begin(member, { points: 100_000, items })
    await finish(member, tokenOf(await paypay.answerLink(data.redirect_url!)))
    const { order } = await standing(data.order_no)
    expect([order.payment_total, await kept(data.order_no)]).toEqual([1, 1])
    await nextDay(order.subscription_id!)
    expect(await lastOrder(order.subscription_id!)).toMatchObject({ order: { cycle: 2 }, paid: { state: 'captured' } })
    await cancelOrder(ctx, { order_no: data.order_no, keep_subscription: true })
    await refundDue(ctx)
    expect([await kept(data.order_no), await balanceOf(member)]).toEqual([0, 100_000])
    await agrees()
    await givesPoints(false)
  })

  test('休止 waits while a delivery is charged; once that is called off it is given back beside the 休止', async () => {
    const { id, member } = await subscribed()
    const { then } = await nextDay(id)
    const { order, paid } = await lastOrder(id)
    const pause = async () => {
      const body = { customer_flag: true } as const
      const path = 'PATCH /v1/order/subscription/update/{id}/pause'
      return (await call(path, { params: { id }, body, token: member.token })).status
    }
    expect(await pause()).toBe(409)
    await cancelOrder(ctx, { order_no: order.order_no, keep_subscription: true })
    expect(await pause()).toBe(200)
    const before = (await paypay.payments()).length
    await server.deps.delivering(() => runDailyDeliveries(then))
    for (const _ of [1, 2]) await refundDue(ctx)
    expect(await kept(paid.provider_order_id)).toBe(0)
    expect((await paypay.payments()).length).toBe(before)
    expect((await rowOf(id)).summary_status).toBe(SUBSCRIPTION_STATUS.pause)
    await agrees()
  })

  test('a higher price between charge and shipping: sent for what was charged, the next one costs more', async () => {
    const { id } = await subscribed()
    await nextDay(id)
    const { order, paid } = await lastOrder(id)
    await db
      .update(subscription_order_item)
      .set({ agreed_price: sql`${subscription_order_item.following_price} + 300`, agreed_from: '2026-01-01' })
      .where(eq(subscription_order_item.subscription_id, id))
    const [was] = await db.select().from(product_sku).where(eq(product_sku.id, 101))
    const catalogue = ({ price, subscription_price }: { price: number; subscription_price: number | null }) =>
      db.update(product_sku).set({ price, subscription_price }).where(eq(product_sku.id, 101))
    await catalogue({ price: was!.price + 300, subscription_price: null })
    await shipOrder(ctx, { order_no: order.order_no, ...parcel })
    expect(await kept(paid.provider_order_id)).toBe(order.payment_total)
    expect((await standing(order.order_no)).order.payment_total).toBe(order.payment_total)
    await markParcelsDelivered(ctx, { order_no: order.order_no })
    await nextDay(id)
    const next = await lastOrder(id)
    expect(next.order.cycle).toBe(3)
    expect(next.order.payment_total).toBeGreaterThan(order.payment_total)
    expect(await kept(next.paid.provider_order_id)).toBe(next.order.payment_total)
    await agrees()
    await catalogue(was!)
  })
})

test('in the end PayPay’s books are ours to the yen, the ledger is what was sold, and the journals add up', async () => {
  const { id, order_no } = await subscribed()
  await nextDay(id)
  const { order } = await lastOrder(id)
  for (const number of [order_no, order.order_no]) await shipOrder(ctx, { order_no: number, ...parcel })
  await refundOrder(ctx, { order_no, refund: { kind: 'reduction', total: 500 } })
  await refundOrder(ctx, { order_no: order.order_no, refund: { kind: 'return' } })
  const theirs = new Map(
    (await paypay.payments()).map(({ merchantPaymentId: no, captured, refunds }) => [
      no,
      refunds.reduce((left, { amount, status }) => left - (status === 'REFUNDED' ? amount : 0), captured),
    ]),
  )
  const ours = await db.select().from(payment).where(eq(payment.payment_method_id, METHOD))
  for (const one of ours)
    expect([one.provider_order_id, theirs.get(one.provider_order_id) ?? 0]).toEqual([
      one.provider_order_id,
      one.captured_amount - one.refunded_amount,
    ])
  expect([...theirs.keys()].filter((no) => ours.every((one) => one.provider_order_id !== no))).toEqual([])
  await agrees()
  const manager = await operatorContext(db, 'manager')
  const { wrong } = await findJournalDifferences({
    ...manager,
    ports: { ...manager.ports, journal_file: journalFilesInMemory() },
  })
  expect(wrong).toEqual([])
})
