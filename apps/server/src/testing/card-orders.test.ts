import { randomUUID } from 'node:crypto'
import { gmoGatewayClient, TEST_CARD_NUMBERS } from '@kushi/adapters/testing/gateway'
import { order_evidence, orders } from '@kushi/db/schema/order'
import { payment, payment_event } from '@kushi/db/schema/payment'
import { subscription } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { refersToCondition } from '@kushi/db/shop-scope'
import { testDatabase } from '@kushi/db/testing'
import { eventually } from '@kushi/db/testing-eventually'
import { orderPaymentSubject } from '@kushi/shop/sales/checkout/pay-order'
import { repairPayments } from '@kushi/shop/sales/checkout/repair-payments'
import { cancelOrder } from '@kushi/shop/sales/fulfilment/cancel-order'
import { shipOrder } from '@kushi/shop/sales/fulfilment/ship-order'
import { changeOrderTotal } from '@kushi/shop/sales/order/change-total'
import { recordPaymentAnswer } from '@kushi/shop/sales/payment/internal/charge'
import { reconcilePayments } from '@kushi/shop/sales/payment/reconcile-payments'
import { refundOrder } from '@kushi/shop/sales/refund/refund-order'
import { asc, eq, inArray, like, sql } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { orderInspector } from './order-inspector.ts'
import { environment, newMember, sandboxOf, startServer } from './server.ts'
import { comeBack, confirm, monthly, oil, toTheBank } from './shopper.ts'

const sandbox = await sandboxOf()
const database = await testDatabase()
const { db } = database
const server = await startServer(environment(database.url, sandbox))
// Otherwise a test with a silent gateway takes half a minute.
server.deps.config.gmo!.timeout_ms = 500
const gateway = gmoGatewayClient(sandbox)
const { call, url } = server
afterAll(async () => {
  await server.stop()
  await database.close()
  await sandbox.stop()
})
afterEach(() => gateway.clearFaults())

const { ctx, repair, orderOf, paymentOf, stock } = await orderInspector(server)
const shop = async () => ({ call, gateway, member: await newMember(call) })
const place = (body: Awaited<ReturnType<typeof confirm>>, token: string) =>
  call('POST /v1/order/public/new', { body, token })
const card = async (number = TEST_CARD_NUMBERS.ok) => ({ token: await gateway.token(number), save_card: false })
const cartOf = async (token: string) =>
  (await call('GET /v1/cart/items', { query: { is_subscription: false }, token })).data.items.map(
    ({ id, quantity }) => [id, quantity] as const,
  )
/** The mails about orders sent to a shopper; the registration has its own mail. */
const mailsTo = async (email: string) => {
  const res = await fetch(`${sandbox.url}/sandbox/mail/messages.json?to=${encodeURIComponent(email)}`)
  const { messages } = (await res.json()) as { messages: { subject: string; text: string }[] }
  return messages.filter(({ subject }) => !subject.includes('会員登録'))
}
const complete = (orderNo: string, purchase = 'normal') => `303 /sh/${purchase}-purchase/complete?order_no=${orderNo}`

