import { randomUUID } from 'node:crypto'
import { openDatabase } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { subscription } from '@kushi/db/schema/subscription'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { MemberContext } from '../../../context.ts'
import type { CardPort } from '../../../ports/card-port.ts'
import { type PaymentPort, PaymentUnavailable } from '../../../ports/payment-port.ts'
import { testContext, throwingPort } from '../../../testing/context.ts'
import { waitForLockWaiters } from '../../../testing/lock-waits.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../../testing/order.ts'
import { lockOrder } from '../../order/internal/lock-order.ts'
import { changePayment } from '../../subscription/change-payment.ts'
import { getSubscription } from '../../subscription/get-subscription.ts'
import { placeOrder } from '../place-order.ts'
import { repairPayments } from '../repair-payments.ts'

const database = await testDatabase()
const { db } = database
const second = openDatabase(database.url)
afterAll(async () => {
  await second.close()
  await database.close()
})
beforeEach(() => emptyTables(db.$client, 'subscription, orders, outbox, rate_limit', { restart: true }))

const now = { started: 0, redirected: 0, held: 0 }
const monthly = { subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const
const wanted = testOrderDraft({ is_subscription: true, delivery_pattern: monthly, payment_method_id: 1 })
const typed = { card: { token: 'tok', save_card: false } }

/** A member whose card 9 is in the vault; the next one becomes card 7, once the vault answers. */
async function buyer({ authorise }: Partial<Pick<PaymentPort, 'authorise'>> = {}) {
  const [customer_id] = await insertMembers(db, 1, { gmo_id: randomUUID() })
  const vault = { answers: true }
  const card: CardPort = {
    ...throwingPort<CardPort>('card'),
    listCards: async () => [
      { card_seq: 9, card_info: '****4242', expire: '3012', holder_name: '', brand: null, default_flag: '1' },
    ],
    cardOfTrade: async () => ({ card_info: '****1111', expire: '3011' }),
    async saveCardOfTrade() {
      if (!vault.answers) throw new PaymentUnavailable('the vault')
      return { card_seq: 7, card_info: '****1111' }
    },
  }
  const yes: PaymentPort['authorise'] = async () => ({ kind: 'authorised', reference: { access_id: '1' } })
  const port: PaymentPort = { ...throwingPort<PaymentPort>('payment'), authorise: authorise ?? yes }
  const ports = { card, payment: new Map([...testContext(db).ports.payment, [1, port]]) }
  const ctx = testContext(db, { customer_id: customer_id!, ports, afterwards: () => undefined })
  return { ctx, vault }
}
const order = async (ctx: MemberContext, paid: typeof typed | { card: { card_seq: number } } = typed) => {
  const request = await confirmedOrderInput(ctx, wanted, paid)
  return { request, placed: await placeOrder(ctx, request) }
}
const only = async () => (await db.select().from(subscription))[0]!

test('a card that is kept after the order is a change of the subscription: version and history', async () => {
  const { ctx } = await buyer()
  await order(ctx)
  const { id, version } = await only()
  await repairPayments(ctx, now)
  expect(await only()).toMatchObject({ card_seq: 7, version: version + 1 })
  expect((await getSubscription(ctx, { id })).events[0]).toMatchObject({ event: 'card_kept' })
  await repairPayments(ctx, now)
  expect(await only()).toMatchObject({ card_seq: 7, version: version + 1 })
  await expect(
    changePayment(ctx, { id, version, payment_method_id: 1, card_seq: 9, third_party_consent: false }),
  ).rejects.toMatchObject({ error: 'ERROR_SUBSCRIPTION_CHANGED' })
})

test('a card that is kept late does not come to a subscription whose member chose another payment meanwhile', async () => {
  const { ctx, vault } = await buyer()
  vault.answers = false
  await order(ctx)
  await repairPayments(ctx, now)
  const { id, version } = await only()
  await changePayment(ctx, { id, version, payment_method_id: null, card_seq: null, third_party_consent: false })
  vault.answers = true
  await repairPayments(ctx, now)
  expect(await db.select().from(payment)).toMatchObject([{ card_seq: 7, save_card: false }])
  expect(await only()).toMatchObject({ payment_method_id: null, card_seq: null, version: version + 1 })
})

test('a card is kept while the order is locked for something else: it waits, and neither is a deadlock', async () => {
  const { ctx } = await buyer()
  const { placed } = await order(ctx)
  const [bought] = await db.select().from(orders).where(eq(orders.order_no, placed.order_no))
  const { keeping } = await second.db.transaction(async (tx) => {
    await tx.execute(sql`select from subscription for update`)
    const keeping = repairPayments(ctx, now)
    await waitForLockWaiters(database, 1)
    expect(await lockOrder(tx, bought!)).toMatchObject({ paid: { card_seq: null } })
    return { keeping }
  })
  await keeping
  expect(await only()).toMatchObject({ card_seq: 7 })
  expect(await db.select().from(payment)).toMatchObject([{ card_seq: 7, save_card: false }])
})

test('a press that hung beyond its lease does not change the card of an order that is paid meanwhile', async () => {
  let answers = false
  const { ctx } = await buyer({
    async authorise() {
      if (!answers) throw new PaymentUnavailable('no answer')
      return { kind: 'authorised', reference: { access_id: '1' } }
    },
  })
  const request = await confirmedOrderInput(ctx, wanted, typed)
  await expect(placeOrder(ctx, request)).rejects.toMatchObject({ status: 503 })
  // The vault hangs when the second press, by a saved card, looks for its member.
  await db.execute(sql`update customer set gmo_id = null where id = ${ctx.customer_id}`)
  const saveMember = async () => {
    answers = true
    await db.update(payment).set({ claimed_until: null })
    expect(await placeOrder(ctx, request)).toMatchObject({ status: 'received' })
  }
  const slow = { ...ctx, ports: { ...ctx.ports, card: { ...ctx.ports.card, saveMember } } }
  expect(await placeOrder(slow, { ...request, card: { card_seq: 9 } })).toMatchObject({ status: 'received' })
  expect(await only()).toMatchObject({ summary_status: 1, card_seq: null })
  expect(await db.select().from(payment)).toMatchObject([{ state: 'authorised', card_seq: null, save_card: true }])
})
