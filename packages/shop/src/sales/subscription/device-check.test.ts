import { randomUUID } from 'node:crypto'
import { linked_account } from '@kushi/db/schema/payment'
import { shop } from '@kushi/db/schema/shop'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { MemberContext } from '../../context.ts'
import { confirmDevice, hashToken } from '../../people/session/index.ts'
import type { CardPort } from '../../ports/card-port.ts'
import { testContext, throwingPort } from '../../testing/context.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { contextOnDayWithCards, insertSubscribedMember, loadSubscriptionRow } from '../../testing/subscription.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { calls } from './calls.ts'
import { pauseSubscription } from './pause-subscription.ts'

// 端末の確認 at what is paid by stored means. Calls that always ask are in apps/server/src/testing/member-matrix.test.ts.

const database = await testDatabase()
const { db } = database
afterAll(database.close)
await db.update(shop).set({ device_check_flag: true }).where(eq(shop.id, 2))

const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
const token = randomUUID()
const session = { token_hash: hashToken('a session'), deviceToken: () => token, makeDeviceToken: () => token }
const notConfirmed = { status: 403, error: 'ERROR_DEVICE_NOT_CONFIRMED' }

async function member(): Promise<MemberContext> {
  const [customer_id] = await insertMembers(db, 1, { gmo_id: randomUUID() })
  const card = { ...throwingPort<CardPort>('card'), listCards: async () => [] }
  return testContext(db, { customer_id: customer_id!, settings, ports: { card }, ...session })
}

test('a saved card pays only from a confirmed browser; a new card, or cash, from any', async () => {
  const ctx = await member()
  const saved = await confirmedOrderInput(ctx, testOrderDraft({ payment_method_id: 1 }), { card: { card_seq: 3 } })
  await expect(placeOrder(ctx, saved)).rejects.toMatchObject(notConfirmed)
  const { card: _, ...rest } = saved
  // Refused for the card itself: it is not asked who holds the phone.
  const entered = { ...rest, idempotency_key: randomUUID(), card: { token: 'x', save_card: false } }
  await expect(placeOrder(ctx, entered)).rejects.not.toMatchObject(notConfirmed)
  await expect(placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft()))).resolves.toMatchObject({
    status: 'received',
  })
  await confirmDevice(db, ctx, ctx.customer_id, 'code')
  await expect(placeOrder(ctx, saved)).rejects.toMatchObject({ status: 422, fields: [{ path: 'card' }] })
})

test('お支払いできないときに使う方法 that is stored is named only from a confirmed browser; cash, from any', async () => {
  const ctx = await member()
  const pattern = { subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const
  const wanted = await confirmedOrderInput(ctx, testOrderDraft({ is_subscription: true, delivery_pattern: pattern }))
  for (const second_way of [
    { payment_method_id: 1 as const, card_seq: 3 },
    { payment_method_id: 5 as const, card_seq: null },
  ])
    await expect(placeOrder(ctx, { ...wanted, second_way })).rejects.toMatchObject(notConfirmed)
  const cash = { payment_method_id: null, card_seq: null }
  // Refused for what it is: the order itself pays so.
  await expect(placeOrder(ctx, { ...wanted, second_way: cash })).rejects.toMatchObject({ status: 422 })
})

test('points pay only from a confirmed browser, whatever pays for the rest', async () => {
  const ctx = await member()
  const wanted = { ...(await confirmedOrderInput(ctx, testOrderDraft())), points: 100 }
  await expect(placeOrder(ctx, wanted)).rejects.toMatchObject(notConfirmed)
  await confirmDevice(db, ctx, ctx.customer_id, 'code')
  await expect(placeOrder(ctx, wanted)).resolves.toMatchObject({ status: 'received' })
})

test('an order that waits for its payment is not paid by a saved card instead', async () => {
  const ctx = await member()
  const first = await confirmedOrderInput(ctx, testOrderDraft())
  await placeOrder(ctx, first)
  await expect(placeOrder(ctx, { ...first, card: { card_seq: 3 } })).rejects.toMatchObject(notConfirmed)
})

test('a linked account begins a 定期便 only from a confirmed browser; without one, at the provider', async () => {
  const ctx = await member()
  const monthly = { subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const
  const wanted = await confirmedOrderInput(ctx, testOrderDraft({ is_subscription: true, delivery_pattern: monthly }))
  const asked = { ...wanted, payment_method_id: 5 as const }
  await expect(placeOrder(ctx, asked)).rejects.not.toMatchObject(notConfirmed)
  await db.insert(linked_account).values({
    shop_id: 2,
    customer_id: ctx.customer_id,
    payment_method_id: 5,
    state: 'active',
    user_authorization_id: randomUUID(),
    nonce: randomUUID(),
    created_at: ctx.clock.now(),
  })
  await expect(placeOrder(ctx, asked)).rejects.toMatchObject(notConfirmed)
})

test('goods of a 定期便 go to another address only by a confirmed browser; operators and jobs are not asked', async () => {
  const { ctx: base } = contextOnDayWithCards(db, '2026-11-21')
  const { id, member: without } = await insertSubscribedMember(db, base)
  const here = { ...without, ...session }
  const row = await loadSubscriptionRow(db, id)
  const same = {
    name01: row.name01,
    name02: row.name02,
    kana01: row.kana01,
    kana02: row.kana02,
    postal_code01: row.postal_code01,
    postal_code02: row.postal_code02,
    pref_id: row.pref_id,
    addr01: row.addr01,
    addr02: row.addr02,
    addr03: row.addr03,
    phone_number: row.phone_number,
  }
  const other = { ...same, addr02: '9-9-9' }
  const update = calls['PUT /v1/order/subscription/update/{id}']
  await expect(update(here, { id, version: 1, shipping_address: other })).rejects.toMatchObject(notConfirmed)
  await update(here, { id, version: 1, shipping_address: same, next_delivery_date: '2026-12-20' })
  await pauseSubscription(here, { id })
  const reopen = (ctx: MemberContext, shipping_address: typeof same) =>
    calls['PATCH /v1/order/subscription/update/{id}/reopen-scheduled'](ctx, {
      id,
      is_update_subscription: true,
      update: { shipping_address },
      third_party_consent: false,
    })
  await expect(reopen(here, other)).rejects.toMatchObject(notConfirmed)
  await expect(reopen(without, other)).resolves.toBeDefined()
  await confirmDevice(db, here, here.customer_id, 'code')
  await expect(update(here, { id, version: 4, shipping_address: same })).resolves.toBeDefined()
  expect((await loadSubscriptionRow(db, id)).addr02).toBe(row.addr02)
})