describe('3-D Secure', () => {
  test('success: received, paid once, stock lower once, exactly that out of the cart, one mail', async () => {
    const shopper = await shop()
    const { token, email } = shopper.member
    for (const [product_sku_id, quantity] of [
      [101, 2],
      [105, 1],
    ] as const)
      await call('POST /v1/cart/items/new', {
        body: { product_sku_id, quantity, sale_type: 1, idempotency_key: randomUUID() } as never,
        token,
      })
    const before = await stock()
    const { order_no, redirect_url, request } = await toTheBank(shopper, TEST_CARD_NUMBERS.challenge)
    expect(await orderOf(order_no)).toMatchObject({ status: 'payment_pending' })
    expect(await stock()).toBe(before - 1)
    const accessId = await gateway.visit(redirect_url, { action: 'verify', code: '1234' })
    expect(await comeBack(url, accessId)).toBe(complete(order_no))
    const { data } = await call('GET /v1/order/public/list', { query: { order_no }, token })
    expect(data.items).toMatchObject([{ order_no, status: 'received', payment_method_id: 1 }])
    expect(await paymentOf(order_no)).toMatchObject({
      state: 'authorised',
      reference: { approve: expect.stringMatching(/^\d{7}$/) },
    })
    expect(await gateway.transactions(order_no)).toMatchObject([
      { status: 'AUTH', amount: request.shown.payment_total, card_no: '************0100' },
    ])
    expect(await cartOf(token)).toEqual([
      [101, 1],
      [105, 1],
    ])
    const evidence = await db
      .select()
      .from(order_evidence)
      .where(eq(order_evidence.order_id, (await orderOf(order_no)).id))
    expect(evidence).toMatchObject([{ shown: { text: expect.stringContaining('ご注文内容の確認') } }])
    await eventually(async () => expect(await mailsTo(email)).toHaveLength(1))
    const [mail] = await mailsTo(email)
    expect(mail!.subject).toBe(`【椿野】ご注文ありがとうございます(${order_no})`)
    expect(mail!.text).toContain('お支払い方法: クレジットカード')

    // The back button, a reload, the same button again: nothing more happens.
    expect(await comeBack(url, accessId)).toBe(complete(order_no))
    expect((await place(request, token)).data).toMatchObject({ order_no, status: 'received', redirect_url: null })
    expect(await stock()).toBe(before - 1)
    expect(await mailsTo(email)).toHaveLength(1)
    const events = await db
      .select({ event: payment_event.event })
      .from(payment_event)
      .where(eq(payment_event.payment_id, (await paymentOf(order_no)).id))
      .orderBy(asc(payment_event.id))
    expect(events.map(({ event }) => event)).toEqual(['redirected', 'returned', 'authorised'])
  })

  test('an approval that is reported twice counts once, and stays', async () => {
    const shopper = await shop()
    const { order_no, redirect_url } = await toTheBank(shopper, TEST_CARD_NUMBERS.ok)
    await gateway.visit(redirect_url)
    const before = await paymentOf(order_no)
    const { reference } = await ctx.ports.payment.get(1)!.finish(before)
    const answer = { kind: 'authorised' as const, reference }
    const twice = [1, 2].map(() => recordPaymentAnswer(ctx, orderPaymentSubject, before, false, answer))
    expect((await Promise.all(twice)).map(({ kind }) => kind).sort()).toEqual(['authorised', 'moved'])
    await repair()
    expect(await paymentOf(order_no)).toMatchObject({ state: 'authorised' })
    expect((await gateway.transactions(order_no))[0]!.status).toBe('AUTH')
  })

  test('the browser comes back several times at once: the charge is requested once', async () => {
    const shopper = await shop()
    const { order_no, redirect_url } = await toTheBank(shopper, TEST_CARD_NUMBERS.ok)
    const accessId = await gateway.visit(redirect_url)
    const backs = await Promise.all(Array.from({ length: 5 }, () => comeBack(url, accessId)))
    expect(new Set(backs)).toEqual(new Set([complete(order_no)]))
    expect(await orderOf(order_no)).toMatchObject({ status: 'received' })
    const [trade] = await gateway.transactions(order_no)
    expect(trade!.history.map(({ api }) => api)).toEqual(['EntryTran', 'ExecTran', 'SecureTran2'])
  })

  test('a second press while the customer is at the bank leads to the same page, and the return still works', async () => {
    const shopper = await shop()
    const { order_no, redirect_url, request } = await toTheBank(shopper, TEST_CARD_NUMBERS.ok)
    const accessId = await gateway.visit(redirect_url)
    const [back, ...again] = await Promise.all([
      comeBack(url, accessId),
      ...Array.from({ length: 5 }, () => place(request, shopper.member.token)),
    ])
    expect(back).toBe(complete(order_no))
    for (const { data } of again) expect(data.order_no).toBe(order_no)
    expect(await orderOf(order_no)).toMatchObject({ status: 'received' })
  })

  test.each([
    [TEST_CARD_NUMBERS.unusable, 'unusable', 'このカードはご利用いただけません'],
    [TEST_CARD_NUMBERS.balance, 'limit', '残高'],
    [TEST_CARD_NUMBERS.cvc, 'reenter', 'セキュリティコード'],
    [TEST_CARD_NUMBERS.failing, 'authentication', '本人認証'],
  ])('declined (%s): stock is restored, the reason shown, and a new attempt works', async (number, refusal, reason) => {
    const shopper = await shop()
    const before = await stock()
    const { order_no, redirect_url, request } = await toTheBank(shopper, number)
    expect(await comeBack(url, await gateway.visit(redirect_url))).toBe(complete(order_no))
    expect(await orderOf(order_no)).toMatchObject({ status: 'payment_error' })
    expect(await paymentOf(order_no)).toMatchObject({ state: 'failed', refusal })
    expect(await stock()).toBe(before)
    const known = await place(request, shopper.member.token)
    expect(known.data).toMatchObject({ order_no, status: 'payment_error' })
    expect(known.data.payment_message).toContain(reason)
    const { data } = await call('GET /v1/order/public/list', { query: { order_no }, token: shopper.member.token })
    expect(data.items[0]?.payment_message).toContain(reason)
    const again = await toTheBank(shopper, TEST_CARD_NUMBERS.ok)
    await comeBack(url, await gateway.visit(again.redirect_url))
    expect(await orderOf(again.order_no)).toMatchObject({ status: 'received' })
    expect(await stock()).toBe(before - 1)
  })

  test('cancelled at the bank', async () => {
    const shopper = await shop()
    const before = await stock()
    const { order_no, redirect_url } = await toTheBank(shopper, TEST_CARD_NUMBERS.challenge)
    await comeBack(url, await gateway.visit(redirect_url, { action: 'cancel' }))
    expect(await orderOf(order_no)).toMatchObject({ status: 'payment_error' })
    expect(await paymentOf(order_no)).toMatchObject({ refusal: 'authentication', error: 'E21020002' })
    expect(await stock()).toBe(before)
  })

  test('a used token is reported at once', async () => {
    const { member } = await shop()
    const used = await card()
    await place(await confirm(call, member, used), member.token)
    const again = await place(await confirm(call, member, used), member.token)
    expect(again.data).toMatchObject({ status: 'payment_error', payment_message: expect.stringContaining('ご入力') })
  })

  test('a subscription saves the card, for later deliveries', async () => {
    const shopper = await shop()
    const more = { is_subscription: true, delivery_pattern: monthly }
    const { order_no, redirect_url } = await toTheBank(shopper, TEST_CARD_NUMBERS.ok, more)
    const before = await orderOf(order_no)
    const status = async () =>
      (await db.select().from(subscription).where(eq(subscription.id, before.subscription_id!)))[0]!
    expect(await status()).toMatchObject({ summary_status: 0, card_seq: null })
    expect(await comeBack(url, await gateway.visit(redirect_url))).toBe(complete(order_no, 'periodic'))
    expect(await status()).toMatchObject({ summary_status: 1, cycle: 2 })
    await eventually(async () => expect(await status()).toMatchObject({ card_seq: 0 }))
    expect(await paymentOf(order_no)).toMatchObject({ save_card: false, card_seq: 0 })
    const { data } = await call('GET /v1/common/mypage/card/list', { token: shopper.member.token })
    expect(data.items).toMatchObject([{ card_seq: 0, card_info: '************1111', default_flag: '1' }])
  })
})

