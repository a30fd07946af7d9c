import { order_evidence, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { refersToCondition } from '@kushi/db/shop-scope'
import { testDatabase } from '@kushi/db/testing'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { type Actor, memberActor, operatorActor } from '../../actor.ts'
import type { MemberContext } from '../../context.ts'
import type { PaymentPort } from '../../ports/payment-port.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { fakeInvoiceProvider } from '../../testing/examiner.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { repairPayments } from '../checkout/repair-payments.ts'
import { getOrder } from '../order/orders.ts'
import { listPaymentMethods } from './list-payment-methods.ts'
import { listPaymentsUnderReview } from './list-payments-under-review.ts'

const database = await testDatabase()
afterAll(database.close)
const { db } = database
const np = testOrderDraft({ payment_method_id: 4, delivery_notes: ' 玄関前 ' })

async function member(port: PaymentPort, more: object = {}): Promise<MemberContext> {
  const [customer_id] = await insertMembers(db, 1)
  return testContext(db, {
    customer_id: customer_id!,
    ports: { payment: new Map([[PAYMENT_METHOD.np, port]]) },
    ...more,
  })
}
const stock = async () =>
  (await db.select({ stock: product_sku.stock }).from(product_sku).where(eq(product_sku.id, 101)))[0]!.stock
const mailsOf = async (order_no: string) => (await loadQueuedMails(db)).filter(({ text }) => text.includes(order_no))
/** Makes the payment old enough for the repair job, then runs the job. */
const look = async (ctx: MemberContext) => {
  await db.update(payment).set({ updated_at: sql`now() - interval '1 hour'` }).where(eq(payment.state, 'held'))
  return repairPayments(ctx)
}

test('a consent recorded by an operator names the operator who heard it', async () => {
  const ctx = await member(fakeInvoiceProvider('authorised').port)
  const heard = async (actor: Actor) => {
    const request = await confirmedOrderInput(ctx, np)
    const { order_no } = await placeOrder({ ...ctx, actor }, request)
    const [row] = await db
      .select({ shown: order_evidence.shown })
      .from(order_evidence)
      .innerJoin(orders, refersToCondition(order_evidence.order_id, orders))
      .where(eq(orders.order_no, order_no))
    return (row!.shown as { consent_heard_by?: string }).consent_heard_by
  }
  expect(await heard(operatorActor({ id: 1, name: '森 つむぎ' }))).toBe('森 つむぎ')
  expect(await heard(memberActor(ctx.customer_id))).toBeUndefined()
})

test('without consent no data is handed over; with consent its text is stored with the order', async () => {
  const { port, seen } = fakeInvoiceProvider('authorised')
  const ctx = await member(port)
  const request = await confirmedOrderInput(ctx, np, { third_party_consent: false })
  await expect(placeOrder(ctx, request)).rejects.toMatchObject({ fields: [{ path: 'third_party_consent' }] })
  expect(seen.calls).toEqual([])
  const placed = await placeOrder(ctx, { ...request, third_party_consent: true })
  expect(placed).toMatchObject({ status: 'received', is_held: false })
  expect(seen).toMatchObject({ calls: ['authorise invoice'], total: request.shown.payment_total })
  expect(seen.bill[0]).toMatchObject({ name: '純椿油「しずく」', variant: '無香料 / 30mL' })
  const [row] = await db
    .select({ shown: order_evidence.shown, delivery_notes: orders.delivery_notes })
    .from(order_evidence)
    .innerJoin(orders, refersToCondition(order_evidence.order_id, orders))
    .where(eq(orders.order_no, placed.order_no))
  expect(row!.shown).toMatchObject({ third_party_consent: expect.stringContaining('ネットプロテクションズへ提供') })
  expect(row!.delivery_notes).toBe(' 玄関前 ')
  expect((await mailsOf(placed.order_no))[0]!.text).toContain('14日以内')
  const { payment_texts } = await getOrder(ctx, { order_no: placed.order_no })
  expect(payment_texts.join('')).toContain('商品とは別に')
})

test('held: the customer is told until when; then approved', async () => {
  const { port, seen } = fakeInvoiceProvider('held')
  const ctx = await member(port)
  const placed = await placeOrder(ctx, await confirmedOrderInput(ctx, np))
  expect(placed).toMatchObject({ status: 'payment_pending', is_held: true })
  const { payment_message } = await getOrder(ctx, { order_no: placed.order_no })
  expect(payment_message).toContain('2026年11月28日')
  expect((await mailsOf(placed.order_no)).map(({ subject }) => subject)).toEqual([expect.stringContaining('審査中')])
  await look(ctx)
  expect(await getOrder(ctx, { order_no: placed.order_no })).toMatchObject({ is_held: true })
  expect((await listPaymentsUnderReview(ctx)).map(({ order_no }) => order_no)).toContain(placed.order_no)
  seen.state = 'authorised'
  await look(ctx)
  expect((await listPaymentsUnderReview(ctx)).map(({ order_no }) => order_no)).not.toContain(placed.order_no)
  expect(await getOrder(ctx, { order_no: placed.order_no })).toMatchObject({ status: 'received', is_held: false })
})

test('held for too long: given up here and at the provider, stock returned, customer notified', async () => {
  const { port, seen } = fakeInvoiceProvider('held')
  const clock = testClock()
  const ctx = await member(port, { clock })
  const before = await stock()
  const placed = await placeOrder(ctx, await confirmedOrderInput(ctx, np))
  expect(await stock()).toBe(before - 1)
  clock.move(7)
  await look(ctx)
  expect(seen.calls).toEqual(['authorise invoice'])
  clock.move(1)
  await look(ctx)
  expect(seen.calls).toEqual(['authorise invoice', 'void'])
  expect(await getOrder(ctx, { order_no: placed.order_no })).toMatchObject({ status: 'payment_error', is_held: false })
  expect(await stock()).toBe(before)
  expect((await mailsOf(placed.order_no)).at(-1)!.subject).toContain('確定していません')
})

test('refused at once: the customer is notified and can order again', async () => {
  const ctx = await member(fakeInvoiceProvider('refused').port)
  const placed = await placeOrder(ctx, await confirmedOrderInput(ctx, np))
  expect(placed).toMatchObject({ status: 'payment_error', payment_message: expect.stringContaining('審査の結果') })
})

test('a name and an address too long for the bill are rejected at their fields', async () => {
  const ctx = await member(fakeInvoiceProvider('authorised').port)
  const shipping_address = { ...np.shipping_address, name01: '長'.repeat(20), name02: '名', addr03: '棟'.repeat(60) }
  const refused = confirmedOrderInput(ctx, { ...np, shipping_address })
  await expect(refused).rejects.toMatchObject({
    fields: [{ path: 'shipping_address.name02' }, { path: 'shipping_address.addr03' }],
  })
})

test('an offered method states the text to agree to', async () => {
  const ctx = await member(fakeInvoiceProvider('authorised').port)
  const { items } = await listPaymentMethods(ctx, { amount: 3000, delivery_id: 1 })
  expect(items).toMatchObject([{ payment_method_id: 4, fee: 0, consent_text: expect.stringContaining('譲渡') }])
})
