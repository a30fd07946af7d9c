import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { operatorActor } from '../../actor.ts'
import type { AdminContext } from '../../foundation/admin/context.ts'
import { type PaymentPort, PaymentUnavailable, type ProviderPaymentRecord } from '../../ports/payment-port.ts'
import { testContext, throwingPort } from '../../testing/context.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { runDailyDeliveries } from '../subscription/run-day.ts'
import { findPaymentHold, guardPortsOnHold, holdPayments, listPaymentHolds, resumePayments } from './hold.ts'
import { listPaymentMethods } from './list-payment-methods.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

/** A provider that keeps its records when the database is restored. */
const trades = new Map<string, ProviderPaymentRecord>()
const provider: PaymentPort = {
  ...throwingPort<PaymentPort>('card'),
  async authorise({ provider_order_id, amount }) {
    trades.set(provider_order_id, { state: 'authorised', amount, refunded_amount: 0, reference: {} })
    return { kind: 'authorised', reference: {} }
  },
  find: async ({ provider_order_id }) => trades.get(provider_order_id) ?? null,
}
const { payment: cash } = testContext(db).ports
const members = await insertMembers(db, 12)
const contextOf = (customer_id: number) =>
  testContext(db, { customer_id, ports: { payment: guardPortsOnHold(new Map([...cash, [1, provider]]), db, 2) } })
const shopper = () => contextOf(members.pop()!)
const admin: AdminContext = {
  ...contextOf(members[0]!),
  actor: operatorActor({ id: null, name: 'コマンド' }),
  operator: null,
  action: 'test',
  trail: { entries: 0 },
  is_demo: true,
  setSession: () => undefined,
}
const card = { token: 'tok', save_card: false }
const buy = async (ctx = shopper(), payment_method_id: 1 | null = 1) =>
  placeOrder(
    ctx,
    await confirmedOrderInput(ctx, testOrderDraft({ payment_method_id }), payment_method_id ? { card } : {}),
  )

beforeEach(async () => {
  trades.clear()
  await emptyTables(db.$client, 'orders, payment_hold', { restart: true })
  await db.$client.query('truncate audit_event restart identity')
})

test('while payments are held no provider is charged, and cash on delivery continues', async () => {
  await holdPayments(admin, 'restored')
  await holdPayments(admin, 'once more')
  expect(await findPaymentHold(db, 2)).toMatchObject({ reason: 'restored' })
  await expect(buy()).rejects.toThrow()
  expect(trades.size).toBe(0)
  expect(await buy(shopper(), null)).toMatchObject({ order_no: expect.any(String) })
  const port = admin.ports.payment.get(1)!
  const attempt = { provider_order_id: 'K1', amount: 1, reference: {} }
  for (const call of [
    () => port.capture(attempt, {} as never),
    () => port.void(attempt),
    () => port.refund(attempt, 1),
  ])
    await expect(call()).rejects.toBeInstanceOf(PaymentUnavailable)
  expect(await port.find(attempt)).toBeNull()
  expect(await runDailyDeliveries(admin)).toMatchObject({ arranged: 0, open: 0 })
})

test('meanwhile the list offers cash on delivery alone, and no order waits for a provider', async () => {
  const methods = async () => (await listPaymentMethods(admin, {})).items.filter((one) => one.is_available)
  const ctx = shopper()
  const pressed = await confirmedOrderInput(ctx, testOrderDraft({ payment_method_id: 1 }), { card })
  expect((await methods()).map(({ payment_method_id }) => payment_method_id)).toContain(1)
  await holdPayments(admin, 'restored')
  expect((await methods()).map(({ payment_method_id }) => payment_method_id)).toEqual([null])
  const refused = { status: 422, fields: [{ path: 'payment_method_id', message: expect.stringContaining('代金引換') }] }
  await expect(placeOrder(ctx, pressed)).rejects.toMatchObject(refused)
  await expect(buy()).rejects.toMatchObject(refused)
  expect(await db.select().from(orders)).toEqual([])
})

test('agreeing books end the hold of their own shop only', async () => {
  await holdPayments(admin, 'restored')
  expect((await listPaymentHolds(db)).map(({ shop_id }) => shop_id)).toEqual([2, 3])
  const withoutProviders = { ...admin.ports, payment: new Map([[null, cash.get(null)!]]) }
  expect(await resumePayments({ ...admin, shop_id: 3, ports: withoutProviders }, {})).toEqual({
    differences: [],
    unknown: [],
  })
  expect((await listPaymentHolds(db)).map(({ shop_id }) => shop_id)).toEqual([2])
  await expect(buy()).rejects.toThrow()
})

test('it ends when the books agree with the provider’s list, with an audit entry', async () => {
  const placed = await buy()
  await holdPayments(admin, 'restored')
  await expect(resumePayments(admin, {})).rejects.toThrow('no list of the providers')
  expect(await findPaymentHold(db, 2)).not.toBeNull()
  expect(await resumePayments(admin, { list: placed.order_no })).toEqual({ differences: [], unknown: [] })
  expect(await findPaymentHold(db, 2)).toBeNull()
  const { rows } = await db.$client.query('select action, subject from audit_event')
  expect(rows).toHaveLength(2)
  expect(await buy()).toMatchObject({ order_no: expect.any(String) })
})

test('a list without our numbers is rejected, unless there is nothing to compare', async () => {
  await holdPayments(admin, 'opened')
  expect(await resumePayments(admin, { list: 'オーダーID,取引状態\n' })).toEqual({ differences: [], unknown: [] })
  await buy()
  await holdPayments(admin, 'restored')
  for (const list of ['', 'オーダーID,取引状態\n', 'order 12345,AUTH\n'])
    await expect(resumePayments(admin, { list })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('No number of ours'),
    })
  expect(await findPaymentHold(db, 2)).not.toBeNull()
})

test('a payment that only the provider has, or has differently, keeps the hold until an operator states a reason', async () => {
  const placed = await buy()
  await holdPayments(admin, 'restored')
  trades.set('K261122-ABCDEFGH', { state: 'authorised', amount: 980, refunded_amount: 0, reference: {} })
  const list = `${placed.order_no}\nK261122-ABCDEFGH`
  await expect(resumePayments(admin, { list })).rejects.toThrow('1 payments that only a provider knows')
  trades.delete('K261122-ABCDEFGH')
  const [paid] = await db.select().from(payment)
  trades.set(paid!.provider_order_id, { ...trades.get(paid!.provider_order_id)!, state: 'captured' })
  await expect(resumePayments(admin, { list })).rejects.toThrow('1 differences')
  expect(await findPaymentHold(db, 2)).not.toBeNull()
  const found = await resumePayments(admin, { list, accept: 'shipped by hand' })
  expect(found.differences).toHaveLength(1)
  expect(await findPaymentHold(db, 2)).toBeNull()
  expect(await db.select().from(orders)).toHaveLength(1)
})

test('a provider that does not respond keeps it too', async () => {
  const placed = await buy()
  await holdPayments(admin, 'restored')
  const silent = { ...provider, find: () => Promise.reject(new PaymentUnavailable('away')) }
  const ctx = { ...admin, ports: { ...admin.ports, payment: new Map([...cash, [1, silent]]) } }
  await expect(resumePayments(ctx, { list: placed.order_no })).rejects.toThrow('1 questions without an answer')
  expect(await findPaymentHold(db, 2)).not.toBeNull()
})