describe('saved cards', () => {
  async function saved() {
    const shopper = await shop()
    const { redirect_url, order_no } = await toTheBank(shopper, TEST_CARD_NUMBERS.ok, {}, true)
    await comeBack(url, await gateway.visit(redirect_url))
    await eventually(async () => expect(await paymentOf(order_no)).toMatchObject({ save_card: false, card_seq: 0 }))
    return shopper
  }
  const listed = async (token: string) => (await call('GET /v1/common/mypage/card/list', { token })).data.items

  test('pays again without a number', async () => {
    const { member } = await saved()
    const placed = await place(await confirm(call, member, { card_seq: 0 }), member.token)
    await comeBack(url, await gateway.visit(placed.data.redirect_url!))
    expect(await orderOf(placed.data.order_no)).toMatchObject({ status: 'received' })
  })

  test('the same card bought with again is not saved twice', async () => {
    const shopper = await saved()
    const { redirect_url, order_no } = await toTheBank(shopper, TEST_CARD_NUMBERS.ok, {}, true)
    await comeBack(url, await gateway.visit(redirect_url))
    await eventually(async () => expect(await paymentOf(order_no)).toMatchObject({ save_card: false }))
    expect(await listed(shopper.member.token)).toHaveLength(1)
  })

  test('another member’s card can’t be used', async () => {
    await saved()
    const { member } = await shop()
    const before = await stock()
    const placed = await place(await confirm(call, member, { card_seq: 0 }), member.token)
    expect(placed).toMatchObject({ status: 422, meta: { error: 'ERROR_VALIDATION' } })
    expect(await stock()).toBe(before)
    // Nor by naming the card's owner.
    const other = await saved()
    const query = { customer_id: 1 }
    expect((await call('GET /v1/common/mypage/card/list', { query, token: member.token })).status).toBe(404)
    expect(await listed(other.member.token)).toHaveLength(1)
  })

  // The card is not saved; or it is saved, but the response is lost.
  test.each(['drop-before', 'drop-after'])(
    'when the vault does not respond (%s), the order stands and the job saves the card, once',
    async (kind) => {
      const shopper = await shop()
      const { redirect_url, order_no } = await toTheBank(shopper, TEST_CARD_NUMBERS.ok, {}, true)
      await gateway.fault('TradedCard', kind)
      await comeBack(url, await gateway.visit(redirect_url))
      expect(await orderOf(order_no)).toMatchObject({ status: 'received' })
      // Nobody works on it any more: its lease has ended, whether it was given back or left as a sign.
      await eventually(async () => {
        const { save_card, claimed_until } = await paymentOf(order_no)
        expect([save_card, (claimed_until ?? new Date(0)) < new Date()]).toEqual([true, true])
      })
      await Promise.all([repair(), repair(), repair()])
      expect(await paymentOf(order_no)).toMatchObject({ save_card: false, card_seq: 0 })
      expect(await listed(shopper.member.token)).toHaveLength(1)
    },
  )
})

