import { setTimeout } from 'node:timers/promises'
import { paidyClient, reservedAndTakenOfPaidy } from '@kushi/adapters/testing/paidy'
import { customer } from '@kushi/db/schema/customer'
import { shop_payment } from '@kushi/db/schema/delivery'
import { ledger_entry } from '@kushi/db/schema/ledger'
import { payment, payment_notice } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { shop } from '@kushi/db/schema/shop'
import { testDatabase } from '@kushi/db/testing'
import { adjustPoints } from '@kushi/shop/catalogue/point/admin/points'
import { repairPayments } from '@kushi/shop/sales/checkout/repair-payments'
import { cancelOrder } from '@kushi/shop/sales/fulfilment/cancel-order'
import { shipOrder } from '@kushi/shop/sales/fulfilment/ship-order'
import { changeOrderTotal } from '@kushi/shop/sales/order/change-total'
import { reconcilePayments } from '@kushi/shop/sales/payment/reconcile-payments'
import { refundOrder } from '@kushi/shop/sales/refund/refund-order'
import { findJournalDifferences } from '@kushi/shop/testing/journal-differences'
import { journalFilesInMemory } from '@kushi/shop/testing/journal-files'
import { operatorContext } from '@kushi/shop/testing/operator'
import { insertRunningPromotion } from '@kushi/shop/testing/promotions'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { orderInspector } from './order-inspector.ts'
import { environment, newMember, sandboxOf, startServer } from './server.ts'
import { confirm, monthly, type OrderBody } from './shopper.ts'

const sandbox = await sandboxOf()
const database = await testDatabase()
const { db } = database
const server = await startServer(environment(database.url, sandbox))
const paidy = paidyClient(sandbox)
const { call, url } = server
afterAll(async () => {
  await server.stop()
  await database.close()
  await sandbox.stop()
})
afterEach(() => paidy.clearFaults())

const payment_method_id = PAYMENT_METHOD.paidy
const own = and(eq(shop_payment.shop_id, 2), eq(shop_payment.payment_method_id, payment_method_id))
const isShown = (visible: boolean) => db.update(shop_payment).set({ visible }).where(own)
beforeAll(() => isShown(true))

const { ctx, repair, orderOf, paymentOf, stock } = await orderInspector(server)
const differing = async (order_no: string) => (await reconcilePayments(ctx)).filter((one) => one.order_no === order_no)
const desk = () => operatorContext(db, 'manager', { clock: ctx.clock, ports: { journal_file: journalFilesInMemory() } })
const parcel = { carrier: 'yamato', tracking_no: '123456789012' } as const

type Member = Awaited<ReturnType<typeof newMember>>
/** What the press asks first, for Paidy's window. */
async function checkout(member: Member, { shown, idempotency_key, card: _, ...draft }: OrderBody, more: object = {}) {
  const body = {
    ...draft,
    idempotency_key,
    payment_total: shown.payment_total,
    third_party_consent: true,
    ...more,
  }
  return call('POST /v1/common/payment/paidy/checkout', { body, token: member.token } as never) as Promise<{
    status: number
    data: { checkout: (Record<string, unknown> & { amount: number; order: { order_ref: string } }) | null }
    meta?: { error?: string; fields?: { path: string }[] }
  }>
}
/** The confirmation; `approve` is Paidy's window, `press` what the button sends after it. */
async function atConfirmation(more: Parameters<typeof confirm>[3] = {}, member?: Member) {
  const buyer = member ?? (await newMember(call))
  const items = [{ product_sku_id: 101, quantity: 1, revision: 1 }]
  const body = await confirm(call, buyer, null, { payment_method_id, items, ...more })
  const opened = async () => (await checkout(buyer, body)).data.checkout!
  const approve = async (changed: object = {}) => paidy.decide({ ...(await opened()), ...changed })
  const press = (id: string | null) =>
    call('POST /v1/order/public/new', {
      body: { ...body, third_party_consent: true, ...(id !== null && { sheet_token: btoa(id) }) },
      token: buyer.token,
    })
  return { member: buyer, body, opened, approve, press }
}
async function paid(quantity = 1) {
  const { approve, press } = await atConfirmation({ items: [{ product_sku_id: 101, quantity, revision: 1 }] })
  const id = await approve()
  const { data } = await press(id)
  expect(data).toMatchObject({ status: 'received' })
  return { order_no: data.order_no, id }
}
const notice = (id: string) => paidy.notice(id, `${url}/v1/payment/paidy/notification`)
/** The repair job so many minutes later. */
const laterRepair = (minutes: number) => {
  const now = () => new Date(Date.now() + minutes * 60_000)
  return server.deps.delivering(() => repairPayments({ ...ctx, clock: { ...ctx.clock, now } }))
}
const priced = (by: number) =>
  db
    .update(product_sku)
    .set({ price: sql`price + ${by}` })
    .where(eq(product_sku.id, 101))

