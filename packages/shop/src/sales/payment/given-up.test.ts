import { randomUUID } from 'node:crypto'
import { shop_payment } from '@kushi/db/schema/delivery'
import { shipment } from '@kushi/db/schema/fulfilment'
import { orders } from '@kushi/db/schema/order'
import { card_decline, payment } from '@kushi/db/schema/payment'
import { shop } from '@kushi/db/schema/shop'
import { subscription } from '@kushi/db/schema/subscription'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { eventually } from '@kushi/db/testing-eventually'
import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { MemberContext } from '../../context.ts'
import { deleteExpiredRows } from '../../foundation/retention/delete-expired-rows.ts'
import type { CardPort } from '../../ports/card-port.ts'
import { type PaymentPort, PaymentRefused, PaymentUnavailable } from '../../ports/payment-port.ts'
import type { ShopError } from '../../shop-error.ts'
import { testContext, throwingPort } from '../../testing/context.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { writeExternalRefund } from '../../testing/refunded-elsewhere.ts'
import { placementResult } from '../checkout/internal/placed-order.ts'
import { orderPaymentSubject } from '../checkout/pay-order.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { repairPayments } from '../checkout/repair-payments.ts'
import { cancelOrder } from '../fulfilment/cancel-order.ts'
import { markParcelsDelivered } from '../fulfilment/receive-shipments.ts'
import { shipOrder } from '../fulfilment/ship-order.ts'
import { changeOrderTotal } from '../order/change-total.ts'
import { refundOrder } from '../refund/refund-order.ts'
import { checkCardLock } from './card-lock.ts'
import { capturePayment } from './internal/capture-payment.ts'
import { setPaymentCard } from './internal/card-of-payment.ts'
import { recordPaymentAnswer } from './internal/charge.ts'
import { type PaymentRow, withPaymentClaims } from './internal/claim-payment.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const parcel = { carrier: 'yamato', tracking_no: '123456789012' } as const
const now = { started: 0, redirected: 0, held: 0 }
const monthly = { subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const

beforeEach(async () => {
  await emptyTables(db.$client, 'subscription, orders, outbox, card_decline, rate_limit', { restart: true })
  await db.update(shop_payment).set({ visible: true }).where(eq(shop_payment.payment_method_id, 4))
})
const kept: Partial<CardPort> = {
  saveMember: async () => undefined,
  listCards: async () => [
    { card_seq: 9, card_info: '****4242', expire: '3012', holder_name: '', brand: null, default_flag: '1' },
  ],
  cardOfTrade: async () => ({ card_info: '****1111', expire: '3011' }),
  saveCardOfTrade: async () => ({ card_seq: 7, card_info: '****1111' }),
}
async function member(id: number, port: Partial<PaymentPort>, ...others: number[]): Promise<MemberContext> {
  const [customer_id] = await insertMembers(db, 1, { gmo_id: randomUUID() })
  const { payment: cash } = testContext(db).ports
  const card = { ...throwingPort<CardPort>('card'), ...kept } as CardPort
  const ports = {
    card,
    payment: new Map([
      ...cash,
      ...[id, ...others].map(
        (each) => [each, { ...throwingPort<PaymentPort>('payment'), ...port } as PaymentPort] as const,
      ),
    ]),
  }
  return testContext(db, { customer_id: customer_id!, ports })
}
/** By NP後払い. */
const invoice = async (ctx: MemberContext) =>
  placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft({ payment_method_id: 4 })))
const lastPayment = async () => (await db.select().from(payment).orderBy(desc(payment.id)).limit(1))[0]!
const reference = { np_transaction_id: '1' }
const yes: Partial<PaymentPort> = {
  authorise: async () => ({ kind: 'authorised', reference }),
  capture: async () => reference,
}

test('a captured order can’t be cancelled: shipping continues, and a refund is possible afterwards', async () => {
  const ctx = await member(4, { ...yes, refund: async () => reference })
  const { order_no } = await invoice(ctx)
  // The process stopped after the capture and before the parcel was recorded as shipped.
  await shipOrder(ctx, { order_no, ...parcel })
  await db.update(orders).set({ status: 'arranged' })
  await db.update(shipment).set({ status: 'ready', carrier: null, tracking_no: null, shipped_at: null })
  await expect(cancelOrder(ctx, { order_no })).rejects.toMatchObject({ status: 409, error: 'ERROR_ORDER_STATUS' })
  expect(await shipOrder(ctx, { order_no, ...parcel })).toMatchObject({ status: 'shipped' })
  expect(await refundOrder(ctx, { order_no, refund: { kind: 'return' } })).toMatchObject({ status: 'returned' })
  expect(await lastPayment()).toMatchObject({ state: 'refunded' })
})

