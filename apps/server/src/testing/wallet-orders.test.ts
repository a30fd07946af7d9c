import { gmoWallet } from '@kushi/adapters/gmo-openapi/wallet'
import { gmoWalletsClient } from '@kushi/adapters/testing/gmo-wallets'
import { customer } from '@kushi/db/schema/customer'
import { shop_payment } from '@kushi/db/schema/delivery'
import { ledger_entry } from '@kushi/db/schema/ledger'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { scheduled_change } from '@kushi/db/schema/schedule'
import { settlement_line, settlement_method_fee } from '@kushi/db/schema/settlement'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { assignSettlementColumns, uploadSettlementFile } from '@kushi/shop/accounting/settlement/admin/files'
import { processSettlementFiles } from '@kushi/shop/accounting/settlement/process-settlement-files'
import { endMembership } from '@kushi/shop/operation/membership/internal/end-membership'
import { cancelOrder } from '@kushi/shop/sales/fulfilment/cancel-order'
import { shipOrder } from '@kushi/shop/sales/fulfilment/ship-order'
import { changeOrderTotal } from '@kushi/shop/sales/order/change-total'
import { isLapsingSql } from '@kushi/shop/sales/payment/internal/lapsing'
import { reconcilePayments } from '@kushi/shop/sales/payment/reconcile-payments'
import { refundOrder } from '@kushi/shop/sales/refund/refund-order'
import { payByLink, showPayLink } from '@kushi/shop/sales/subscription/pay-by-link'
import { runDailyDeliveries } from '@kushi/shop/sales/subscription/run-day'
import { findJournalDifferences } from '@kushi/shop/testing/journal-differences'
import { journalFilesInMemory } from '@kushi/shop/testing/journal-files'
import { mergeWithIdentityChecks } from '@kushi/shop/testing/merge'
import { operatorContext } from '@kushi/shop/testing/operator'
import { insertShopClosing } from '@kushi/shop/testing/rows'
import { contextOnDayWithCards, insertSubscribedMember } from '@kushi/shop/testing/subscription'
import { addDays } from '@kushi/values/calendar-date'
import { PAYMENT_METHOD, PAYMENT_METHODS, type PaymentMethodId } from '@kushi/values/payment-method'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { orderInspector } from './order-inspector.ts'
import { environment, newMember, sandboxOf, startServer } from './server.ts'
import { confirm, monthly } from './shopper.ts'

const sandbox = await sandboxOf()
const database = await testDatabase()
const { db } = database
const server = await startServer(environment(database.url, sandbox))
const wallets = gmoWalletsClient(sandbox)
const { call, url } = server
afterAll(async () => {
  await server.stop()
  await database.close()
  await sandbox.stop()
})
afterEach(() => wallets.clearFaults())

const ways = PAYMENT_METHODS.filter(({ gmo_wallet }) => gmo_wallet)
const ids = ways.map(({ id }) => id!)
beforeAll(() =>
  db
    .update(shop_payment)
    .set({ visible: true })
    .where(and(eq(shop_payment.shop_id, 2), inArray(shop_payment.payment_method_id, ids))),
)

const { ctx, repair, orderOf, paymentOf, stock } = await orderInspector(server)

/** An order up to the wallet's page. */
async function toWallet(payment_method_id: PaymentMethodId = PAYMENT_METHOD.d_barai, quantity = 1) {
  const member = await newMember(call)
  const items = [{ product_sku_id: 101, quantity, revision: 1 }]
  const body = await confirm(call, member, null, { payment_method_id, items })
  const placed = await call('POST /v1/order/public/new', { body, token: member.token })
  if (!placed.data?.redirect_url) throw new Error(JSON.stringify(placed))
  return { member, body, order_no: placed.data.order_no, redirect_url: placed.data.redirect_url }
}
/** The browser's way back, with what GMO gives it. */
async function comeBack(address: string | null) {
  const res = await fetch(`${url}/v1/payment/gmo-wallet/return${new URL(address!).search}`, { redirect: 'manual' })
  return res.headers.get('location')
}
async function paid(payment_method_id?: PaymentMethodId, quantity = 1) {
  const sent = await toWallet(payment_method_id, quantity)
  await comeBack(await wallets.press(sent.redirect_url, 'pay'))
  return sent
}
const differing = async (order_no: string) => (await reconcilePayments(ctx)).filter((one) => one.order_no === order_no)
const parcel = { carrier: 'yamato', tracking_no: '123456789012' } as const
const notice = (order_no: string) => wallets.notice(order_no, `${url}/v1/payment/gmo-wallet/notification`)