describe('a purchase', () => {
  test('is approved for the number and the total of its order, once, however often it is pressed', async () => {
    const { approve, opened, press, body, member } = await atConfirmation()
    const payload = await opened()
    expect(payload).toMatchObject({
      amount: body.shown.payment_total,
      buyer: { name2: expect.stringMatching(/^[ァ-ヶー]+ [ァ-ヶー]+$/) },
      buyer_data: { order_count: 0, ltv: 0 },
      metadata: { shop_id: 2 },
    })
    const id = await approve()
    const first = await press(id)
    const { order_no } = first.data
    expect(first.data).toMatchObject({ status: 'received', redirect_url: null })
    expect(payload.order.order_ref).toBe(order_no)
    const { state, account, capture_until } = await paymentOf(order_no)
    expect({ state, account }).toEqual({ state: 'authorised', account: 'paidy pk_test_sandbox' })
    expect((capture_until!.getTime() - Date.now()) / 86_400_000).toBeCloseTo(30, 1)
    expect((await press(id)).data).toMatchObject({ order_no, status: 'received' })
    // The order is here: nothing is left to approve.
    expect((await checkout(member, body)).data).toEqual({ checkout: null })
    expect((await press(null)).data).toMatchObject({ order_no, status: 'received' })
    expect(await paidy.payment(id)).toMatchObject({ status: 'authorized', captures: [] })
    expect(await differing(order_no)).toEqual([])
  })

  test('approved twice for one order: it goes on with the first, and the second is given back at once', async () => {
    const { approve, press } = await atConfirmation()
    const [one, other] = [await approve(), await approve()]
    const { data } = await press(one)
    await press(other)
    expect(await paidy.payment(one)).toMatchObject({ status: 'authorized' })
    expect(await paidy.payment(other)).toMatchObject({ status: 'closed', captures: [] })
    expect(await differing(data.order_no)).toEqual([])
  })

  test('pressed thrice at once: one order, one approval', async () => {
    const { approve, press } = await atConfirmation()
    const id = await approve()
    const all = await Promise.all([press(id), press(id), press(id)])
    expect(new Set(all.map(({ data }) => data?.order_no)).size).toBe(1)
    expect(await paidy.payment(id)).toMatchObject({ status: 'authorized' })
  })

  test('a refused press is giving it back while another press goes on with it: no order is received without its money', async () => {
    const { member, body, approve, press } = await atConfirmation()
    const id = await approve()
    await paidy.fault('close', 'delay:1500')
    const told = { ...body, third_party_consent: false, sheet_token: btoa(id) }
    const refused = call('POST /v1/order/public/new', { body: told, token: member.token })
    // By then it has asked about the approval, and is closing it.
    await setTimeout(700)
    const { data } = await press(id)
    expect((await refused).status).toBe(422)
    const { status } = (await paidy.payment(id))!
    expect([data.status, status]).toEqual(
      status === 'closed' ? ['payment_error', 'closed'] : ['received', 'authorized'],
    )
    expect(await differing(data.order_no)).toEqual([])
  })

  test('without an approval, or without the consent, is refused beside it', async () => {
    const { press, member, body } = await atConfirmation()
    const { status, meta } = await press(null)
    expect([status, meta?.fields?.[0]?.path]).toEqual([422, 'sheet_token'])
    const asked = await checkout(member, body, { third_party_consent: false })
    expect([asked.status, asked.meta?.fields?.[0]?.path]).toEqual([422, 'third_party_consent'])
  })

  test.each(['pay_\0', 'x'.repeat(90), '../payments'])('what is no approval (%j) pays nothing', async (id) => {
    const { press } = await atConfirmation()
    const { status, data } = await press(id)
    expect([status, data?.status]).toEqual([200, 'payment_error'])
  })

  test('another total, another way to pay: the window is not opened', async () => {
    const { member, body } = await atConfirmation()
    const other = await checkout(member, body, { payment_total: body.shown.payment_total + 1 })
    expect([other.status, other.meta?.error]).toEqual([409, 'ERROR_AMOUNT_CHANGED'])
    const cash = await checkout(member, body, { payment_method_id: null })
    expect([cash.status, cash.meta?.error]).toEqual([409, 'ERROR_PAYMENT_NOT_OFFERED'])
  })

  test('a price that changed and a piece that went after the approval: refused, and nobody is left with an approval', async () => {
    const changed = await atConfirmation()
    const id = await changed.approve()
    await priced(500)
    expect(await changed.press(id)).toMatchObject({ status: 409, meta: { error: 'ERROR_AMOUNT_CHANGED' } })
    await priced(-500)
    expect(await paidy.payment(id)).toMatchObject({ status: 'closed', captures: [] })

    const gone = await atConfirmation()
    const late = await gone.approve()
    const before = await stock()
    await db.update(product_sku).set({ stock: 0 }).where(eq(product_sku.id, 101))
    expect(await gone.press(late)).toMatchObject({ status: 409, meta: { error: 'ERROR_OUT_OF_STOCK' } })
    await db.update(product_sku).set({ stock: before }).where(eq(product_sku.id, 101))
    expect(await paidy.payment(late)).toMatchObject({ status: 'closed', captures: [] })
  })

  test('a page that has 1 yen approved: not received, not by the repair either, and given back', async () => {
    const cheap = { amount: 1, order: {} as Record<string, unknown> }
    const lie = async () => {
      const one = await atConfirmation()
      const { order } = await one.opened()
      const items = [{ quantity: 1, title: '純椿油', unit_price: 1 }]
      return { ...one, id: await one.approve({ ...cheap, order: { ...order, items, shipping: 0 } }) }
    }
    const before = await stock()
    const { id, press } = await lie()
    const { data } = await press(id)
    expect(data).toMatchObject({ status: 'payment_error' })
    expect(await paidy.payment(id)).toMatchObject({ status: 'closed', captures: [] })
    const cut = await lie()
    await paidy.fault('getPayment', '500')
    expect(await cut.press(cut.id)).toMatchObject({ status: 503 })
    await repair()
    const [{ order_ref } = { order_ref: '' }] = [(await paidy.payment(cut.id))!.order]
    expect(await orderOf(order_ref)).toMatchObject({ status: 'payment_error' })
    expect(await stock()).toBe(before)
  })

  test("another's approval pays nothing, and is not touched", async () => {
    const [mine, theirs] = [await atConfirmation(), await atConfirmation()]
    const id = await theirs.approve()
    expect((await mine.press(id)).data).toMatchObject({ status: 'payment_error' })
    expect(await paidy.payment(id)).toMatchObject({ status: 'authorized' })
    expect((await theirs.press(id)).data).toMatchObject({ status: 'received' })
  })

  test('refused by Paidy: the reason in words, and the stock is back', async () => {
    const before = await stock()
    const { opened, press } = await atConfirmation()
    const { data } = await press(await paidy.decide(await opened(), 'reject'))
    expect(data).toMatchObject({
      status: 'payment_error',
      payment_message: '審査の結果、このお支払い方法はご利用いただけませんでした。別のお支払い方法をお選びください。',
    })
    expect(await stock()).toBe(before)
  })

  test.each(['500', 'drop-after'])(
    'no answer of Paidy (%s): pressed again, or by the repair, it is received',
    async (kind) => {
      const [pressed, left] = [await atConfirmation(), await atConfirmation()]
      const [one, other] = [await pressed.approve(), await left.approve()]
      for (const { press, id } of [
        { ...pressed, id: one },
        { ...left, id: other },
      ]) {
        await paidy.fault('getPayment', kind)
        expect(await press(id)).toMatchObject({ status: 503, meta: { error: 'ERROR_PAYMENT_UNAVAILABLE' } })
      }
      expect((await pressed.press(null)).data).toMatchObject({ status: 'received' })
      await repair()
      const { order_ref } = (await paidy.payment(other))!.order
      expect(await orderOf(order_ref)).toMatchObject({ status: 'received' })
      expect(await paidy.payment(other)).toMatchObject({ status: 'authorized' })
    },
  )
})