/** Runs `work`, which waits for another holder of a payment: from its second look on, its timeout has passed. */
async function impatiently(work: () => Promise<unknown>): Promise<void> {
  const { now } = performance
  const since = now.call(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    const at = now.call(performance)
    return at - since > 200 ? at + 10_000 : at
  })
  await work().finally(() => clock.mockRestore())
}

test('a change of the amount and a capture are serialised: the captured amount is the order’s', async () => {
  let capturing = async () => {}
  let changing = async () => {}
  const taken: number[] = []
  const ctx = await member(4, {
    ...yes,
    async capture({ amount }) {
      await capturing()
      taken.push(amount)
      return reference
    },
    async change() {
      await changing()
      return reference
    },
  })
  const { order_no } = await invoice(ctx)
  const [before] = await db.select().from(orders)
  const more = before!.payment_total + 1000
  const busy = { status: 409, error: 'ERROR_PAYMENT_BUSY' }
  capturing = () =>
    impatiently(() => expect(changeOrderTotal(ctx, { order_no, amount: more })).rejects.toMatchObject(busy))
  await shipOrder(ctx, { order_no, ...parcel })
  expect(taken).toEqual([before!.payment_total])
  expect(await lastPayment()).toMatchObject({ state: 'captured', captured_amount: before!.payment_total })

  const { order_no: other } = await invoice(ctx)
  // The ship command reads the order before the change is written.
  changing = () => impatiently(() => expect(shipOrder(ctx, { order_no: other, ...parcel })).rejects.toMatchObject(busy))
  await changeOrderTotal(ctx, { order_no: other, amount: more })
  changing = async () => {}
  capturing = async () => {}
  await shipOrder(ctx, { order_no: other, ...parcel })
  expect(taken).toEqual([before!.payment_total, more])
})

test('the captured amount is the one at the time of the claim, not at the time the order was read', async () => {
  const taken: number[] = []
  const ctx = await member(4, {
    ...yes,
    change: async () => reference,
    async capture({ amount }) {
      taken.push(amount)
      return reference
    },
  })
  const { order_no } = await invoice(ctx)
  const read = await lastPayment()
  await changeOrderTotal(ctx, { order_no, amount: read.amount + 1000 })
  await capturePayment(ctx, read, parcel)
  expect(taken).toEqual([read.amount + 1000])
})

test('a card sent with another method is not saved, and a card that can’t be saved does not block others', async () => {
  const cash = await member(1, yes)
  const odd = await confirmedOrderInput(cash, testOrderDraft(), { card: { token: 'x', save_card: true } })
  await placeOrder(cash, odd)
  expect(await lastPayment()).toMatchObject({ payment_method_id: null, save_card: false })

  const wanted = testOrderDraft({ payment_method_id: 1 })
  const { order_no } = await placeOrder(
    cash,
    await confirmedOrderInput(cash, wanted, { card: { token: 't', save_card: true } }),
  )
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  // 210 cards for which the vault does not respond, all of them waiting longer.
  const stuck = Array.from({ length: 210 }, (_, n) => ({
    shop_id: 2,
    order_id: order!.id,
    payment_method_id: 1,
    amount: 1,
    save_card: true,
    state: 'authorised' as const,
    provider_order_id: `STUCK-${n}`,
    updated_at: new Date(Date.now() - 3_600_000),
  }))
  await db.insert(payment).values(stuck)
  const silent = async (number: string) => {
    if (number.startsWith('STUCK')) throw new PaymentUnavailable('unknown transaction')
    return { card_info: '****1111', expire: '3012' }
  }
  const listCards = async () => [
    { card_seq: 1, card_info: '', expire: '', holder_name: '', brand: null, default_flag: '0' as const },
  ]
  const saveCardOfTrade: CardPort['saveCardOfTrade'] = async ({ provider_order_id }) => {
    await silent(provider_order_id)
    return { card_seq: 7, card_info: '****1111' }
  }
  const card = { ...cash.ports.card, listCards, cardOfTrade: silent, saveCardOfTrade } as CardPort
  const ctx = { ...cash, ports: { ...cash.ports, card } }
  for (let run = 0; run < 2; run++) await repairPayments(ctx, now)
  const [kept] = await db.select().from(payment).where(eq(payment.provider_order_id, order_no))
  expect(kept).toMatchObject({ card_seq: 7, save_card: false })
})

