import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { afterAll, expect, test } from 'vitest'
import type { PaymentPort, ProviderPaymentRecord } from '../../ports/payment-port.ts'
import { testContext, throwingPort } from '../../testing/context.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { findUnknownPayments } from './find-unknown.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

/** A provider that accepts each number once, as GMO does. */
const trades = new Map<string, ProviderPaymentRecord>()
let charges = 0
const provider: PaymentPort = {
  ...throwingPort<PaymentPort>('card'),
  async authorise({ provider_order_id, amount }) {
    if (!trades.has(provider_order_id)) charges += 1
    trades.set(provider_order_id, { state: 'authorised', amount, refunded_amount: 0, reference: {} })
    return { kind: 'authorised', reference: {} }
  },
  find: async ({ provider_order_id }) => trades.get(provider_order_id) ?? null,
}
const [customer_id] = await insertMembers(db, 1)
const { payment: cash } = testContext(db).ports
const ctx = testContext(db, { customer_id: customer_id!, ports: { payment: new Map([...cash, [1, provider]]) } })

test('an order repeated after a restore keeps the provider’s number: charged once, and listed as unknown until then', async () => {
  const card = { token: 'tok', save_card: false }
  const request = await confirmedOrderInput(ctx, testOrderDraft({ payment_method_id: 1 }), { card })
  const placed = await placeOrder(ctx, request)
  const { amount } = (await db.select().from(payment)).at(-1)!
  const list = `オーダーID,取引状態\n${placed.order_no},AUTH\nK000000-0000000000,AUTH\n`
  expect(await findUnknownPayments(ctx, list)).toEqual([])
  // Restores an older copy of the database, which does not contain the order.
  await emptyTables(db.$client, 'orders, rate_limit', { restart: true })
  expect(await findUnknownPayments(ctx, list)).toEqual([
    { number: placed.order_no, method: 'クレジットカード', state: 'authorised', amount, refunded_amount: 0 },
  ])
  expect(await placeOrder(ctx, { ...request, card: { token: 'another', save_card: false } })).toEqual(placed)
  expect(charges).toBe(1)
  expect(await db.select().from(orders)).toHaveLength(1)
  expect(await findUnknownPayments(ctx, list)).toEqual([])
})