describe('a purchase', () => {
  test.each(ways)('by $name is paid once, however often it is pressed and the browser comes back', async (way) => {
    const { member, body, order_no, redirect_url } = await toWallet(way.id)
    const pressed = await call('POST /v1/order/public/new', { body, token: member.token })
    expect(pressed.data).toMatchObject({ order_no, redirect_url })
    const back = await wallets.press(redirect_url, 'pay')
    for (let n = 0; n < 2; n++) expect(await comeBack(back)).toBe(`/sh/normal-purchase/complete?order_no=${order_no}`)
    const { status, payment_total } = await orderOf(order_no)
    expect(status).toBe('received')
    expect(await wallets.order(order_no)).toMatchObject({
      status: 'AUTH',
      amount: payment_total,
      walletType: way.gmo_wallet,
    })
    const { state, capture_until, account } = await paymentOf(order_no)
    expect({ state, account }).toEqual({ state: 'authorised', account: 'gmo tshop00000001' })
    expect((capture_until!.getTime() - Date.now()) / 86_400_000).toBeCloseTo(30, 1)
    expect(await reconcilePayments(ctx)).toEqual([])
  })

  test('やめる: not paid, the stock is back, and the page can’t be paid later', async () => {
    const before = await stock()
    const { order_no, redirect_url } = await toWallet()
    expect(await stock()).toBe(before - 1)
    await comeBack(await wallets.press(redirect_url, 'cancel'))
    expect(await orderOf(order_no)).toMatchObject({ status: 'payment_error' })
    expect(await paymentOf(order_no)).toMatchObject({ refusal: 'cancelled', error: 'payer-cancelled' })
    expect(await stock()).toBe(before)
  })

  test('the way back without a key, with a broken one or another’s leads home and changes nothing', async () => {
    const { order_no } = await toWallet()
    const home = async (p: string) =>
      (await fetch(`${url}/v1/payment/gmo-wallet/return?p=${p}`, { redirect: 'manual' })).headers.get('location')
    const forged = Buffer.from(JSON.stringify({ csrfToken: 'x'.repeat(43) })).toString('base64url')
    for (const p of ['', 'e30', '%ff', 'bnVsbA', forged]) expect(await home(p)).toBe('/sh/')
    expect(await paymentOf(order_no)).toMatchObject({ state: 'redirected' })
  })

  test('paid, and the browser never comes back: the repair receives it; while the wallet is at work, the next one', async () => {
    const [left, slow] = [await toWallet(), await toWallet()]
    await wallets.press(left.redirect_url, 'leave')
    await comeBack(await wallets.press(slow.redirect_url, 'slow'))
    await repair()
    expect(await orderOf(left.order_no)).toMatchObject({ status: 'received' })
    await repair()
    expect(await orderOf(slow.order_no)).toMatchObject({ status: 'received' })
  })

  test('given up, and paid after that: voided by the notice, or by the reconciliation where the notice is lost', async () => {
    const [told, lost] = [await toWallet(), await toWallet()]
    await repair()
    for (const { order_no, redirect_url } of [told, lost]) {
      expect(await orderOf(order_no)).toMatchObject({ status: 'payment_error' })
      await wallets.press(redirect_url, 'leave')
    }
    expect(await notice(told.order_no)).toBe(200)
    expect(await paymentOf(told.order_no)).toMatchObject({ state: 'void_pending' })
    expect(await reconcilePayments(ctx)).toEqual([])
    await repair()
    for (const { order_no } of [told, lost]) {
      expect(await paymentOf(order_no)).toMatchObject({ state: 'voided' })
      expect(await wallets.order(order_no)).toMatchObject({ status: 'CANCEL' })
    }
  })

  test('a notice settles it before the browser comes back; twice, late or forged it changes nothing', async () => {
    const { order_no, redirect_url } = await toWallet()
    // Before it is paid: the one that follows says the same, and is followed.
    expect(await notice(order_no)).toBe(200)
    expect(await paymentOf(order_no)).toMatchObject({ state: 'redirected' })
    await wallets.press(redirect_url, 'leave')
    await wallets.fault('order/inquiry', '500')
    expect(await notice(order_no)).toBe(503)
    expect(await notice(order_no)).toBe(200)
    expect(await notice(order_no)).toBe(200)
    expect(await orderOf(order_no)).toMatchObject({ status: 'received' })
    const forged = { accessId: '1', event: 'WALLET_PAID', csrfToken: 'guessed' }
    const address = `${url}/v1/payment/gmo-wallet/notification`
    for (const body of [JSON.stringify(forged), 'null', '<'])
      expect((await fetch(address, { method: 'POST', body })).status).toBe(200)
    expect(await paymentOf(order_no)).toMatchObject({ state: 'authorised' })
  })
})

