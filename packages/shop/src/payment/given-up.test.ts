import { shop_payment } from '@kushi/db/schema/delivery'
import { orders } from '@kushi/db/schema/order'
import { card_decline, payment } from '@kushi/db/schema/payment'
import { subscription } from '@kushi/db/schema/subscription'
import { testDatabase } from '@kushi/db/testing'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { MemberContext } from '../context.ts'
import { cancelOrder, refundOrder } from '../order/cancel-order.ts'
import { deliverOrder } from '../order/deliver-order.ts'
import { placeOrder } from '../order/place-order.ts'
import { shipOrder } from '../order/ship-order.ts'
import type { ShopError } from '../shop-error.ts'
import { noPort, testContext } from '../testing/context.ts'
import { confirmed, draft, newMembers } from '../testing/order.ts'
import type { CardPort } from './card-port.ts'
import { type PaymentPort, PaymentRefused, PaymentUnavailable } from './payment-port.ts'
import { repairPayments } from './repair-payments.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const parcel = { delivery_company: 'yamato', tracking_no: '123456789012' } as const
const now = { started: 0, redirected: 0, held: 0 }
const monthly = { subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const

beforeEach(async () => {
  await db.$client.query('truncate subscription, orders, outbox, card_decline, rate_limit restart identity cascade')
  await db.update(shop_payment).set({ visible: true }).where(eq(shop_payment.payment_method_id, 4))
})
const kept: Partial<CardPort> = {
  saveMember: async () => undefined,
  listCards: async () => [],
  saveCardOfTrade: async () => ({ card_seq: 7, card_info: '****1111' }),
}
async function member(id: number, port: Partial<PaymentPort>): Promise<MemberContext> {
  const [customer_id] = await newMembers(db, 1)
  const { payment: cash } = testContext(db).ports
  const card = { ...noPort<CardPort>('card'), ...kept } as CardPort
  const ports = {
    card,
    payment: new Map([...cash, [id, { ...noPort<PaymentPort>('payment'), ...port } as PaymentPort]]),
  }
  return testContext(db, { customer_id: customer_id!, ports })
}
const invoice = async (ctx: MemberContext) => placeOrder(ctx, await confirmed(ctx, draft({ payment_method_id: 4 })))
const lastPayment = async () => (await db.select().from(payment).orderBy(desc(payment.id)).limit(1))[0]!
const reference = { np_transaction_id: '1' }
const yes: Partial<PaymentPort> = {
  authorise: async () => ({ kind: 'authorised', reference }),
  capture: async () => reference,
}

test('an order whose money was taken is not cancelled with it: its sending goes on, and can be given back then', async () => {
  const ctx = await member(4, { ...yes, refund: async () => reference })
  const { order_no } = await invoice(ctx)
  // The machine stopped after the money was taken and before the order was written as sent.
  await shipOrder(ctx, { order_no, ...parcel })
  await db.update(orders).set({ status: 'arranged' })
  await expect(cancelOrder(ctx, { order_no })).rejects.toMatchObject({ status: 409, error: 'ERROR_ORDER_STATUS' })
  expect(await shipOrder(ctx, { order_no, ...parcel })).toMatchObject({ status: 'shipped' })
  expect(await refundOrder(ctx, { order_no })).toMatchObject({ status: 'returned' })
  expect(await lastPayment()).toMatchObject({ state: 'refunded' })
})

test('an examination that nobody ends is called off by the shop, here and at the provider', async () => {
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

test('an examination that begins after its order was given up is called off', async () => {
  let state: 'held' | 'voided' | null = null
  const ctx = await member(4, {
    async authorise() {
      // Held up for longer than anybody waits: the lease is over, and the order is given up.
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

test('two orders at the same moment do not owe more together than a member may owe', async () => {
  const ctx = await member(4, yes)
  await db.update(shop_payment).set({ cumulative_limit: 5000 }).where(eq(shop_payment.payment_method_id, 4))
  const requests = await Promise.all([1, 2, 3, 4].map(() => confirmed(ctx, draft({ payment_method_id: 4 }))))
  const outcomes = await Promise.allSettled(requests.map((request) => placeOrder(ctx, request)))
  await db.update(shop_payment).set({ cumulative_limit: 200_000 }).where(eq(shop_payment.payment_method_id, 4))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
  expect(await db.select().from(orders)).toHaveLength(1)
})

test('two refunds at the same moment do not give back more than the larger of them', async () => {
  let given = 0
  let other: ShopError | undefined
  const ctx = await member(4, {
    ...yes,
    async refund(_, total) {
      const rest = total - given
      if (total === 500) other = await refundOrder(ctx, { order_no, amount: 800 }).catch((error) => error)
      given += rest
      return reference
    },
  })
  const { order_no } = await invoice(ctx)
  await shipOrder(ctx, { order_no, ...parcel })
  await deliverOrder(ctx, { order_no })
  await refundOrder(ctx, { order_no, amount: 500 })
  expect(other).toMatchObject({ status: 409, error: 'ERROR_PAYMENT_BUSY' })
  await refundOrder(ctx, { order_no, amount: 800 })
  expect(given).toBe(800)
  expect(await lastPayment()).toMatchObject({ state: 'captured', refunded_amount: 800 })
})

test('a card that takes the place of another at the second try is the one that counts', async () => {
  let fate: Error = new PaymentUnavailable('E01240001')
  const ctx = await member(1, { authorise: () => Promise.reject(fate) })
  const wanted = draft({ is_subscription: true, delivery_pattern: monthly, payment_method_id: 1 })
  const request = await confirmed(ctx, wanted, { card: { card_seq: 9 } })
  await expect(placeOrder(ctx, request)).rejects.toMatchObject({ status: 503 })
  const typed = { ...request, card: { token: 'tok', save_card: false } }
  await expect(placeOrder(ctx, typed)).rejects.toMatchObject({ status: 503 })
  expect(await lastPayment()).toMatchObject({ card_seq: null, save_card: true })
  expect(await db.select().from(subscription)).toMatchObject([{ card_seq: null }])
  fate = new PaymentRefused('unusable', '42G120000')
  expect(await placeOrder(ctx, typed)).toMatchObject({ status: 'payment_error' })
  expect(await db.select().from(card_decline)).toHaveLength(1)
})

test('a card that was to be kept is kept after its order was sent, too', async () => {
  const ctx = await member(1, yes)
  const wanted = draft({ is_subscription: true, delivery_pattern: monthly, payment_method_id: 1 })
  const request = await confirmed(ctx, wanted, { card: { token: 'tok', save_card: false } })
  await shipOrder(ctx, { ...(await placeOrder(ctx, request)), ...parcel })
  await repairPayments(ctx, now)
  expect(await db.select().from(subscription)).toMatchObject([{ card_seq: 7 }])
})

test('a locked entry of cards is not entered by an order that was begun before', async () => {
  const ctx = await member(1, { authorise: () => Promise.reject(new PaymentUnavailable('no answer')) })
  const request = await confirmed(ctx, draft({ payment_method_id: 1 }), { card: { card_seq: 9 } })
  await expect(placeOrder(ctx, request)).rejects.toMatchObject({ status: 503 })
  const decline = { shop_id: 2, customer_id: ctx.customer_id, created_at: ctx.clock.now() }
  await db.insert(card_decline).values(Array.from({ length: 5 }, () => decline))
  const typed = { ...request, card: { token: 'tok', save_card: false } }
  await expect(placeOrder(ctx, typed)).rejects.toMatchObject({ error: 'ERROR_CARD_LOCKED' })
})