describe('answers that were lost', () => {
  const kinds = ['drop-before', 'drop-after', 'timeout-after', 'truncate', '500'] as const

  test.each(kinds)('EntryTran %s: the same button goes on with the same order', async (kind) => {
    const { member } = await shop()
    const before = await stock()
    const request = await confirm(call, member, await card())
    await gateway.fault('EntryTran', kind)
    expect(await place(request, member.token)).toMatchObject({
      status: 503,
      meta: { error: 'ERROR_PAYMENT_UNAVAILABLE' },
    })
    const again = await place(request, member.token)
    expect(again.data).toMatchObject({ status: 'payment_pending', redirect_url: expect.stringContaining('http') })
    await comeBack(url, await gateway.visit(again.data.redirect_url!))
    expect(await orderOf(again.data.order_no)).toMatchObject({ status: 'received' })
    expect(await stock()).toBe(before - 1)
    expect(await gateway.transactions(again.data.order_no)).toHaveLength(1)
  })

  test.each(kinds)('ExecTran %s: nothing is charged; it goes on, or is given up with the stock back', async (kind) => {
    const { member } = await shop()
    const before = await stock()
    const request = await confirm(call, member, await card())
    await gateway.fault('ExecTran', kind)
    expect((await place(request, member.token)).status).toBe(503)
    const again = await place(request, member.token)
    const done = /after|truncate/.test(kind)
    expect(again.data.status).toBe(done ? 'payment_error' : 'payment_pending')
    if (!done) await comeBack(url, await gateway.visit(again.data.redirect_url!))
    expect((await orderOf(again.data.order_no)).status).toBe(done ? 'payment_error' : 'received')
    expect(await stock()).toBe(done ? before : before - 1)
    expect((await gateway.transactions(again.data.order_no))[0]!.status).toBe(done ? 'AUTHENTICATED' : 'AUTH')
  })

  test.each(kinds)('SecureTran2 %s: found out at once, charged once', async (kind) => {
    const shopper = await shop()
    const { order_no, redirect_url } = await toTheBank(shopper, TEST_CARD_NUMBERS.ok)
    await gateway.fault('SecureTran2', kind)
    expect(await comeBack(url, await gateway.visit(redirect_url))).toBe(complete(order_no))
    expect(await orderOf(order_no)).toMatchObject({ status: 'received' })
    const [trade] = await gateway.transactions(order_no)
    expect(trade!.history.filter(({ status }) => status === 'AUTH')).toHaveLength(1)
  })

  test('SecureTran2 and the query after it are lost: the job completes it, without the customer', async () => {
    const shopper = await shop()
    const { order_no, redirect_url } = await toTheBank(shopper, TEST_CARD_NUMBERS.ok)
    await gateway.fault('SecureTran2', 'drop-after')
    await gateway.fault('SearchTrade', 'drop-before', 2)
    expect(await comeBack(url, await gateway.visit(redirect_url))).toBe(complete(order_no))
    expect(await orderOf(order_no)).toMatchObject({ status: 'payment_pending' })
    expect(await paymentOf(order_no)).toMatchObject({ state: 'returned', claimed_until: null })
    await Promise.all([repair(), repair()])
    expect(await orderOf(order_no)).toMatchObject({ status: 'received' })
    expect(await paymentOf(order_no)).toMatchObject({
      state: 'authorised',
      reference: { tran_id: expect.stringMatching(/^\d{28}$/) },
    })
    await eventually(async () => expect(await mailsTo(shopper.member.email)).toHaveLength(1))
  })

  test('a refusal that names no card is final once the look-up finds nothing authorised', async () => {
    const shopper = await shop()
    const before = await stock()
    const { order_no, redirect_url } = await toTheBank(shopper, TEST_CARD_NUMBERS.network)
    await comeBack(url, await gateway.visit(redirect_url))
    await repair()
    expect(await orderOf(order_no)).toMatchObject({ status: 'payment_error' })
    expect(await paymentOf(order_no)).toMatchObject({ refusal: 'not_accepted' })
    expect(await stock()).toBe(before)
  })

  test('the provider is down, then back: the same key works, and nothing is lost', async () => {
    const { member } = await shop()
    const request = await confirm(call, member, await card())
    await gateway.fault('*', 'drop-before', 3)
    for (let n = 0; n < 3; n++) expect((await place(request, member.token)).status).toBe(503)
    expect(await repairPayments(ctx)).toBe(0)
    const placed = await place(request, member.token)
    await comeBack(url, await gateway.visit(placed.data.redirect_url!))
    expect(await orderOf(placed.data.order_no)).toMatchObject({ status: 'received' })
    expect(await db.select().from(orders).where(eq(orders.idempotency_key, request.idempotency_key))).toHaveLength(1)
  })
})