describe('after it', () => {
  test('shipped: captured once, booked, refunded in part and then whole', async () => {
    const { order_no } = await paid(PAYMENT_METHOD.merpay, 2)
    await shipOrder(ctx, { order_no, ...parcel })
    const { id, payment_total } = await orderOf(order_no)
    expect(await wallets.order(order_no)).toMatchObject({ status: 'SALES', amount: payment_total })
    const booked = await db.select().from(ledger_entry).where(eq(ledger_entry.order_id, id))
    expect(new Set(booked.map(({ payment_method_id }) => payment_method_id))).toEqual(new Set([11]))
    await refundOrder(ctx, { order_no, refund: { kind: 'reduction', total: 500 } })
    expect(await wallets.order(order_no)).toMatchObject({ status: 'SALES', amount: payment_total - 500 })
    expect(await reconcilePayments(ctx)).toEqual([])
    await refundOrder(ctx, { order_no, refund: { kind: 'return' } })
    expect(await wallets.order(order_no)).toMatchObject({ status: 'CANCEL' })
    expect(await paymentOf(order_no)).toMatchObject({ state: 'refunded', refunded_amount: payment_total })
    expect(await reconcilePayments(ctx)).toEqual([])
  })

  test('GMO’s file pays each wallet by its own fee, and month and journals agree to the yen', async () => {
    const admin = await operatorContext(db, 'manager', {
      clock: ctx.clock,
      ports: { journal_file: journalFilesInMemory() },
    })
    const own = { shop_id: 2, fee_fixed: 0, fee_tax: 'exempt' as const }
    await db.insert(settlement_method_fee).values([
      { ...own, payment_method_id: PAYMENT_METHOD.rakuten_pay, fee_rate: 4 },
      { ...own, payment_method_id: PAYMENT_METHOD.au_pay, fee_rate: 3 },
    ])
    const sold = []
    for (const way of [PAYMENT_METHOD.rakuten_pay, PAYMENT_METHOD.au_pay]) {
      const { order_no } = await paid(way)
      await shipOrder(ctx, { order_no, ...parcel })
      sold.push(await orderOf(order_no))
    }
    const [rakuten, au] = sold.map(({ order_no, payment_total }) => ({ order_no, payment_total }))
    const lines = [
      [rakuten!.order_no, rakuten!.payment_total, Math.floor(rakuten!.payment_total * 0.04)],
      // The fee of the other wallet.
      [au!.order_no, au!.payment_total, Math.floor(au!.payment_total * 0.04)],
    ]
    const text = ['オーダーID,金額,手数料', ...lines.map((line) => line.join(','))].join('\r\n')
    const file = await uploadSettlementFile(admin, { name: 'gmo.csv', content: new TextEncoder().encode(text) })
    const columns = { order_ref: 'オーダーID', amount: '金額', fee: '手数料' }
    await assignSettlementColumns(admin, { id: file.id, provider: 'gmo', columns, paid_on: '2026-12-15' })
    await processSettlementFiles(admin)
    const found = await db.select().from(settlement_line).orderBy(asc(settlement_line.id))
    expect(found.map(({ state, reason }) => [state, reason])).toEqual([
      ['matched', null],
      ['open', 'fee_differs'],
    ])
    expect(await paymentOf(rakuten!.order_no)).toMatchObject({ settled_amount: rakuten!.payment_total })
    expect((await findJournalDifferences(admin)).wrong).toEqual([])
  })

  test('cancelled before it is shipped: the authorisation is given back', async () => {
    const { order_no } = await paid()
    await cancelOrder(ctx, { order_no })
    await repair()
    expect(await wallets.order(order_no)).toMatchObject({ status: 'CANCEL' })
    expect(await paymentOf(order_no)).toMatchObject({ state: 'voided' })
  })

  test('cheaper and dearer again, up to what was authorised: what it costs then is captured', async () => {
    const { order_no } = await paid(PAYMENT_METHOD.au_pay, 2)
    const { payment_total } = await orderOf(order_no)
    const to = (amount: number) => changeOrderTotal(ctx, { order_no, amount })
    await to(payment_total - 300)
    expect(await differing(order_no)).toEqual([])
    await expect(to(payment_total + 1)).rejects.toThrow()
    await to(payment_total)
    expect(await differing(order_no)).toEqual([])
    await to(payment_total - 200)
    await shipOrder(ctx, { order_no, ...parcel })
    expect(await wallets.order(order_no)).toMatchObject({ status: 'SALES', amount: payment_total - 200 })
    expect(await differing(order_no)).toEqual([])
  })

  test('an authorisation that has lapsed: shipping is refused, and nothing is captured', async () => {
    const { order_no } = await paid()
    await wallets.age(order_no, 31)
    await expect(shipOrder(ctx, { order_no, ...parcel })).rejects.toThrow()
    expect(await paymentOf(order_no)).toMatchObject({ state: 'authorised', captured_amount: 0 })
  })
})

