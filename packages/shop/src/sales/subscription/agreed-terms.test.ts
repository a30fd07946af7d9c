import { customer } from '@kushi/db/schema/customer'
import { delivery, delivery_prefecture_fee, shop_payment, shop_payment_fee } from '@kushi/db/schema/delivery'
import { product_sku } from '@kushi/db/schema/product'
import { customer_rank, shop } from '@kushi/db/schema/shop'
import { subscription } from '@kushi/db/schema/subscription'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { withMemberActor } from '../../actor.ts'
import type { MemberContext } from '../../context.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { contextOnDayWithCards, insertSubscribedMember } from '../../testing/subscription.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { recordMissingAgreedTerms } from './agree-terms.ts'
import { getSubscription } from './get-subscription.ts'
import { previewUpdate } from './preview-update.ts'
import { updateSubscription } from './update-subscription.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const { ctx } = contextOnDayWithCards(db, '2026-11-21')

const [cash] = await db
  .select()
  .from(shop_payment)
  .where(and(eq(shop_payment.shop_id, 2), isNull(shop_payment.payment_method_id)))
const steps = (...fees: [from: number, fee: number][]) =>
  fees.map(([from_amount, fee]) => ({ shop_id: 2, shop_payment_id: cash!.id, from_amount, fee }))
async function setFees(...fees: [from: number, fee: number][]) {
  await db.delete(shop_payment_fee).where(eq(shop_payment_fee.shop_payment_id, cash!.id))
  await db.insert(shop_payment_fee).values(steps(...fees))
}
const setShop = (set: Partial<typeof shop.$inferInsert>) => db.update(shop).set(set).where(eq(shop.id, 2))
const setParcel = (set: Partial<typeof delivery.$inferInsert>) =>
  db
    .update(delivery)
    .set(set)
    .where(and(eq(delivery.shop_id, 2), eq(delivery.mail_delivery_flag, false)))
const setRank = (discount_rate: number) =>
  db.update(customer_rank).set({ discount_rate }).where(eq(customer_rank.shop_id, 2))

beforeEach(async () => {
  await emptyTables(db.$client, 'subscription, orders, outbox', { restart: true })
  await setFees([0, 330], [10_000, 440])
  await setParcel({ flat_rate_delivery_fee: 660, island_surcharge: 0, visible: true })
  await db.delete(delivery_prefecture_fee)
  await setShop({
    delivery_free_amount: 4000,
    delivery_free_after_promotions: false,
    most_promotion_rate: 100,
    customer_rank_use_flag: true,
    customer_rank_operation_start_date: '2025-01-01',
    customer_rank_operation_end_date: null,
  })
  await setRank(10)
})

/** A contract of so many bottles, paid at the door, by a member with a rank. */
async function begun(quantity: number) {
  const [customer_id] = await insertMembers(db, 1)
  const [rank] = await db.select().from(customer_rank).where(eq(customer_rank.shop_id, 2))
  await db.update(customer).set({ customer_rank_id: rank!.id }).where(eq(customer.id, customer_id!))
  const member = withMemberActor({ ...ctx, customer_id: customer_id! }, customer_id!)
  const wanted = testOrderDraft({
    is_subscription: true,
    delivery_pattern: { subscription_division_id: 1, param1: 1, param2: 5, param3: null },
    items: [{ product_sku_id: 101, quantity, revision: 1 }],
    payment_method_id: null,
  })
  await placeOrder(member, await confirmedOrderInput(member, wanted))
  const [row] = await db.select().from(subscription)
  return { member, id: row!.id }
}
const costs = async (member: MemberContext, id: number) => (await getSubscription(member, { id })).payment_total

const rises: [string, () => PromiseLike<unknown>][] = [
  ['delivery', () => setParcel({ flat_rate_delivery_fee: 990 })],
  [
    'delivery to each prefecture',
    () =>
      db
        .insert(delivery_prefecture_fee)
        .values(Array.from({ length: 47 }, (_, n) => ({ shop_id: 2, delivery_id: 1, pref_id: n + 1, fee: 1500 }))),
  ],
  ['a higher threshold', () => setShop({ delivery_free_amount: 20_000 })],
  ['no free delivery', () => setShop({ delivery_free_amount: null })],
  ['cash on delivery', () => setFees([0, 550])],
  ['a lower rank', () => setRank(1)],
  ['ranks that end', () => setShop({ customer_rank_operation_end_date: '2026-11-01' })],
  ['the most of promotions', () => setShop({ most_promotion_rate: 1 })],
]

test.each([1, 2])('no new setting makes a running contract of %i pieces dearer', async (quantity) => {
  const { member, id } = await begun(quantity)
  const before = await costs(member, id)
  for (const [what, rise] of rises) {
    await rise()
    expect.soft(await costs(member, id), what).toBe(before)
  }
})

test('what got cheaper counts at once, beside what got dearer, and is not kept', async () => {
  const { member, id } = await begun(1)
  const before = await costs(member, id)
  await setParcel({ flat_rate_delivery_fee: 990 })
  await setFees([0, 110])
  expect(await costs(member, id)).toBe(before - 220)
  await setFees([0, 550])
  expect(await costs(member, id)).toBe(before)
})

test('other goods keep the terms; another address has those of today, and both sums are shown before', async () => {
  const { member, id } = await begun(1)
  await setParcel({ flat_rate_delivery_fee: 990 })
  await setShop({ delivery_free_amount: 20_000 })
  const twice = { id, items: [{ product_sku_id: 101, quantity: 2, is_one_time: false }] }
  expect((await previewUpdate(member, twice)).after).toMatchObject({ delivery_fee: 0, payment_fee: 330 })
  const { shipping_address } = testOrderDraft({})
  const moved = {
    id,
    shipping_address: { ...shipping_address, postal_code01: '060', postal_code02: '0001', pref_id: 1 },
  }
  const { before, after } = await previewUpdate(member, moved)
  expect([before.delivery_fee, after.delivery_fee]).toEqual([660, 990])
  await updateSubscription(member, { ...moved, version: before.version })
  await setParcel({ flat_rate_delivery_fee: 1200 })
  expect(await getSubscription(member, { id })).toMatchObject({ delivery_fee: 990 })
})

test('a method that the shop hides, or goods that it makes heavier, cost no more', async () => {
  const [mail] = await db
    .select()
    .from(delivery)
    .where(and(eq(delivery.shop_id, 2), eq(delivery.mail_delivery_flag, true)))
  await db.update(product_sku).set({ light_flag: true }).where(eq(product_sku.shop_id, 2))
  const { member, id } = await insertSubscribedMember(db, ctx, { delivery_id: mail!.id })
  await recordMissingAgreedTerms(ctx)
  const before = await costs(member, id)
  await db.update(product_sku).set({ light_flag: false }).where(eq(product_sku.shop_id, 2))
  expect(await getSubscription(member, { id })).toMatchObject({ payment_total: before, delivery_id: 1 })
})

test('a contract from before has the terms of the day on which they are noted, or what it last was told', async () => {
  const { member, id } = await insertSubscribedMember(db, ctx, { delivery_fee: 550 })
  await recordMissingAgreedTerms(ctx)
  const before = await costs(member, id)
  expect(await getSubscription(member, { id })).toMatchObject({ delivery_fee: 550 })
  for (const [, rise] of rises) await rise()
  expect(await costs(member, id)).toBe(before)
})