describe('shipped', () => {
  const parcel = { carrier: 'yamato', tracking_no: '123456789012' } as const

  test.each(['drop-after', 'drop-before', 'timeout-after'])(
    'the payment is captured once, also when the response is lost (%s)',
    async (kind) => {
      const shopper = await shop()
      const { order_no, redirect_url } = await toTheBank(shopper, TEST_CARD_NUMBERS.ok)
      await comeBack(url, await gateway.visit(redirect_url))
      await gateway.fault('AlterTran', kind)
      await shipOrder(ctx, { order_no, ...parcel }).catch(() => shipOrder(ctx, { order_no, ...parcel }))
      expect(await orderOf(order_no)).toMatchObject({ status: 'shipped' })
      expect(await paymentOf(order_no)).toMatchObject({ state: 'captured' })
      const [trade] = await gateway.transactions(order_no)
      expect(trade!.history.filter(({ status }) => status === 'SALES')).toHaveLength(1)
    },
  )
})

describe('given up', () => {
  const minutesAgo = (orderNo: string, minutes: number) =>
    db
      .update(payment)
      .set({ updated_at: sql`now() - ${minutes} * interval '1 minute'` })
      .where(eq(payment.provider_order_id, orderNo))

  test('a tab closed at the bank: after half an hour, not before, the stock is restored', async () => {
    const shopper = await shop()
    const before = await stock()
    const { order_no, redirect_url } = await toTheBank(shopper, TEST_CARD_NUMBERS.ok)
    await minutesAgo(order_no, 29)
    await repairPayments(ctx)
    expect(await orderOf(order_no)).toMatchObject({ status: 'payment_pending' })
    await minutesAgo(order_no, 31)
    await repairPayments(ctx)
    expect(await orderOf(order_no)).toMatchObject({ status: 'payment_error' })
    expect(await stock()).toBe(before)
    // A browser that returns after that is notified, and no payment is requested.
    expect(await comeBack(url, await gateway.visit(redirect_url))).toBe(complete(order_no))
    expect((await gateway.transactions(order_no))[0]!.status).toBe('AUTHENTICATED')
    expect(await stock()).toBe(before)
  })

  test('a process that died before its request: after three minutes the stock is restored', async () => {
    const { member } = await shop()
    const before = await stock()
    await gateway.fault('EntryTran', 'drop-before')
    const request = await confirm(call, member, await card())
    await place(request, member.token)
    const [order] = await db.select().from(orders).where(eq(orders.idempotency_key, request.idempotency_key))
    await minutesAgo(order!.order_no, 4)
    await repairPayments(ctx)
    expect(await orderOf(order!.order_no)).toMatchObject({ status: 'payment_error' })
    expect(await stock()).toBe(before)
  })

  test('a process delayed beyond its lease changes nothing', async () => {
    const { member } = await shop()
    const before = await stock()
    const body = await confirm(call, member, await card())
    await gateway.fault('ExecTran', 'delay:400')
    const held = place(body, member.token)
    const mine = eq(orders.idempotency_key, body.idempotency_key)
    const found = () =>
      db.select().from(payment).innerJoin(orders, refersToCondition(payment.order_id, orders)).where(mine)
    await eventually(async () => {
      const { provider_order_id } = (await found())[0]!.payment
      expect(await gateway.transactions(provider_order_id)).toHaveLength(1)
    })
    await db
      .update(payment)
      .set({ claimed_until: null })
      .where(eq(payment.id, (await found())[0]!.payment.id))
    await repair()
    expect((await held).data).toMatchObject({ status: 'payment_error', redirect_url: null })
    expect((await found())[0]!.payment).toMatchObject({ state: 'failed', redirect_url: null })
    expect(await stock()).toBe(before)
  })

  test('authorised after its order was given up, or cancelled: voided, once', async () => {
    for (const status of ['payment_error', 'cancelled'] as const) {
      const shopper = await shop()
      const { order_no, redirect_url } = await toTheBank(shopper, TEST_CARD_NUMBERS.ok)
      await gateway.visit(redirect_url)
      const before = await paymentOf(order_no)
      // A process is delayed between the provider's response and our write.
      const { reference } = await ctx.ports.payment.get(1)!.finish(before)
      if (status === 'payment_error') await db.update(payment).set({ state: 'failed' }).where(eq(payment.id, before.id))
      await db.update(orders).set({ status }).where(eq(orders.order_no, order_no))
      const late = { kind: 'authorised' as const, reference }
      expect(await recordPaymentAnswer(ctx, orderPaymentSubject, before, false, late)).toEqual({ kind: 'moved' })
      expect(await paymentOf(order_no)).toMatchObject({ state: 'void_pending' })
      await gateway.fault('AlterTran', 'drop-after')
      await Promise.all([repair(), repair()])
      await repair()
      expect(await paymentOf(order_no)).toMatchObject({ state: 'voided' })
      const [trade] = await gateway.transactions(order_no)
      expect(trade!.status).toBe('VOID')
      expect(trade!.history.filter(({ job_cd }) => job_cd === 'VOID')).toHaveLength(1)
      expect(await orderOf(order_no)).toMatchObject({ status })
    }
  })
})

