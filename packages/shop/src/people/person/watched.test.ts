import { customer } from '@kushi/db/schema/customer'
import { shipping_decision } from '@kushi/db/schema/fulfilment'
import { orders } from '@kushi/db/schema/order'
import { order_check, watch_entry } from '@kushi/db/schema/person'
import { shop } from '@kushi/db/schema/shop'
import { testDatabase } from '@kushi/db/testing'
import type { WatchEffect } from '@kushi/values/person'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { MemberContext } from '../../context.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { validateOrder } from '../../sales/checkout/validate-order.ts'
import { changePayment } from '../../sales/subscription/change-payment.ts'
import { updateSubscription } from '../../sales/subscription/update-subscription.ts'
import { testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, kamakuraAddress, testOrderDraft } from '../../testing/order.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { insertSubscribedMember, loadSubscriptionRow } from '../../testing/subscription.ts'
import { listWatchEntries, showWatchEntry, unwatchCustomer, watchCustomer } from './admin/watch-list.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
let house = 100
const somebody = (more: Partial<typeof kamakuraAddress> = {}) => {
  house++
  return { ...kamakuraAddress, addr02: `${house}-9`, phone_number: `0902000${String(house).padStart(4, '0')}`, ...more }
}
const account = async (who: typeof kamakuraAddress) => {
  const [customer_id] = await insertMembers(db, 1, who)
  return testContext(db, { customer_id: customer_id!, settings }) as MemberContext
}
const buy = async (ctx: MemberContext, who: typeof kamakuraAddress) => {
  const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft({ shipping_address: who })))
  return (await db.select().from(orders).where(eq(orders.order_no, order_no)))[0]!
}
const entry = (watch_effect: WatchEffect, expires_on = '2027-11-21') => ({
  watch_effect,
  expires_on,
  reason: '受け取り拒否が2回',
})

/** A member on the list with an order, and the same person under another account. */
async function watched(watch_effect: WatchEffect) {
  const who = somebody()
  const first = await account(who)
  await buy(first, who)
  const desk = await operatorContext(db)
  await watchCustomer(desk, { id: first.customer_id, ...entry(watch_effect) })
  const again = somebody({ phone_number: who.phone_number })
  return { first, who, desk, again, second: await account(again) }
}

test('refuse: both accounts read that the order can’t be taken, before anything is pressed', async () => {
  const { first, who, second, again } = await watched('refuse')
  for (const [ctx, to] of [
    [first, who],
    [second, again],
  ] as const)
    await expect(validateOrder(ctx, testOrderDraft({ shipping_address: to }))).rejects.toMatchObject({
      status: 409,
      error: 'ERROR_ORDER_REFUSED',
    })
})

test('no 後払い or 代引: the reason stands beside the method, and a card is fine', async () => {
  const { second, again } = await watched('no_credit')
  await expect(validateOrder(second, testOrderDraft({ shipping_address: again }))).rejects.toMatchObject({
    status: 422,
    fields: [{ path: 'payment_method_id' }],
  })
  const card = await validateOrder(second, testOrderDraft({ shipping_address: again, payment_method_id: 1 }))
  expect(card.problems).toEqual([])
})

test('no offers: neither codes nor the first price, and said so', async () => {
  const { code } = await insertRunningPromotion(db)
  const { second, again } = await watched('no_offers')
  const seen = await validateOrder(
    second,
    testOrderDraft({
      shipping_address: again,
      coupon_codes: [code],
      is_subscription: true,
      delivery_pattern: { subscription_division_id: 1, param1: 1, param2: 5, param3: null },
    }),
  )
  expect(seen.summary).toMatchObject({ discount_amount: 0, promotions: [], notes: [expect.stringContaining('特典')] })
  expect(seen.items[0]!.price).toBe(seen.items[0]!.following_price)
})

test('hold: the order waits before shipping, and so does one of the same house, whatever the entry says', async () => {
  const { second, again } = await watched('hold')
  const order = await buy(second, again)
  const [decision] = await db.select().from(shipping_decision).where(eq(shipping_decision.order_id, order.id))
  expect(decision?.held).toMatchObject({ reason: 'person' })
  expect(await db.select().from(order_check).where(eq(order_check.order_id, order.id))).toMatchObject([
    { outcome: 'held', matches: [{ benefit: '注意リスト' }] },
  ])
  const { who } = await watched('refuse')
  const family = somebody({ addr02: who.addr02, kana01: 'さとう' })
  const theirs = await buy(await account(family), family)
  expect(await db.$count(order_check, eq(order_check.order_id, theirs.id))).toBe(1)
})