describe('a capture whose answer is lost', () => {
  /** GMO has captured it; here it is still 仮売上. */
  async function cutOff(way?: PaymentMethodId) {
    const { order_no } = await paid(way)
    await wallets.fault('order/capture', 'drop-after')
    await expect(shipOrder(ctx, { order_no, ...parcel })).rejects.toThrow()
    expect(await wallets.order(order_no)).toMatchObject({ status: 'SALES' })
    expect(await paymentOf(order_no)).toMatchObject({ state: 'authorised', captured_amount: 0 })
    return { order_no, total: (await orderOf(order_no)).payment_total }
  }
  async function aMinuteLater(order_no: string) {
    await db
      .update(payment)
      .set({ claimed_until: sql`now() - interval '2 minutes'` })
      .where(eq(payment.provider_order_id, order_no))
    await Promise.all([repair(), repair()])
  }

  test('is found by the repair of any process, shipped, and given back whole on its day', async () => {
    const { order_no, total } = await cutOff()
    await aMinuteLater(order_no)
    expect(await paymentOf(order_no)).toMatchObject({ state: 'captured', captured_amount: total, claimed_until: null })
    await expect(cancelOrder(ctx, { order_no })).rejects.toThrow('代金を受け取り済みです')
    await expect(changeOrderTotal(ctx, { order_no, amount: total - 100 })).rejects.toThrow()
    await shipOrder(ctx, { order_no, ...parcel })
    await refundOrder(ctx, { order_no, refund: { kind: 'return' } })
    expect(await wallets.order(order_no)).toMatchObject({ status: 'CANCEL' })
    expect(await paymentOf(order_no)).toMatchObject({ state: 'refunded', refunded_amount: total })
    expect(await differing(order_no)).toEqual([])
  })

  test.each([PAYMENT_METHOD.d_barai, PAYMENT_METHOD.rakuten_pay])(
    'cancelled in that minute: given back',
    async (way) => {
      const { order_no } = await cutOff(way)
      await cancelOrder(ctx, { order_no })
      await aMinuteLater(order_no)
      expect(await paymentOf(order_no)).toMatchObject({ state: 'voided', captured_amount: 0 })
      expect((await wallets.order(order_no))!.status).toMatch(/^(CANCEL|REQRETURN|RETURN)$/)
      expect(await differing(order_no)).toEqual([])
    },
  )

  test('a part was given back at GMO meanwhile: told to the shop; cancelled, the rest goes back too', async () => {
    const { order_no, total } = await cutOff()
    await wallets.lower(order_no, total - 300)
    await aMinuteLater(order_no)
    expect(await paymentOf(order_no)).toMatchObject({ state: 'authorised', captured_amount: 0, claimed_until: null })
    expect(await differing(order_no)).toMatchObject([{ theirs: expect.stringContaining('refunded') }])
    await cancelOrder(ctx, { order_no })
    await repair()
    expect(await wallets.order(order_no)).toMatchObject({ status: 'CANCEL' })
    expect(await differing(order_no)).toEqual([])
  })
})