test('the same key twenty times at once: one order, one transaction, one piece', async () => {
  const { member } = await shop()
  const before = await stock()
  const request = await confirm(call, member, await card())
  const answers = await Promise.all(Array.from({ length: 20 }, () => place(request, member.token)))
  expect(new Set(answers.map(({ data }) => `${data.order_no} ${data.redirect_url}`)).size).toBe(1)
  const { order_no, redirect_url } = answers[0]!.data
  expect(await stock()).toBe(before - 1)
  const [trade] = await gateway.transactions(order_no)
  expect(trade!.history.map(({ api }) => api)).toEqual(['EntryTran', 'ExecTran'])
  await comeBack(url, await gateway.visit(redirect_url!))
  expect(await orderOf(order_no)).toMatchObject({ status: 'received' })
})

test('an amount above the card’s limit is rejected before anything is written', async () => {
  const { member } = await shop()
  const request = await confirm(call, member, await card())
  const dear = { ...request, items: [{ ...oil, quantity: 99 }] }
  expect(await place(dear, member.token)).toMatchObject({ status: 409, meta: { error: 'ERROR_AMOUNT_CHANGED' } })
})

describe('結果通知', () => {
  const address = `${url}/v1/payment/gmo/notification`

  test('of an unknown payment: after a query the order is received; repeated, it does nothing', async () => {
    const shopper = await shop()
    const { order_no, redirect_url } = await toTheBank(shopper, TEST_CARD_NUMBERS.ok)
    await gateway.visit(redirect_url)
    // The customer is still at the bank: the order is not given up for that.
    expect(await gateway.notice(order_no, address)).toBe('0')
    expect(await paymentOf(order_no)).toMatchObject({ state: 'redirected' })
    await ctx.ports.payment.get(1)!.finish(await paymentOf(order_no))
    // The provider cannot be queried: it must send the notice again.
    await gateway.fault('SearchTrade', '500')
    expect(await gateway.notice(order_no, address)).toBe('1')
    expect(await gateway.notice(order_no, address)).toBe('0')
    expect(await gateway.notice(order_no, address)).toBe('0')
    expect(await orderOf(order_no)).toMatchObject({ status: 'received' })
    expect(await paymentOf(order_no)).toMatchObject({ state: 'authorised' })
    // A late or forged notice: its content is not trusted.
    const forged = new URLSearchParams({ ShopID: 'tshop00000001', OrderID: order_no, Status: 'VOID', Amount: '1' })
    expect(await (await fetch(address, { method: 'POST', body: forged })).text()).toBe('0')
    expect(await paymentOf(order_no)).toMatchObject({ state: 'authorised' })
  })

  test.each([
    ['another shop', { ShopID: 'tshop00000002', OrderID: 'K261121-00000000' }],
    ['a number that is not ours', { ShopID: 'tshop00000001', OrderID: 'K261121-00000000' }],
    ['no number at all', { ShopID: 'tshop00000001', OrderID: "'; drop table payment" }],
    ['nothing', {}],
  ])('of %s: accepted without effect', async (_, fields) => {
    const res = await fetch(address, { method: 'POST', body: new URLSearchParams(fields) })
    expect(await res.text()).toBe('0')
  })
})