describe('a notice', () => {
  test('of an approval whose order never comes: given back after half an hour, once, however often it is sent', async () => {
    const { approve } = await atConfirmation()
    const id = await approve()
    for (let n = 0; n < 2; n++) expect(await notice(id)).toBe(200)
    expect(await db.$count(payment_notice, eq(payment_notice.approval_id, id))).toBe(1)
    await laterRepair(29)
    expect(await paidy.payment(id)).toMatchObject({ status: 'authorized' })
    await paidy.fault('close', 'drop-before')
    await laterRepair(31)
    expect(await paidy.payment(id)).toMatchObject({ status: 'authorized' })
    await laterRepair(32)
    expect(await paidy.payment(id)).toMatchObject({ status: 'closed', captures: [] })
    expect(await db.$count(payment_notice, eq(payment_notice.approval_id, id))).toBe(0)
    expect(await notice(id)).toBe(200)
    expect(await db.$count(payment_notice, eq(payment_notice.approval_id, id))).toBe(0)
  })

  test('before its order, whose press comes later: the order keeps it', async () => {
    const { approve, press } = await atConfirmation()
    const id = await approve()
    await notice(id)
    const { data } = await press(id)
    expect(await notice(id)).toBe(200)
    await laterRepair(31)
    expect(data).toMatchObject({ status: 'received' })
    expect(await paidy.payment(id)).toMatchObject({ status: 'authorized' })
    expect(await paymentOf(data.order_no)).toMatchObject({ state: 'authorised' })
  })

  test('of an order whose answer was lost receives it; no answer: it is sent again', async () => {
    const { approve, press } = await atConfirmation()
    const id = await approve()
    await paidy.fault('getPayment', '500')
    await press(id)
    await paidy.fault('getPayment', '500')
    expect(await notice(id)).toBe(503)
    for (let n = 0; n < 2; n++) expect(await notice(id)).toBe(200)
    const { order_ref } = (await paidy.payment(id))!.order
    expect(await orderOf(order_ref)).toMatchObject({ status: 'received' })
  })

  test('of one shop is followed although another shop can’t ask about it', async () => {
    const { approve } = await atConfirmation()
    const id = await approve({ metadata: { shop_id: 3 } })
    await paidy.fault('getPayment', '500')
    expect(await notice(id)).toBe(503)
    const kept = await db.select().from(payment_notice).where(eq(payment_notice.approval_id, id))
    expect(kept.map(({ shop_id }) => shop_id)).toEqual([3])
  })

  test('that anybody invents, or of another shop of the same account, does nothing', async () => {
    const post = (body: object) =>
      fetch(`${url}/v1/payment/paidy/notification`, { method: 'POST', body: JSON.stringify(body) })
    const { order_no } = await paid()
    const invented = { payment_id: 'pay_INVENTED', order_ref: 'K000000-0000000000', status: 'authorize_success' }
    expect((await post(invented)).status).toBe(200)
    expect((await post({ payment_id: 'pay_INVENTED', order_ref: order_no, status: 'close_success' })).status).toBe(200)
    expect((await post({ payment_id: '../payments/x', order_ref: 'x' })).status).toBe(200)
    expect(await paymentOf(order_no)).toMatchObject({ state: 'authorised' })
    const { approve } = await atConfirmation()
    const theirs = await approve({ metadata: { shop_id: 99 } })
    expect(await notice(theirs)).toBe(200)
    await laterRepair(31)
    expect(await paidy.payment(theirs)).toMatchObject({ status: 'authorized' })
  })
})

