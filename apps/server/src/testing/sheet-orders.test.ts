import { gmoSheet } from '@kushi/adapters/gmo-openapi/sheet'
import { applePayToken, gmoWalletsClient, googlePayToken, SHEET_PAN } from '@kushi/adapters/testing/gmo-wallets'
import { customer } from '@kushi/db/schema/customer'
import { shop_payment } from '@kushi/db/schema/delivery'
import { ledger_entry } from '@kushi/db/schema/ledger'
import { orders } from '@kushi/db/schema/order'
import { payment, payment_hold } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { shop } from '@kushi/db/schema/shop'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { adjustPoints } from '@kushi/shop/catalogue/point/admin/points'
import { endMembership } from '@kushi/shop/operation/membership/internal/end-membership'
import { cancelOrder } from '@kushi/shop/sales/fulfilment/cancel-order'
import { shipOrder } from '@kushi/shop/sales/fulfilment/ship-order'
import { changeOrderTotal } from '@kushi/shop/sales/order/change-total'
import { listPaymentMethods } from '@kushi/shop/sales/payment/list-payment-methods'
import { reconcilePayments } from '@kushi/shop/sales/payment/reconcile-payments'
import { PAYMENTS_ON_HOLD_TEXT } from '@kushi/shop/sales/payment/rules/payment-availability'
import { portTestContact, portTestOrder } from '@kushi/shop/sales/payment/testing/suite-order'
import { refundOrder } from '@kushi/shop/sales/refund/refund-order'
import { payByLink, showPayLink } from '@kushi/shop/sales/subscription/pay-by-link'
import { runDailyDeliveries } from '@kushi/shop/sales/subscription/run-day'
import { findJournalDifferences } from '@kushi/shop/testing/journal-differences'
import { journalFilesInMemory } from '@kushi/shop/testing/journal-files'
import { mergeWithIdentityChecks } from '@kushi/shop/testing/merge'
import { operatorContext } from '@kushi/shop/testing/operator'
import { insertRunningPromotion } from '@kushi/shop/testing/promotions'
import { contextOnDayWithCards, insertSubscribedMember } from '@kushi/shop/testing/subscription'
import { addDays } from '@kushi/values/calendar-date'
import { cardSheetOf, PAYMENT_METHOD, PAYMENT_METHODS, type PaymentMethodId } from '@kushi/values/payment-method'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { orderInspector } from './order-inspector.ts'
import { environment, newMember, sandboxOf, startServer } from './server.ts'
import { confirm, monthly, type OrderBody } from './shopper.ts'

const sandbox = await sandboxOf()
const database = await testDatabase()
const { db } = database
const server = await startServer(environment(database.url, sandbox))
const gmo = gmoWalletsClient(sandbox)
const { call, url } = server
afterAll(async () => {
  await server.stop()
  await database.close()
  await sandbox.stop()
})
afterEach(() => gmo.clearFaults())

const { apple_pay, google_pay } = PAYMENT_METHOD
const ways = PAYMENT_METHODS.filter(({ id }) => cardSheetOf(id))
beforeAll(() =>
  db
    .update(shop_payment)
    .set({ visible: true })
    .where(and(eq(shop_payment.shop_id, 2), inArray(shop_payment.payment_method_id, [apple_pay, google_pay]))),
)

const { ctx, repair, orderOf, paymentOf, stock } = await orderInspector(server)
const differing = async (order_no: string) => (await reconcilePayments(ctx)).filter((one) => one.order_no === order_no)
const desk = () => operatorContext(db, 'manager', { clock: ctx.clock, ports: { journal_file: journalFilesInMemory() } })
const parcel = { carrier: 'yamato', tracking_no: '123456789012' } as const

const tokenOf = (id: PaymentMethodId, { shown }: OrderBody, pan: string = SHEET_PAN.jcb) =>
  id === apple_pay ? applePayToken(shown.payment_total, pan) : googlePayToken('CRYPTOGRAM_3DS', pan)