test('照合: a manual change at the provider is found, reported once, and resolved when it is corrected', async () => {
  const shopper = await shop()
  const { order_no, redirect_url } = await toTheBank(shopper, TEST_CARD_NUMBERS.ok)
  await comeBack(url, await gateway.visit(redirect_url))
  expect(await reconcilePayments(ctx)).toEqual([])
  const row = await paymentOf(order_no)
  await ctx.ports.payment.get(1)!.void(row)
  const found = await reconcilePayments(ctx)
  expect(found).toMatchObject([
    { order_no, ours: `authorised held=${row.amount} taken=0`, theirs: 'voided held=0 taken=0' },
  ])
  await reconcilePayments(ctx)
  const known = await db.select().from(outbox).where(like(outbox.dedupe_key, 'payment-differences:%'))
  expect(known).toMatchObject([
    { payload: { subject: expect.stringContaining('差異が1件'), text: expect.stringContaining(order_no) } },
  ])
  await cancelOrder(ctx, { order_no })
  await repair()
  expect(await reconcilePayments(ctx)).toEqual([])
})

test('金額変更: authorisation, order and taxes change to it, once, and the customer is notified', async () => {
  const shopper = await shop()
  const { order_no, redirect_url } = await toTheBank(shopper, TEST_CARD_NUMBERS.ok)
  await comeBack(url, await gateway.visit(redirect_url))
  const before = await orderOf(order_no)
  const amount = before.payment_total - 300
  await gateway.fault('ChangeTran', 'drop-after')
  for (let n = 0; n < 2; n++)
    expect(await changeOrderTotal(ctx, { order_no, amount })).toMatchObject({
      payment_total: amount,
      adjustment_amount: -300,
    })
  const after = await orderOf(order_no)
  expect(after.tax_lines.reduce((sum, line) => sum + line.total, 0)).toBe(amount)
  expect(await paymentOf(order_no)).toMatchObject({ state: 'authorised', amount })
  expect(await gateway.transactions(order_no)).toMatchObject([{ status: 'AUTH', amount }])
  const known = await db
    .select()
    .from(outbox)
    .where(like(outbox.dedupe_key, `payment-changed-%:${order_no}`))
  expect(known).toMatchObject([{ payload: { subject: expect.stringContaining('金額を変更しました') } }])
  await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
  expect(await gateway.transactions(order_no)).toMatchObject([{ status: 'SALES', amount }])
  await expect(changeOrderTotal(ctx, { order_no, amount: 1 })).rejects.toMatchObject({ status: 409 })
})