describe('after it', () => {
  test('shipped: captured once, booked, refunded in parts and then whole', async () => {
    const { order_no, id } = await paid(2)
    await shipOrder(ctx, { order_no, ...parcel })
    const order = await orderOf(order_no)
    const { payment_total } = order
    expect(reservedAndTakenOfPaidy(await paidy.payment(id))).toEqual({ reserved: 0, taken: payment_total })
    const booked = await db.select().from(ledger_entry).where(eq(ledger_entry.order_id, order.id))
    expect(new Set(booked.map((one) => one.payment_method_id))).toEqual(new Set([payment_method_id]))
    await refundOrder(ctx, { order_no, refund: { kind: 'reduction', total: 500 } })
    await refundOrder(ctx, { order_no, refund: { kind: 'reduction', total: 800 } })
    expect(await differing(order_no)).toEqual([])
    await refundOrder(ctx, { order_no, refund: { kind: 'return' } })
    expect((await paidy.payment(id))!.refunds.map(({ amount }) => amount)).toEqual([500, 300, payment_total - 800])
    expect(await paymentOf(order_no)).toMatchObject({ state: 'refunded', refunded_amount: payment_total })
    expect(await notice(id)).toBe(200)
    expect(await differing(order_no)).toEqual([])
    expect((await findJournalDifferences(await desk())).wrong).toEqual([])
  })

  test('cancelled before it is shipped: closed', async () => {
    const { order_no, id } = await paid()
    await cancelOrder(ctx, { order_no })
    await repair()
    expect(await paidy.payment(id)).toMatchObject({ status: 'closed', captures: [] })
    expect(await paymentOf(order_no)).toMatchObject({ state: 'voided' })
    expect(await differing(order_no)).toEqual([])
  })

  test('cheaper: only that is taken; dearer is refused in words', async () => {
    const { order_no, id } = await paid(2)
    const { payment_total } = await orderOf(order_no)
    await changeOrderTotal(ctx, { order_no, amount: payment_total - 300 })
    await expect(changeOrderTotal(ctx, { order_no, amount: payment_total + 300 })).rejects.toThrow()
    await shipOrder(ctx, { order_no, ...parcel })
    expect(reservedAndTakenOfPaidy(await paidy.payment(id))).toEqual({ reserved: 0, taken: payment_total - 300 })
    expect(await differing(order_no)).toEqual([])
    await refundOrder(ctx, { order_no, refund: { kind: 'return' } })
    expect(reservedAndTakenOfPaidy(await paidy.payment(id))).toEqual({ reserved: 0, taken: 0 })
    expect((await findJournalDifferences(await desk())).wrong).toEqual([])
  })

  test('captured, and the answer is lost: the repair records it', async () => {
    const { order_no, id } = await paid()
    await paidy.act(`${id}/captures`)
    await db
      .update(payment)
      .set({ claimed_until: sql`now() - interval '2 minutes'` })
      .where(eq(payment.provider_order_id, order_no))
    await repair()
    expect(await paymentOf(order_no)).toMatchObject({ state: 'captured' })
    expect(await differing(order_no)).toEqual([])
  })

  test('closed or refunded in Paidy’s own administration: a difference', async () => {
    const { order_no, id } = await paid()
    await paidy.act(`${id}/close`)
    expect(await notice(id)).toBe(200)
    expect(await differing(order_no)).toHaveLength(1)
    await expect(shipOrder(ctx, { order_no, ...parcel })).rejects.toThrow()
  })

  test('an approval that lapsed can’t be captured', async () => {
    const { order_no, id } = await paid()
    await paidy.age(id, 31)
    await expect(shipOrder(ctx, { order_no, ...parcel })).rejects.toThrow()
    expect(reservedAndTakenOfPaidy(await paidy.payment(id))).toEqual({ reserved: 0, taken: 0 })
  })
})