describe('while the customer is at the wallet', () => {
  test('another member’s, or one without a login, learns nothing of an order by its number or key', async () => {
    const { order_no, redirect_url } = await toWallet()
    const stranger = await newMember(call)
    const back = await wallets.press(redirect_url, 'pay')
    expect(await comeBack(back)).toBe(`/sh/normal-purchase/complete?order_no=${order_no}`)
    for (const token of [undefined, stranger.token]) {
      const seen = await call('GET /v1/order/public/detail/{order_no}', {
        params: { order_no },
        ...(token && { token }),
      })
      expect([401, 403, 404]).toContain(seen.status)
    }
  })

  const idOf = async (order_no: string) => (await orderOf(order_no)).customer_id
  const desk = () => operatorContext(db, 'manager', { clock: ctx.clock })

  test('the price of the goods rises: what was confirmed is paid', async () => {
    const { order_no, redirect_url } = await toWallet()
    const { payment_total } = await orderOf(order_no)
    const own = eq(product_sku.id, 101)
    await db.update(product_sku).set({ price: sql`price + 500` }).where(own)
    await comeBack(await wallets.press(redirect_url, 'pay'))
    await db.update(product_sku).set({ price: sql`price - 500` }).where(own)
    expect(await orderOf(order_no)).toMatchObject({ status: 'received', payment_total })
    expect(await wallets.order(order_no)).toMatchObject({ status: 'AUTH', amount: payment_total })
  })

  test('members are merged only after it is decided; then it is captured once, for who remains', async () => {
    const { order_no, redirect_url } = await toWallet()
    const [kept, other] = [await idOf((await paid()).order_no), await idOf(order_no)]
    await db
      .update(customer)
      .set({ email_verified_at: ctx.clock.now() })
      .where(inArray(customer.id, [kept, other]))
    const operator = await desk()
    await expect(mergeWithIdentityChecks(operator, kept, other)).rejects.toThrow('お支払いの結果が、まだ出ていません')
    await comeBack(await wallets.press(redirect_url, 'pay'))
    await mergeWithIdentityChecks(operator, kept, other)
    await shipOrder(ctx, { order_no, ...parcel })
    expect(await orderOf(order_no)).toMatchObject({ status: 'shipped', customer_id: kept })
    expect(await wallets.order(order_no)).toMatchObject({ status: 'SALES' })
    expect(await differing(order_no)).toEqual([])
  })

  test('nobody is erased before it is decided', async () => {
    const { order_no, redirect_url } = await toWallet()
    const customer_id = await idOf(order_no)
    const operator = await desk()
    const erased = () => db.transaction((tx) => endMembership(tx, operator, { shop_id: 2, customer_id }))
    await expect(erased()).rejects.toMatchObject({ error: 'ERROR_WITHDRAWAL_REFUSED' })
    await comeBack(await wallets.press(redirect_url, 'pay'))
    await expect(erased()).rejects.toMatchObject({ error: 'ERROR_WITHDRAWAL_REFUSED' })
    await cancelOrder(ctx, { order_no })
    await repair()
    await erased()
    expect(await wallets.order(order_no)).toMatchObject({ status: 'CANCEL' })
  })
})