test('一部返金: up to the amount, once, and never more than was captured', async () => {
  const shopper = await shop()
  const { order_no, redirect_url } = await toTheBank(shopper, TEST_CARD_NUMBERS.ok)
  await comeBack(url, await gateway.visit(redirect_url))
  await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
  const { amount } = await paymentOf(order_no)
  await gateway.fault('ChangeTran', 'drop-after')
  for (let n = 0; n < 2; n++)
    expect(await refundOrder(ctx, { order_no, refund: { kind: 'reduction', total: 500 } })).toMatchObject({
      status: 'shipped',
    })
  expect(await paymentOf(order_no)).toMatchObject({ state: 'captured', captured_amount: amount, refunded_amount: 500 })
  expect(await gateway.transactions(order_no)).toMatchObject([{ status: 'SALES', amount: amount - 500 }])
  await expect(refundOrder(ctx, { order_no, refund: { kind: 'reduction', total: amount + 1 } })).rejects.toMatchObject({
    error: 'ERROR_AMOUNT',
  })
  expect(await refundOrder(ctx, { order_no, refund: { kind: 'return' } })).toMatchObject({ status: 'returned' })
  expect(await paymentOf(order_no)).toMatchObject({ state: 'refunded', refunded_amount: amount })
  // On the day of the sale GMO cancels it.
  expect(await gateway.transactions(order_no)).toMatchObject([{ status: 'VOID' }])
})

test('the gateway’s records match our payments to the yen, whatever happened above', async () => {
  await repair()
  const ledger = await gateway.transactions()
  const standing = ledger.filter(({ status }) => /^(AUTH|SALES)$/.test(status))
  const ours = await db
    .select()
    .from(payment)
    .where(inArray(payment.state, ['authorised', 'captured']))
  expect(new Set(standing.map(({ order_id, amount }) => `${order_id} ${amount}`))).toEqual(
    new Set(ours.map(({ provider_order_id, amount }) => `${provider_order_id} ${amount}`)),
  )
  const received = await db
    .select()
    .from(orders)
    .where(inArray(orders.status, ['received', 'shipped']))
  expect(received.reduce((sum, { payment_total }) => sum + payment_total, 0)).toBe(
    standing.reduce((sum, { amount }) => sum + amount, 0),
  )
  const waiting = await db.select().from(payment).where(sql`${payment.state} in ('intent', 'returned')`)
  expect(waiting).toEqual([])
  const keys = (await db.select({ key: outbox.dedupe_key }).from(outbox)).map(({ key }) => key)
  for (const { order_no } of received) expect(keys).toContain(`order-received:${order_no}`)
})