test('a retry after a kill continues by itself; a live holder renews its claim; an open payment is reported in words', async () => {
  const ctx = await member(1, yes)
  const request = await confirmedOrderInput(ctx, testOrderDraft({ payment_method_id: 1 }), { card: { card_seq: 9 } })
  let dies = true
  const dying = await member(1, {
    async authorise() {
      if (!dies) return { kind: 'authorised', reference }
      throw new Error('killed')
    },
  })
  const killed = { ...dying, customer_id: ctx.customer_id }
  await expect(placeOrder(killed, request)).rejects.toThrow('killed')
  await db.update(payment).set({ claimed_until: sql`now() + interval '1 second'` })
  dies = false
  expect(await placeOrder(killed, request)).toMatchObject({ status: 'received' })

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { provider_order_id } = await lastPayment()
  await withPaymentClaims(ctx, [provider_order_id], ['authorised'], async ([claimed]) => {
    vi.advanceTimersByTime(4_000)
    await eventually(async () =>
      expect((await lastPayment()).claimed_until!.getTime()).toBeGreaterThan(claimed!.claimed_until!.getTime()),
    )
  })
  vi.useRealTimers()
  expect(await lastPayment()).toMatchObject({ claimed_until: null })
  const open = placementResult({ order_no: 'K1', status: 'payment_pending', payment_method_id: 1, state: 'intent' })
  expect(open.payment_message).toContain('二重に請求されることはありません')
})

test('a holder that hung beyond its lease neither renews nor releases the claim of the next one', async () => {
  const ctx = await member(1, yes)
  await placeOrder(
    ctx,
    await confirmedOrderInput(ctx, testOrderDraft({ payment_method_id: 1 }), { card: { card_seq: 9 } }),
  )
  const { provider_order_id } = await lastPayment()
  const next = new Date(Date.now() + 60_000)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await withPaymentClaims(ctx, [provider_order_id], ['authorised'], async ([claimed]) => {
    await db.update(payment).set({ claimed_until: next }).where(eq(payment.id, claimed!.id))
    vi.advanceTimersByTime(4_000)
  })
  await withPaymentClaims(ctx, [provider_order_id], ['authorised'], async (free) => expect(free).toEqual([]))
  vi.useRealTimers()
  expect(await lastPayment()).toMatchObject({ claimed_until: next })
})

test('a renewal whose reply was lost is followed by others, and the claim is released', async () => {
  const ctx = await member(1, yes)
  await placeOrder(
    ctx,
    await confirmedOrderInput(ctx, testOrderDraft({ payment_method_id: 1 }), { card: { card_seq: 9 } }),
  )
  const { provider_order_id } = await lastPayment()
  const update: typeof db.update = db.update.bind(db)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await withPaymentClaims(ctx, [provider_order_id], ['authorised'], async ([claimed]) => {
    const { claimed_until } = claimed!
    const endAfter = async (end: Date) => {
      vi.advanceTimersByTime(4_000)
      await eventually(async () =>
        expect((await lastPayment()).claimed_until!.getTime()).toBeGreaterThan(end.getTime()),
      )
      return (await lastPayment()).claimed_until!
    }
    const lost = {
      set: (set: object) => ({
        where: async (where: SQL) => {
          await update(payment).set(set).where(where)
          throw new Error('reply lost')
        },
      }),
    }
    vi.spyOn(db, 'update').mockImplementationOnce(() => lost as never)
    await endAfter(await endAfter(claimed_until!))
  })
  vi.useRealTimers()
  vi.restoreAllMocks()
  expect(await lastPayment()).toMatchObject({ claimed_until: null })
})

test('an examination that does not end is given up by the shop, here and at the provider', async () => {
  let isVoid = false
  const ctx = await member(4, {
    authorise: async () => ({ kind: 'held', reasons: [], reference }),
    find: async ({ amount }) => ({ state: isVoid ? 'voided' : 'held', amount, refunded_amount: 0, reference }),
    async void() {
      isVoid = true
      return reference
    },
  })
  const { order_no } = await invoice(ctx)
  expect(await cancelOrder(ctx, { order_no })).toMatchObject({ status: 'cancelled' })
  await repairPayments(ctx, now)
  expect(isVoid).toBe(true)
  expect(await lastPayment()).toMatchObject({ state: 'voided' })
})