describe('a delivery whose card was refused, by the link of its mail', () => {
  test('two pages are begun and both are paid: one pays the delivery, the other is given back', async () => {
    const { ctx: day, ledger, clock } = contextOnDayWithCards(db, '2026-11-21')
    const wallet = gmoWallet(wallets.settings, 'DOCOMO')
    const as = {
      ...day,
      ports: { ...day.ports, payment: new Map([...day.ports.payment, [PAYMENT_METHOD.d_barai, wallet] as const]) },
    }
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
    const press = async () => {
      const { delivery, methods } = await showPayLink(as, { token })
      const way = methods.find(({ payment_method_id }) => payment_method_id === PAYMENT_METHOD.d_barai)!
      const { redirect_url } = await payByLink(as, {
        ...{ token, payment_method_id: PAYMENT_METHOD.d_barai, third_party_consent: false, card: null },
        shown_payment_total: way.payment_total,
        shown_delivery_date: delivery!.delivery_date,
      })
      return redirect_url!
    }
    const [left, used] = [await press(), await press()]
    expect(left).not.toBe(used)
    const back = await wallets.press(used, 'pay')
    for (let n = 0; n < 2; n++) expect(await comeBack(back)).toContain('/sh/pay-delivery?token=')
    await wallets.press(left, 'leave')
    const tried = async () =>
      db
        .select({ no: payment.provider_order_id, state: payment.state, status: orders.status })
        .from(payment)
        .innerJoin(orders, eq(orders.id, payment.order_id))
        .where(and(eq(orders.subscription_id, id), eq(payment.payment_method_id, PAYMENT_METHOD.d_barai)))
        .orderBy(asc(payment.id))
    const [first, second] = await tried()
    expect(second).toMatchObject({ state: 'authorised', status: 'arranged' })
    expect(await notice(first!.no)).toBe(200)
    await repair()
    expect(await tried()).toMatchObject([{ state: 'voided' }, { state: 'authorised', status: 'arranged' }])
    expect(await wallets.order(first!.no)).toMatchObject({ status: 'CANCEL' })
    expect(await wallets.order(second!.no)).toMatchObject({ status: 'AUTH' })
  })
})

describe('where it is offered', () => {
  test('a closing that moves the first delivery beyond the reservation: refused beside the field, and other ways are not', async () => {
    const today = ctx.clock.today()
    await insertShopClosing(db, today, addDays(today, 35))
    try {
      const member = await newMember(call)
      const by = (payment_method_id: PaymentMethodId) => confirm(call, member, null, { payment_method_id })
      for (const way of ids) await expect(by(way)).rejects.toThrow('30日より先のお届け')
      expect((await by(PAYMENT_METHOD.cash_on_delivery)).shown.first_delivery_date > addDays(today, 35)).toBe(true)
    } finally {
      await db.delete(scheduled_change)
    }
  })

  test('a closing that comes after it was authorised: what can’t be sent in time is listed, and lapses unpaid', async () => {
    const { order_no } = await paid()
    const listed = async (days: number) => {
      const now = new Date(ctx.clock.now().getTime() + days * 86_400_000)
      const later = { ...ctx, clock: { now: () => now, today: () => addDays(ctx.clock.today(), days) } }
      const rows = await db
        .select({ no: payment.provider_order_id })
        .from(payment)
        .where(isLapsingSql(later, 'payment'))
      return rows.some(({ no }) => no === order_no)
    }
    expect([await listed(22), await listed(23), await listed(40)]).toEqual([false, true, true])
    await cancelOrder(ctx, { order_no })
    expect(await listed(40)).toBe(false)
    await wallets.age(order_no, 31)
    await repair()
    expect(await paymentOf(order_no)).toMatchObject({ state: 'voided' })
    expect(await differing(order_no)).toEqual([])
  })

  test('定期便 says why not, and the server refuses it too', async () => {
    const query = { is_subscription: true, amount: 3000, visible: true }
    const { items } = (await call('GET /v1/setting/shop/payment/', { query })).data
    for (const { id, name } of ways)
      expect(items.find(({ payment_method_id }) => payment_method_id === id)).toMatchObject({
        is_available: false,
        reason: `${name}は、定期便ではご利用いただけません。通常のご購入でお選びいただけます。`,
      })
    const member = await newMember(call)
    const more = {
      payment_method_id: PAYMENT_METHOD.merpay,
      is_subscription: true,
      delivery_pattern: monthly,
    } as const
    await expect(confirm(call, member, null, more)).rejects.toThrow('定期便ではご利用いただけません')
  })
})