/** The confirmation, and what its button sends after the sheet. */
async function atSheet(payment_method_id: PaymentMethodId, quantity = 1, pan?: string) {
  const member = await newMember(call)
  const items = [{ product_sku_id: 101, quantity, revision: 1 }]
  const body = await confirm(call, member, null, { payment_method_id, items })
  const press = (sheet_token: string | undefined = tokenOf(payment_method_id, body, pan)) =>
    call('POST /v1/order/public/new', { body: { ...body, ...(sheet_token && { sheet_token }) }, token: member.token })
  return { member, body, press }
}
async function paid(payment_method_id: PaymentMethodId = apple_pay, quantity = 1, pan?: string) {
  const { press } = await atSheet(payment_method_id, quantity, pan)
  const { data } = await press()
  expect(data).toMatchObject({ status: 'received' })
  return data.order_no
}

describe('a purchase', () => {
  test.each(ways)('by $name is charged once, however often it is pressed and by which token', async ({ id }) => {
    const { press } = await atSheet(id)
    const first = await press()
    const { order_no } = first.data
    expect(first.data).toMatchObject({ status: 'received', redirect_url: null })
    expect((await press()).data).toMatchObject({ order_no, status: 'received' })
    const { payment_total } = await orderOf(order_no)
    expect(await gmo.order(order_no)).toMatchObject({ status: 'AUTH', amount: payment_total })
    const { state, account, capture_until } = await paymentOf(order_no)
    expect({ state, account }).toEqual({ state: 'authorised', account: 'gmo tshop00000001' })
    expect((capture_until!.getTime() - Date.now()) / 86_400_000).toBeCloseTo(30, 1)
    expect((await gmo.orders()).filter(({ orderId }) => orderId === order_no)).toHaveLength(1)
    expect(await differing(order_no)).toEqual([])
  })

  test.each(ways)('by $name without a token is refused beside it, and nothing is begun', async ({ id, name }) => {
    const before = await stock()
    const { body, member } = await atSheet(id)
    const answer = await call('POST /v1/order/public/new', { body, token: member.token })
    expect(answer).toMatchObject({ status: 422 })
    expect(answer.meta?.fields).toMatchObject([
      { path: 'sheet_token', message: `${name}の画面で、お支払いを承認してください。` },
    ])
    expect(await stock()).toBe(before)
  })

  test('whose total is no longer the one that was approved is not charged', async () => {
    const { press } = await atSheet(apple_pay)
    const own = eq(product_sku.id, 101)
    await db.update(product_sku).set({ price: sql`price + 500` }).where(own)
    const count = (await gmo.orders()).length
    expect(await press()).toMatchObject({ status: 409 })
    await db.update(product_sku).set({ price: sql`price - 500` }).where(own)
    expect(await gmo.orders()).toHaveLength(count)
  })

  test.each(ways)(
    'by $name that the card company refuses: the stock is back, and no word of a カード番号',
    async ({ id }) => {
      const before = await stock()
      const { press } = await atSheet(id, 1, SHEET_PAN.refused)
      const { data } = await press()
      expect(data).toMatchObject({ status: 'payment_error' })
      expect(data.payment_message).toMatch(/別のお支払い方法をお選びください。$/)
      expect(await paymentOf(data.order_no)).toMatchObject({ state: 'failed', refusal: 'not_accepted' })
      expect(await stock()).toBe(before)
    },
  )

  test('whose answer was lost is found by the next press, which brings another token', async () => {
    const { press } = await atSheet(apple_pay)
    await gmo.fault('credit/charge', 'drop-after')
    expect(await press()).toMatchObject({ status: 503, meta: { error: 'ERROR_PAYMENT_UNAVAILABLE' } })
    const { data } = await press()
    expect(data).toMatchObject({ status: 'received' })
    expect(await gmo.order(data.order_no)).toMatchObject({ status: 'AUTH' })
    expect(await differing(data.order_no)).toEqual([])
  })

  test('whose answer was lost and that nobody presses again is received by the repair', async () => {
    const { press, member, body } = await atSheet(google_pay)
    await gmo.fault('credit/charge', 'drop-after')
    await press()
    await repair()
    const query = { idempotency_key: body.idempotency_key }
    const { items } = (await call('GET /v1/order/public/list', { query, token: member.token })).data
    expect(items).toMatchObject([{ status: 'received' }])
  })

  test('whose request reaches GMO only after its order was given up is given back', async () => {
    const { press, member, body } = await atSheet(apple_pay)
    await gmo.fault('credit/charge', 'drop-before')
    await press()
    await repair()
    const query = { idempotency_key: body.idempotency_key }
    const { items } = (await call('GET /v1/order/public/list', { query, token: member.token })).data
    const { order_no } = items[0]!
    expect(await orderOf(order_no)).toMatchObject({ status: 'payment_error' })
    const { provider_order_id, amount } = await paymentOf(order_no)
    const source = { kind: 'sheet_token', token: tokenOf(apple_pay, body), contact: portTestContact } as const
    const late = { provider_order_id, amount, reference: {} }
    await gmoSheet(gmo.settings, 'apple_pay').authorise(late, source, portTestOrder(amount), null)
    expect(await differing(order_no)).toEqual([])
    await repair()
    expect(await gmo.order(order_no)).toMatchObject({ status: 'CANCEL' })
    expect(await paymentOf(order_no)).toMatchObject({ state: 'voided' })
  })

  test('leaves no token in our tables', async () => {
    const { body, press } = await atSheet(apple_pay)
    const token = tokenOf(apple_pay, body)
    await press(token)
    const { rows } = await db.execute<{ named: string }>(
      sql`select format('%I', table_name) as named from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    for (const { named } of rows) {
      const held = await db.execute(
        sql`select 1 from ${sql.raw(named)} t where position(${token.slice(100, 200)} in t::text) > 0 limit 1`,
      )
      expect([named, held.rowCount]).toEqual([named, 0])
    }
  })
})

describe('Google Pay by a card that is in no device', () => {
  async function toBank() {
    const { press } = await atSheet(google_pay)
    const { data } = await press(googlePayToken('PAN_ONLY'))
    return { press, order_no: data.order_no, redirect_url: data.redirect_url! }
  }
  const comeBack = async (address: string | null) =>
    (await fetch(`${url}/v1/payment/gmo-wallet/return${new URL(address!).search}`, { redirect: 'manual' })).headers.get(
      'location',
    )

  test('is paid after 3-D Secure, and not before; pressed again it leads to the same page', async () => {
    const { press, order_no, redirect_url } = await toBank()
    expect((await press(googlePayToken('PAN_ONLY'))).data).toMatchObject({ order_no, redirect_url })
    expect(await gmo.order(order_no)).toMatchObject({ status: 'AUTHENTICATED' })
    const back = await gmo.authenticate(redirect_url)
    for (let n = 0; n < 2; n++) expect(await comeBack(back)).toBe(`/sh/normal-purchase/complete?order_no=${order_no}`)
    expect(await orderOf(order_no)).toMatchObject({ status: 'received' })
    expect(await gmo.order(order_no)).toMatchObject({ status: 'AUTH' })
  })

  test('is not paid when 3-D Secure fails, or the browser never comes back', async () => {
    const [failed, left] = [await toBank(), await toBank()]
    await comeBack(await gmo.authenticate(failed.redirect_url, 'N'))
    expect(await orderOf(failed.order_no)).toMatchObject({ status: 'payment_error' })
    await gmo.authenticate(left.redirect_url)
    await repair()
    expect(await orderOf(left.order_no)).toMatchObject({ status: 'payment_error' })
    expect((await gmo.order(left.order_no))!.status).toBe('AUTHENTICATED')
  })
})

describe('after it', () => {
  test.each(ways)('$name: shipped, booked, refunded in part and then whole', async ({ id: way }) => {
    const order_no = await paid(way, 2)
    await shipOrder(ctx, { order_no, ...parcel })
    const { id, payment_total } = await orderOf(order_no)
    expect(await gmo.order(order_no)).toMatchObject({ status: 'SALES', amount: payment_total })
    const booked = await db.select().from(ledger_entry).where(eq(ledger_entry.order_id, id))
    expect(new Set(booked.map(({ payment_method_id }) => payment_method_id))).toEqual(new Set([way]))
    await refundOrder(ctx, { order_no, refund: { kind: 'reduction', total: 500 } })
    expect(await gmo.order(order_no)).toMatchObject({ amount: payment_total - 500 })
    expect(await differing(order_no)).toEqual([])
    await refundOrder(ctx, { order_no, refund: { kind: 'return' } })
    expect(await gmo.order(order_no)).toMatchObject({ status: 'CANCEL' })
    expect(await paymentOf(order_no)).toMatchObject({ state: 'refunded', refunded_amount: payment_total })
    expect((await findJournalDifferences(await desk())).wrong).toEqual([])
  })

  test('the account of the sheet was given up: it is not offered, and what was paid by it is shipped and refunded', async () => {
    const order_no = await paid(apple_pay)
    const sheet = { ...gmoSheet(gmo.settings, 'apple_pay'), begins_none: true } as const
    const gone = {
      ...ctx,
      ports: { ...ctx.ports, payment: new Map([...ctx.ports.payment, [apple_pay, sheet] as const]) },
    }
    const { items } = await listPaymentMethods(gone, { is_subscription: false, amount: 3000 })
    expect(
      items.flatMap(({ payment_method_id }) => (cardSheetOf(payment_method_id) ? [payment_method_id] : [])),
    ).toEqual([google_pay])
    await shipOrder(gone, { order_no, ...parcel })
    await refundOrder(gone, { order_no, refund: { kind: 'return' } })
    expect(await paymentOf(order_no)).toMatchObject({ state: 'refunded' })
  })

  test('cheaper and back, never dearer than was approved; then captured as it is', async () => {
    const order_no = await paid(google_pay, 2)
    const { payment_total } = await orderOf(order_no)
    const to = (amount: number) => changeOrderTotal(ctx, { order_no, amount })
    await to(payment_total - 300)
    await expect(to(payment_total + 1)).rejects.toMatchObject({ refusal: 'limit' })
    // Nothing could be captured of it, so that its parcel could never leave.
    await expect(to(0)).rejects.toMatchObject({ status: 422 })
    await to(payment_total)
    await to(payment_total - 200)
    await shipOrder(ctx, { order_no, ...parcel })
    expect(await gmo.order(order_no)).toMatchObject({ status: 'SALES', amount: payment_total - 200 })
    expect(await differing(order_no)).toEqual([])
  })

  test('Visa by Apple Pay can’t be made cheaper: refused at the change, not when the parcel leaves', async () => {
    const order_no = await paid(apple_pay, 2, SHEET_PAN.visa)
    const { payment_total } = await orderOf(order_no)
    const change = changeOrderTotal(ctx, { order_no, amount: payment_total - 300 })
    await expect(change).rejects.toMatchObject({ refusal: 'not_accepted' })
    await shipOrder(ctx, { order_no, ...parcel })
    expect(await gmo.order(order_no)).toMatchObject({ status: 'SALES', amount: payment_total })
    await expect(refundOrder(ctx, { order_no, refund: { kind: 'reduction', total: 500 } })).rejects.toMatchObject({
      refusal: 'not_accepted',
    })
    await refundOrder(ctx, { order_no, refund: { kind: 'return' } })
    expect(await gmo.order(order_no)).toMatchObject({ status: 'CANCEL' })
  })

  test('cancelled before it is sent: given back; erased and merged members leave it as it is', async () => {
    const [one, other, gone] = [await paid(apple_pay), await paid(google_pay), await paid(apple_pay)]
    const [kept, moved, left] = await Promise.all(
      [one, other, gone].map(async (order_no) => (await orderOf(order_no)).customer_id),
    )
    await db
      .update(customer)
      .set({ email_verified_at: ctx.clock.now() })
      .where(inArray(customer.id, [kept!, moved!]))
    const operator = await desk()
    await mergeWithIdentityChecks(operator, kept!, moved!)
    await shipOrder(ctx, { order_no: other, ...parcel })
    expect(await gmo.order(other)).toMatchObject({ status: 'SALES' })
    await cancelOrder(ctx, { order_no: gone })
    await repair()
    expect(await gmo.order(gone)).toMatchObject({ status: 'CANCEL' })
    await db.transaction((tx) => endMembership(tx, operator, { shop_id: 2, customer_id: left! }))
    for (const order_no of [one, other, gone]) expect(await differing(order_no)).toEqual([])
  })
})

describe('with gift, code, points and a set', () => {
  test('the total of the sheet is what is charged, and what comes back after a parcel', async () => {
    const wrapping_offer = { wraps: [{ wrapping_name: 'リボン', wrapping_fee: 330 }], noshi: [], card_fee: 55 }
    const rules = { wrapping_offer, point_flag: true, point_rate: 1, point_least: 1, point_most_rate: 100 }
    await db.update(shop).set(rules).where(eq(shop.id, 2))
    const { code } = await insertRunningPromotion(db)
    const member = await newMember(call)
    const [{ id } = { id: 0 }] = await db
      .select({ id: customer.id })
      .from(customer)
      .where(eq(customer.email, String(member.form.email)))
    await adjustPoints(await desk(), { id, points: 500, reason: 'お詫び', balance: 0 })
    for (const payment_method_id of [apple_pay, google_pay]) {
      const body = await confirm(call, member, null, {
        payment_method_id,
        items: [{ product_sku_id: 128, quantity: 1, revision: 1 }],
        wrapping: { wrap: 'リボン', noshi: null, message_card: null },
        ...(payment_method_id === apple_pay ? { coupon_codes: [code], points: 300 } : {}),
      })
      const sheet_token = tokenOf(payment_method_id, body)
      const { data } = await call('POST /v1/order/public/new', { body: { ...body, sheet_token }, token: member.token })
      expect(data).toMatchObject({ status: 'received' })
      expect(await gmo.order(data.order_no)).toMatchObject({ amount: body.shown.payment_total })
      await shipOrder(ctx, { order_no: data.order_no, ...parcel })
      await refundOrder(ctx, { order_no: data.order_no, refund: { kind: 'return' } })
      expect(await gmo.order(data.order_no)).toMatchObject({ status: 'CANCEL' })
      expect(await differing(data.order_no)).toEqual([])
    }
    expect((await findJournalDifferences(await desk())).wrong).toEqual([])
  })

  test('what a code makes free needs no way of paying, no sheet and no token', async () => {
    const member = await newMember(call)
    const { code } = await insertRunningPromotion(db, { effect: { kind: 'percent', percent: 100 } })
    // Nothing is paid for the delivery of so much.
    const body = await confirm(call, member, null, {
      payment_method_id: apple_pay,
      items: [{ product_sku_id: 101, quantity: 3, revision: 1 }],
      coupon_codes: [code],
    })
    expect(body.shown.payment_total).toBe(0)
    const { data } = await call('POST /v1/order/public/new', { body, token: member.token })
    expect(data).toMatchObject({ status: 'received' })
    expect(await gmo.order(data.order_no)).toBeNull()
    expect(await orderOf(data.order_no)).toMatchObject({ payment_total: 0, payment_method_id: null })
  })

  test('held, hidden or pressed thrice at once after the sheet was opened: nothing is charged, or once', async () => {
    const { press } = await atSheet(apple_pay)
    const count = (await gmo.orders()).length
    await db.insert(payment_hold).values({ shop_id: 2, reason: 'restored', held_at: ctx.clock.now() })
    expect((await press()).status).toBeGreaterThanOrEqual(400)
    await db.delete(payment_hold).where(eq(payment_hold.shop_id, 2))
    const own = and(eq(shop_payment.shop_id, 2), eq(shop_payment.payment_method_id, apple_pay))
    await db.update(shop_payment).set({ visible: false }).where(own)
    expect((await press()).status).toBeGreaterThanOrEqual(400)
    await db.update(shop_payment).set({ visible: true }).where(own)
    expect(await gmo.orders()).toHaveLength(count)
    const all = await Promise.all([press(), press(), press()])
    const [order_no, ...others] = new Set(all.map(({ data }) => data?.order_no))
    expect(others).toEqual([])
    expect((await gmo.orders()).filter(({ orderId }) => orderId === order_no)).toHaveLength(1)
    expect(await differing(order_no!)).toEqual([])
  })

  test('while payments are on hold, and for a delivery that is too far, each says why not', async () => {
    const query = { is_subscription: false, amount: 3000, visible: true }
    const reasons = async (more: object) => {
      const { items } = (await call('GET /v1/setting/shop/payment/', { query: { ...query, ...more } })).data
      return items.flatMap(({ payment_method_id, reason }) => (cardSheetOf(payment_method_id) ? [reason] : []))
    }
    expect(await reasons({})).toEqual([null, null])
    const delivery_date = addDays(ctx.clock.today(), 31)
    expect(await reasons({ delivery_date })).toEqual([
      expect.stringMatching(/^Apple Payは、30日より先/),
      expect.stringMatching(/^Google Payは、30日より先/),
    ])
    await db.insert(payment_hold).values({ shop_id: 2, reason: 'restored', held_at: ctx.clock.now() })
    try {
      expect(await reasons({})).toEqual([PAYMENTS_ON_HOLD_TEXT, PAYMENTS_ON_HOLD_TEXT])
    } finally {
      await db.delete(payment_hold).where(eq(payment_hold.shop_id, 2))
    }
  })
})

describe('a delivery whose card was refused, by the link of its mail', () => {
  test('is paid by a sheet; refused, it can be paid again', async () => {
    const { ctx: day, ledger, clock } = contextOnDayWithCards(db, '2026-11-21')
    const sheet = gmoSheet(gmo.settings, 'apple_pay')
    const payments = new Map([...day.ports.payment, [apple_pay, sheet] as const])
    const as = { ...day, ports: { ...day.ports, payment: payments } }
    const { id } = await insertSubscribedMember(db, as)
    ledger.fate = () => 'unusable'
    for (let n = 0; n < 2; n++) {
      clock.move(5)
      await runDailyDeliveries(as)
    }
    const mails = await db.select().from(outbox).where(eq(outbox.kind, 'mail')).orderBy(asc(outbox.id))
    const token = mails
      .flatMap(({ payload }) => /pay-delivery\?token=([\w.-]+)/.exec(JSON.stringify(payload))?.[1] ?? [])
      .at(-1)!
    const press = async (pan: string | null) => {
      const { delivery, methods } = await showPayLink(as, { token })
      const { payment_total } = methods.find(({ payment_method_id }) => payment_method_id === apple_pay)!
      return payByLink(as, {
        ...{ token, payment_method_id: apple_pay, third_party_consent: false, card: null },
        ...(pan !== null && { sheet_token: applePayToken(payment_total, pan) }),
        shown_payment_total: payment_total,
        shown_delivery_date: delivery!.delivery_date,
      })
    }
    await expect(press(null)).rejects.toMatchObject({ status: 422, fields: [{ path: 'sheet_token' }] })
    await press(SHEET_PAN.refused)
    expect(await showPayLink(as, { token })).toMatchObject({ state: 'open' })
    await press(SHEET_PAN.jcb)
    expect(await showPayLink(as, { token })).toMatchObject({ state: 'paid' })
    const paid = await db
      .select({ no: payment.provider_order_id, state: payment.state })
      .from(payment)
      .innerJoin(orders, eq(orders.id, payment.order_id))
      .where(and(eq(orders.subscription_id, id), eq(payment.payment_method_id, apple_pay)))
      .orderBy(asc(payment.id))
    expect(paid.map(({ state }) => state)).toEqual(['failed', 'authorised'])
    expect(await gmo.order(paid.at(-1)!.no)).toMatchObject({ status: 'AUTH' })
  })
})

describe('where it is offered', () => {
  test('定期便 says why not, and the server refuses it too', async () => {
    const query = { is_subscription: true, amount: 3000, visible: true }
    const { items } = (await call('GET /v1/setting/shop/payment/', { query })).data
    for (const { id, name } of ways)
      expect(items.find(({ payment_method_id }) => payment_method_id === id)).toMatchObject({
        is_available: false,
        reason: `${name}は、定期便ではご利用いただけません。通常のご購入でお選びいただけます。`,
      })
    const member = await newMember(call)
    const more = { payment_method_id: apple_pay, is_subscription: true, delivery_pattern: monthly } as const
    await expect(confirm(call, member, null, more)).rejects.toThrow('定期便ではご利用いただけません')
  })

  test('the mail names it', async () => {
    const order_no = await paid(google_pay)
    const mails = await db.select().from(outbox).where(eq(outbox.kind, 'mail'))
    const own = mails.find(({ payload }) => JSON.stringify(payload).includes(order_no))
    expect(JSON.stringify(own?.payload)).toContain('Google Pay')
  })

  test('the file by which Apple knows the address is not there where the shop has none', async () => {
    const file = '/.well-known/apple-developer-merchantid-domain-association'
    expect((await fetch(`${url}${file}`)).status).toBe(404)
    const own = { ...environment(database.url, sandbox), APPLE_PAY_DOMAIN_FILE: '7B2270' }
    const other = await startServer(own)
    const answer = await fetch(`${other.url}${file}`)
    expect([answer.status, await answer.text()]).toEqual([200, '7B2270'])
    await other.stop()
  })

  test('Apple’s session is for our own address, whatever page asks', async () => {
    const body = { validation_url: 'https://apple-pay-gateway.apple.com/paymentservices/startSession' }
    const { data } = await call('POST /v1/common/payment/apple-pay/merchant-session', { body })
    expect(data.merchant_session).toMatchObject({ domainName: 'shop.example', displayName: '椿野' })
  })
})