test('an examination that begins after its order was given up is cancelled', async () => {
  let state: 'held' | 'voided' | null = null
  const ctx = await member(4, {
    async authorise() {
      // Delayed longer than any process waits: the lease expires and the order is given up.
      await db.update(payment).set({ claimed_until: null })
      await repairPayments(ctx, now)
      state = 'held'
      return { kind: 'held', reasons: [], reference }
    },
    find: async ({ amount }) => state && { state, amount, refunded_amount: 0, reference },
    async void() {
      state = 'voided'
      return reference
    },
  })
  expect(await invoice(ctx)).toMatchObject({ status: 'payment_error', is_held: false })
  await repairPayments(ctx, now)
  expect(state).toBe('voided')
})

test('two orders at once do not exceed the member’s limit together', async () => {
  const ctx = await member(4, yes)
  await db.update(shop_payment).set({ cumulative_limit: 5000 }).where(eq(shop_payment.payment_method_id, 4))
  const requests = await Promise.all(
    [1, 2, 3, 4].map(() => confirmedOrderInput(ctx, testOrderDraft({ payment_method_id: 4 }))),
  )
  const outcomes = await Promise.allSettled(requests.map((request) => placeOrder(ctx, request)))
  await db.update(shop_payment).set({ cumulative_limit: 200_000 }).where(eq(shop_payment.payment_method_id, 4))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
  expect(await db.select().from(orders)).toHaveLength(1)
})

test('two refunds at once do not refund more than the larger of them', async () => {
  let given = 0
  let other: ShopError | undefined
  const ctx = await member(4, {
    ...yes,
    async refund(_, total) {
      const rest = total - given
      if (total === 500)
        other = await refundOrder(ctx, { order_no, refund: { kind: 'reduction', total: 800 } }).catch((error) => error)
      given += rest
      return reference
    },
  })
  const { order_no } = await invoice(ctx)
  await shipOrder(ctx, { order_no, ...parcel })
  await markParcelsDelivered(ctx, { order_no })
  await refundOrder(ctx, { order_no, refund: { kind: 'reduction', total: 500 } })
  expect(other).toMatchObject({ status: 409, error: 'ERROR_PAYMENT_BUSY' })
  await refundOrder(ctx, { order_no, refund: { kind: 'reduction', total: 800 } })
  expect(given).toBe(800)
  expect(await lastPayment()).toMatchObject({ state: 'captured', refunded_amount: 800 })
})

test.each<[string, number, string[]]>([
  [
    'Amazon Pay, whose record shows a refund later',
    2,
    ['500', 'ERROR_REFUND_UNANSWERED', '500', 'ERROR_REFUND_UNANSWERED', '500', '900', '800'],
  ],
  ['another provider', 4, ['500', '800', '900']],
])('a refund whose answer was lost, at %s', async (_, method, expected) => {
  const seen: string[] = []
  let fate: Error | null = new PaymentUnavailable('no answer')
  const port: Partial<PaymentPort> = {
    ...yes,
    async refund(_, total) {
      seen.push(String(total))
      if (fate) throw fate
      return reference
    },
  }
  const ctx = await member(method, port, 4)
  const { order_no } = await invoice(ctx)
  await db.update(payment).set({ payment_method_id: method })
  await shipOrder(ctx, { order_no, ...parcel })
  await markParcelsDelivered(ctx, { order_no })
  const refund = (amount: number) => refundOrder(ctx, { order_no, refund: { kind: 'reduction', total: amount } })
  await expect(refund(500)).rejects.toThrow(PaymentUnavailable)
  if (method === 2) {
    await refund(800).catch(({ error }: ShopError) => seen.push(error))
    fate = new PaymentRefused('limit', 'E')
    await expect(refund(500)).rejects.toThrow(PaymentRefused)
  }
  fate = null
  await refund(800).catch(({ error }: ShopError) => seen.push(error))
  await refund(500)
  fate = new PaymentRefused('limit', 'E')
  await expect(refund(900)).rejects.toThrow(PaymentRefused)
  fate = null
  await refund(800)
  expect(seen).toEqual(expected)
  expect(await lastPayment()).toMatchObject({ refunded_amount: 800, refund_asked: null, refund_asked_at: null })
})

