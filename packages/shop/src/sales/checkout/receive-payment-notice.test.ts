import { customer } from '@kushi/db/schema/customer'
import { payment, payment_notice } from '@kushi/db/schema/payment'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { type PaymentPort, PaymentUnavailable, type ProviderPaymentRecord } from '../../ports/payment-port.ts'
import { testClock, testContext, throwingPort } from '../../testing/context.ts'
import { insertMembers } from '../../testing/order.ts'
import { insertOrderRow } from '../../testing/rows.ts'
import { receivePaymentNotice } from './receive-payment-notice.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const trade: ProviderPaymentRecord = {
  state: 'authorised',
  amount: 3_300,
  refunded_amount: 0,
  reference: { access_id: 'a' },
}
let answer: () => Promise<ProviderPaymentRecord> = async () => trade
const port = { ...throwingPort<PaymentPort>('payment'), find: () => answer() } as PaymentPort
const clock = testClock()
const ctx = testContext(db, { clock, ports: { payment: new Map([[1, port]]) } })

test('a process that dies while it asks loses no notice: sent again, it is followed, and then ignored', async () => {
  const [id] = await insertMembers(db, 1)
  const [member] = await db.select().from(customer).where(eq(customer.id, id!))
  const order = await insertOrderRow(db, member!, [{ product_sku_id: 101 }], { status: 'payment_error' })
  const { order_no: provider_order_id } = order
  const paid = { shop_id: 2, order_id: order.id, payment_method_id: 1, provider_order_id, amount: order.payment_total }
  await db.insert(payment).values({ ...paid, state: 'failed' })
  const stateOf = async () => (await db.select().from(payment).where(eq(payment.order_id, order.id)))[0]!.state
  const notice = { provider_order_id, text: 'gmo OrderID=1' }

  // The first process never hears the answer.
  let isAsked = false
  answer = () => {
    isAsked = true
    return new Promise(() => {})
  }
  void receivePaymentNotice(ctx, notice)
  await expect.poll(() => isAsked).toBe(true)
  let times = 0
  answer = async () => {
    times += 1
    return trade
  }
  await receivePaymentNotice(ctx, notice)
  expect([times, await stateOf()]).toEqual([1, 'void_pending'])
  await receivePaymentNotice(ctx, notice)
  expect([times, await db.$count(payment_notice)]).toEqual([1, 1])
})

test('a notice that meets the claim of another process is processed when it is sent again', async () => {
  const [id] = await insertMembers(db, 1)
  const [member] = await db.select().from(customer).where(eq(customer.id, id!))
  const order = await insertOrderRow(db, member!, [{ product_sku_id: 101 }], { status: 'payment_error' })
  const { order_no: provider_order_id } = order
  const paid = { shop_id: 2, order_id: order.id, payment_method_id: 1, provider_order_id, amount: order.payment_total }
  const claimed_until = new Date(Date.now() + 60_000)
  await db.insert(payment).values({ ...paid, state: 'failed', claimed_until })
  const notice = { provider_order_id, text: 'gmo OrderID=2' }
  answer = async () => trade
  await expect(receivePaymentNotice(ctx, notice)).rejects.toMatchObject({ error: 'ERROR_PAYMENT_BUSY' })
  await db.update(payment).set({ claimed_until: null }).where(eq(payment.order_id, order.id))
  await receivePaymentNotice(ctx, notice)
  expect(await db.select().from(payment).where(eq(payment.order_id, order.id))).toMatchObject([
    { state: 'void_pending' },
  ])
})

test('notices that find no answer, each with another text, ask the provider ten times in ten minutes', async () => {
  const [id] = await insertMembers(db, 1)
  const [member] = await db.select().from(customer).where(eq(customer.id, id!))
  const order = await insertOrderRow(db, member!, [{ product_sku_id: 101 }], { status: 'payment_error' })
  const { order_no: provider_order_id } = order
  const paid = { shop_id: 2, order_id: order.id, payment_method_id: 1, provider_order_id, amount: order.payment_total }
  await db.insert(payment).values({ ...paid, state: 'failed' })
  let times = 0
  answer = async () => {
    times += 1
    throw new PaymentUnavailable('no answer')
  }
  const receive = (n: number) => receivePaymentNotice(ctx, { provider_order_id, text: `gmo OrderID=3 ${n}` })
  const errors = await Promise.all(Array.from({ length: 30 }, (_, n) => receive(n).catch((error: Error) => error)))
  expect(times).toBe(10)
  expect(errors.filter((error) => error instanceof PaymentUnavailable)).toHaveLength(10)
  answer = async () => trade
  clock.move(1)
  await receive(0)
  expect((await db.select().from(payment).where(eq(payment.order_id, order.id)))[0]!.state).toBe('void_pending')
})