describe('where it is offered', () => {
  test('定期便 says why not, and the server refuses it too', async () => {
    const query = { is_subscription: true, amount: 3000, visible: true }
    const { items } = (await call('GET /v1/setting/shop/payment/', { query })).data
    const one = items.find((method) => method.payment_method_id === payment_method_id)
    expect(one).toMatchObject({
      is_available: false,
      reason: expect.stringContaining('定期便ではご利用いただけません'),
    })
    const more = { payment_method_id, is_subscription: true, delivery_pattern: monthly } as const
    await expect(confirm(call, await newMember(call), null, more)).rejects.toThrow('定期便ではご利用いただけません')
  })

  test('a shop that does not show it offers nothing of it, and gives back what was approved before', async () => {
    const { approve, press, member, body } = await atConfirmation()
    const id = await approve()
    const asked = async () => (await checkout(member, body)).status
    await isShown(false)
    try {
      // The servers are told of it by the database.
      await expect.poll(asked).toBe(422)
      const { items } = (await call('GET /v1/setting/shop/payment/', { query: { visible: true } })).data
      expect(items.map((one) => one.payment_method_id)).not.toContain(payment_method_id)
      expect((await press(id)).status).toBe(422)
      expect(await paidy.payment(id)).toMatchObject({ status: 'closed' })
    } finally {
      await isShown(true)
      await expect.poll(asked).toBe(200)
    }
  })

  test('gift, code, points and a set: the window’s rows make the total, which is charged', async () => {
    const wrapping_offer = { wraps: [{ wrapping_name: 'リボン', wrapping_fee: 330 }], noshi: [], card_fee: 55 }
    const rules = { wrapping_offer, point_flag: true, point_rate: 1, point_least: 1, point_most_rate: 100 }
    await db.update(shop).set(rules).where(eq(shop.id, 2))
    const { code } = await insertRunningPromotion(db)
    const member = await newMember(call)
    const [{ id: customer_id } = { id: 0 }] = await db
      .select({ id: customer.id })
      .from(customer)
      .where(eq(customer.email, String(member.form.email)))
    await adjustPoints(await desk(), { id: customer_id, points: 500, reason: 'お詫び', balance: 0 })
    const more = {
      items: [{ product_sku_id: 128, quantity: 2, revision: 1 }],
      wrapping: { wrap: 'リボン', noshi: null, message_card: null },
      coupon_codes: [code],
      points: 300,
    }
    const { approve, press, body } = await atConfirmation(more, member)
    const id = await approve()
    const { data } = await press(id)
    expect(data).toMatchObject({ status: 'received' })
    expect(await paidy.payment(id)).toMatchObject({ amount: body.shown.payment_total, status: 'authorized' })
    await shipOrder(ctx, { order_no: data.order_no, ...parcel })
    await refundOrder(ctx, { order_no: data.order_no, refund: { kind: 'return' } })
    expect(await differing(data.order_no)).toEqual([])
    expect((await findJournalDifferences(await desk())).wrong).toEqual([])
    // Another order of theirs does not count what Paidy sold.
    const again = await atConfirmation({}, member)
    expect(await again.opened()).toMatchObject({ buyer_data: { order_count: 0, ltv: 0 } })
  })

  test('what a code makes free needs no window', async () => {
    const { code } = await insertRunningPromotion(db, { effect: { kind: 'percent', percent: 100 } })
    const items = [{ product_sku_id: 101, quantity: 3, revision: 1 }]
    const { press, member, body } = await atConfirmation({ items, coupon_codes: [code] })
    expect(body.shown.payment_total).toBe(0)
    expect((await checkout(member, body)).meta?.error).toBe('ERROR_PAYMENT_NOT_OFFERED')
    const { data } = await press(null)
    expect(data).toMatchObject({ status: 'received' })
    expect(await orderOf(data.order_no)).toMatchObject({ payment_method_id: null })
  })
})