test('an unanswered refund at Amazon Pay stands in the way of another total for a day', async () => {
  const ctx = await member(2, { ...yes, refund: async () => reference }, 4)
  const { order_no } = await invoice(ctx)
  await shipOrder(ctx, { order_no, ...parcel })
  const refund_asked_at = new Date(ctx.clock.now().getTime() - 86_399_000)
  await db.update(payment).set({ payment_method_id: 2, refund_asked: 500, refund_asked_at })
  const other = { order_no, refund: { kind: 'reduction', total: 800 } } as const
  await expect(refundOrder(ctx, other)).rejects.toMatchObject({ error: 'ERROR_REFUND_UNANSWERED' })
  await writeExternalRefund(db, sql`true`, 500)
  await refundOrder(ctx, { order_no, refund: { kind: 'reduction', total: 700 } })
  await db.update(payment).set({ refund_asked: 750, refund_asked_at: new Date(refund_asked_at.getTime() - 1_000) })
  await refundOrder(ctx, other)
  expect(await lastPayment()).toMatchObject({ refunded_amount: 800, refund_asked: null })
})

test('the caller’s entry is written once, also if another process records the refund first', async () => {
  const also = vi.fn(async () => {})
  const ctx = await member(4, {
    ...yes,
    async refund({ amount }) {
      await writeExternalRefund(db, sql`true`, amount, 'refunded')
      return reference
    },
  })
  const { order_no } = await invoice(ctx)
  await shipOrder(ctx, { order_no, ...parcel })
  await markParcelsDelivered(ctx, { order_no })
  expect(await refundOrder(ctx, { order_no, refund: { kind: 'return' } }, also)).toMatchObject({ status: 'returned' })
  expect(also).toHaveBeenCalledTimes(1)
})

test('a card entered at the second try is the one that is saved', async () => {
  let fate: Error = new PaymentUnavailable('E01240001')
  const ctx = await member(1, { authorise: () => Promise.reject(fate) })
  const wanted = testOrderDraft({ is_subscription: true, delivery_pattern: monthly, payment_method_id: 1 })
  const request = await confirmedOrderInput(ctx, wanted, { card: { card_seq: 9 } })
  await expect(placeOrder(ctx, request)).rejects.toMatchObject({ status: 503 })
  const typed = { ...request, card: { token: 'tok', save_card: false } }
  await expect(placeOrder(ctx, typed)).rejects.toMatchObject({ status: 503 })
  expect(await lastPayment()).toMatchObject({ card_seq: null, save_card: true })
  expect(await db.select().from(subscription)).toMatchObject([{ card_seq: null }])
  fate = new PaymentRefused('unusable', '42G120000')
  expect(await placeOrder(ctx, typed)).toMatchObject({ status: 'payment_error' })
  expect(await db.select().from(card_decline)).toHaveLength(1)
})

test('a refusal without a card counts as no refused card, and speaks of none', async () => {
  const ctx = await member(4, { authorise: () => Promise.reject(new PaymentRefused('limit', '')) })
  const { status, payment_message } = await invoice(ctx)
  expect(status).toBe('payment_error')
  expect(payment_message).toMatch(/別のお支払い方法をお選びください。$/)
  expect(payment_message).not.toContain('カード')
  expect(await db.select().from(card_decline)).toEqual([])
})

test('a card that was to be saved is saved even after its order was shipped', async () => {
  const ctx = await member(1, yes)
  const wanted = testOrderDraft({ is_subscription: true, delivery_pattern: monthly, payment_method_id: 1 })
  const request = await confirmedOrderInput(ctx, wanted, { card: { token: 'tok', save_card: false } })
  await shipOrder(ctx, { ...(await placeOrder(ctx, request)), ...parcel })
  await repairPayments(ctx, now)
  expect(await db.select().from(subscription)).toMatchObject([{ card_seq: 7 }])
})