test('an entry that is over or removed does nothing; the list keeps author and reason', async () => {
  const over = await watched('refuse')
  const past = watchCustomer(over.desk, { id: over.first.customer_id, ...entry('refuse', '2026-11-20') })
  await expect(past).rejects.toMatchObject({ status: 422, fields: [{ path: 'expires_on' }] })
  await db
    .update(watch_entry)
    .set({ expires_on: '2026-11-20' })
    .where(eq(watch_entry.customer_id, over.first.customer_id))
  expect((await validateOrder(over.second, testOrderDraft({ shipping_address: over.again }))).problems).toEqual([])
  const { first, desk, second, again } = await watched('refuse')
  const { items } = await listWatchEntries(desk, {})
  expect(items.find(({ customer_id }) => customer_id === first.customer_id)).toMatchObject({
    watch_effect: 'refuse',
    reason: '受け取り拒否が2回',
    author: desk.operator.name,
    is_over: false,
  })
  await unwatchCustomer(desk, { id: first.customer_id })
  expect(await showWatchEntry(desk, { id: first.customer_id })).toEqual({ entry: null })
  expect((await validateOrder(second, testOrderDraft({ shipping_address: again }))).problems).toEqual([])
  expect(await db.$count(watch_entry, eq(watch_entry.customer_id, first.customer_id))).toBe(1)
})

test('what came back proposes an entry, and makes none', async () => {
  const who = somebody()
  const ctx = await account(who)
  const order = await buy(ctx, who)
  await db.update(orders).set({ status: 'returned' }).where(eq(orders.id, order.id))
  const desk = await operatorContext(db)
  const { proposals } = await listWatchEntries(desk, {})
  expect(proposals).toContainEqual({ customer_id: ctx.customer_id, name: '山口 花子', returned: 1, refused: 0 })
  expect(await db.$count(watch_entry, eq(watch_entry.customer_id, ctx.customer_id))).toBe(0)
  await watchCustomer(desk, { id: ctx.customer_id, ...entry('hold') })
  const after = await listWatchEntries(desk, {})
  expect(after.proposals.map(({ customer_id }) => customer_id)).not.toContain(ctx.customer_id)
})

test('a stranger who typed the victim’s telephone is listed: the victim’s order is taken, and held', async () => {
  const victim = somebody({ kana01: 'さとう' })
  const ctx = await account(victim)
  await buy(ctx, victim)
  const bad = somebody({ kana01: 'わるい' })
  const stranger = await account(bad)
  await buy(stranger, { ...bad, phone_number: victim.phone_number })
  await watchCustomer(await operatorContext(db), { id: stranger.customer_id, ...entry('refuse') })
  const order = await buy(ctx, victim)
  expect(await db.$count(order_check, eq(order_check.order_id, order.id))).toBe(1)
})

const contract = (who: typeof kamakuraAddress) =>
  testOrderDraft({
    is_subscription: true,
    shipping_address: who,
    delivery_pattern: { subscription_division_id: 1, param1: 1, param2: 5, param3: null },
  })

test('nobody finds customers out: a telephone tells nothing, and after ten persons neither does name and address', async () => {
  await db.update(shop).set({ first_price_audience: 'once' })
  const victim = somebody({ kana01: 'さとう' })
  const theirs = await account(victim)
  await placeOrder(theirs, await confirmedOrderInput(theirs, contract(victim)))
  const me = somebody({ kana01: 'たなか' })
  const spy = testContext(db, { customer_id: (await account(me)).customer_id, ip: '203.0.113.77' }) as MemberContext
  const told = async (ctx: MemberContext, who: typeof kamakuraAddress) =>
    (await validateOrder(ctx, contract(who))).summary.notes.length
  const spyAs = async (kana01: string) => {
    await db.update(customer).set({ kana01 }).where(eq(customer.id, spy.customer_id))
  }
  expect(await told(spy, { ...me, phone_number: victim.phone_number })).toBe(0)
  await spyAs('さとう')
  const asVictim = { ...victim, phone_number: me.phone_number }
  for (let n = 0; n < 3; n++) expect(await told(spy, asVictim)).toBe(1)
  for (let n = 0; n < 10; n++) await told(spy, { ...asVictim, addr02: `${900 + n}-1` })
  expect(await told(spy, asVictim)).toBe(0)
  // What is not told is held.
  const { order_no } = await placeOrder(spy, await confirmedOrderInput(spy, contract(asVictim)))
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  expect(await db.select().from(order_check).where(eq(order_check.order_id, order!.id))).toMatchObject([
    { outcome: 'held' },
  ])
  // The victim is none the worse for it.
  expect(await told(theirs, victim)).toBe(1)
})

test.each<WatchEffect>(['refuse', 'no_credit'])('%s: a running contract moves to no 後払い or 代引', async (effect) => {
  const { id, member } = await insertSubscribedMember(db, testContext(db))
  await watchCustomer(await operatorContext(db), { id: member.customer_id, ...entry(effect) })
  const { version } = await loadSubscriptionRow(db, id)
  const change = { id, version, payment_method_id: null, card_seq: null }
  await expect(changePayment(member, change as never)).rejects.toMatchObject({
    status: 422,
    fields: [{ path: 'payment_method_id' }],
  })
  const items = [{ product_sku_id: 101, quantity: 9, is_one_time: false }]
  const grown = await updateSubscription(member, { id, version, items } as never).then(
    () => 'sold',
    (error) => error.error,
  )
  expect(grown === 'ERROR_ORDER_REFUSED').toBe(effect === 'refuse')
})