test('follow-up work of a paid order starts after the commit, and the card is saved then', async () => {
  const ctx = await member(1, yes)
  const seen: string[] = []
  const works: Promise<void>[] = []
  const afterwards = (work: () => Promise<void>) => {
    // Starts at once, as the server does. If it ran inside the transaction, it would not see the transaction's writes.
    works.push(
      (async () => {
        seen.push((await lastPayment()).state)
        await work()
      })(),
    )
  }
  const card = { token: 'tok', save_card: true }
  const by = { ...ctx, afterwards }
  await placeOrder(by, await confirmedOrderInput(ctx, testOrderDraft({ payment_method_id: 1 }), { card }))
  await Promise.all(works)
  expect(seen).toEqual(['authorised'])
  expect(await lastPayment()).toMatchObject({ save_card: false, card_seq: 7 })
})

test('a card lock also stops an order that was begun before', async () => {
  const ctx = await member(1, { authorise: () => Promise.reject(new PaymentUnavailable('no answer')) })
  const request = await confirmedOrderInput(ctx, testOrderDraft({ payment_method_id: 1 }), { card: { card_seq: 9 } })
  await expect(placeOrder(ctx, request)).rejects.toMatchObject({ status: 503 })
  const decline = { shop_id: 2, customer_id: ctx.customer_id, created_at: ctx.clock.now() }
  await db.insert(card_decline).values(Array.from({ length: 5 }, () => decline))
  const typed = { ...request, card: { token: 'tok', save_card: false } }
  await expect(placeOrder(ctx, typed)).rejects.toMatchObject({ error: 'ERROR_CARD_LOCKED' })
})

test('a refusal is kept for as long as the longest settings count it', async () => {
  const ctx = await member(1, yes)
  const day = { card_decline_minutes: 1440, card_lock_minutes: 1440 }
  await db.update(shop).set(day).where(eq(shop.id, 2))
  const hoursAgo = (hours: number) => new Date(ctx.clock.now().getTime() - hours * 3_600_000)
  const declines = [40, 36, 32, 28, 20].map((hours) => ({
    shop_id: 2,
    customer_id: ctx.customer_id,
    created_at: hoursAgo(hours),
  }))
  await db.insert(card_decline).values([...declines, { ...declines[0]!, created_at: hoursAgo(49) }])
  await deleteExpiredRows(ctx)
  expect(await db.select().from(card_decline)).toHaveLength(5)
  await expect(checkCardLock(ctx)).rejects.toMatchObject({ error: 'ERROR_CARD_LOCKED' })
  await db.update(shop).set({ card_decline_minutes: 30, card_lock_minutes: 30 }).where(eq(shop.id, 2))
})

test('a request that hangs beyond its claim writes neither its card nor its refusal over those of the next one', async () => {
  const ctx = await member(1, { authorise: async () => ({ kind: 'redirect', ...bank }) })
  const card = { card_seq: 9 }
  await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft({ payment_method_id: 1 }), { card }))
  await db.update(payment).set({ state: 'intent', card_seq: null })
  const { provider_order_id } = await lastPayment()
  const choose = (row: PaymentRow, card_seq: number) =>
    db.transaction((tx) => setPaymentCard(tx, row, { card_seq, save_card: false }))
  await withPaymentClaims(ctx, [provider_order_id], ['intent'], async ([hanging]) => {
    await db.update(payment).set({ claimed_until: new Date(0) })
    await withPaymentClaims(ctx, [provider_order_id], ['intent'], async ([second]) => {
      await choose(second!, 2)
      await expect(choose(hanging!, 1)).rejects.toThrow('claimed anew')
      const refused = new PaymentRefused('limit', '42G020000')
      const asked = recordPaymentAnswer(ctx, orderPaymentSubject, hanging!, false, refused)
      expect(await asked).toEqual({ kind: 'moved' })
      expect(await lastPayment()).toMatchObject({ state: 'intent', card_seq: 2, claim_no: second!.claim_no })
    })
  })
})
const bank = { redirect_url: 'https://bank.example/', return_key: 'k', reference: { access_id: 'a' } }

test('a payment of another account is neither looked up nor refunded at the present one', async () => {
  const ctx = await member(4, { ...yes, account: 'np new', refund: async () => reference })
  const { order_no } = await invoice(ctx)
  expect(await lastPayment()).toMatchObject({ account: 'np new' })
  await shipOrder(ctx, { order_no, ...parcel })
  await db.update(payment).set({ account: 'np old' })
  await expect(refundOrder(ctx, { order_no, refund: { kind: 'return' } })).rejects.toThrow(PaymentUnavailable)
  expect(await lastPayment()).toMatchObject({ state: 'captured', refunded_amount: 0 })
})
