import { randomUUID } from 'node:crypto'
import type { customer } from '@kushi/db/schema/customer'
import { shipping_decision } from '@kushi/db/schema/fulfilment'
import { order_item, orders } from '@kushi/db/schema/order'
import { order_check, person_sign } from '@kushi/db/schema/person'
import { product_sku } from '@kushi/db/schema/product'
import { promotion, promotion_use } from '@kushi/db/schema/promotion'
import { shop } from '@kushi/db/schema/shop'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { and, eq, like } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MemberContext } from '../../context.ts'
import { backfillPersonSigns } from '../../people/person/backfill-person-signs.ts'
import { secretBox } from '../../secret-box.ts'
import { carrierFilesInMemory } from '../../testing/carrier-files.ts'
import { testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, kamakuraAddress, testOrderDraft } from '../../testing/order.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { validateOrder } from '../checkout/validate-order.ts'
import { decidePersonCheck, showPersonCheck } from './admin/check-person.ts'
import { cancelOrder } from './cancel-order.ts'
import { loadShippingDesk } from './count-desk.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
beforeAll(async () => {
  await db.update(product_sku).set({ stock: 1000 })
  await db.update(shop).set({ first_price_audience: 'once' })
})
afterEach(() => db.update(promotion).set({ status: 'stopped' }))

const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
let house = 0

/** Somebody at an address of their own, with telephone and mailbox. */
function somebody(more: Partial<typeof kamakuraAddress> = {}) {
  house++
  return {
    ...kamakuraAddress,
    addr02: `${house}-${house}-${house}`,
    phone_number: `0901000${String(house).padStart(4, '0')}`,
    ...more,
  }
}
type Somebody = ReturnType<typeof somebody>
const account = async (who: Somebody, more: Partial<typeof customer.$inferInsert> = {}) => {
  const [customer_id] = await insertMembers(db, 1, { ...who, ...more })
  return testContext(db, { customer_id: customer_id!, settings }) as MemberContext
}
const subscribing = (who: Somebody, coupon_codes: string[] = []) =>
  testOrderDraft({
    is_subscription: true,
    shipping_address: who,
    coupon_codes,
    delivery_pattern: { subscription_division_id: 1, param1: 1, param2: 5, param3: null },
  })
const once = (who: Somebody, coupon_codes: string[]) => testOrderDraft({ shipping_address: who, coupon_codes })
const orderOf = async (order_no: string) => (await db.select().from(orders).where(eq(orders.order_no, order_no)))[0]!
const buy = async (ctx: MemberContext, wanted: ReturnType<typeof testOrderDraft>) =>
  orderOf((await placeOrder(ctx, await confirmedOrderInput(ctx, wanted))).order_no)
const checksOf = ({ id }: { id: number }) => db.select().from(order_check).where(eq(order_check.order_id, id))
const heldOf = async ({ id }: { id: number }) =>
  (await db.select().from(shipping_decision).where(eq(shipping_decision.order_id, id)))[0]?.held ?? null
const desk = async () => operatorContext(db, 'manager', { ports: { carrier_file: carrierFilesInMemory() } })

const FIRST = 1936
const NORMAL = 2178

test('who began at the first price and begins again reads the normal price before anything is pressed', async () => {
  const who = somebody()
  const ctx = await account(who)
  const first = await validateOrder(ctx, subscribing(who))
  expect(first.items[0]).toMatchObject({ price: FIRST, following_price: NORMAL })
  expect(first.summary.notes).toEqual([])
  await buy(ctx, subscribing(who))
  const again = await validateOrder(ctx, subscribing(who))
  expect(again.items[0]).toMatchObject({ price: NORMAL, following_price: NORMAL })
  expect(again.summary.notes).toEqual([expect.stringContaining('通常の定期価格(¥2,178)')])
})

test.each<[string, (who: Somebody) => { who: Somebody; more?: Partial<typeof customer.$inferInsert> }]>([
  ['the same telephone and name', ({ phone_number }) => ({ who: somebody({ phone_number }) })],
  [
    'the same name at the same address in another notation',
    ({ addr02 }) => ({
      who: somebody({ addr02: `${addr02.split('-')[0]}丁目${addr02.split('-')[1]}番${addr02.split('-')[2]}号` }),
    }),
  ],
])('a second account of the same person: %s', async (_, second) => {
  const who = somebody()
  await buy(await account(who), subscribing(who))
  const other = second(who)
  const ctx = await account(other.who)
  const seen = await validateOrder(ctx, subscribing(other.who))
  expect(seen.items[0]!.price).toBe(NORMAL)
  expect(seen.summary.notes[0]).toContain('同じお電話番号またはご住所で')
  // Accepted at what was shown; nothing is cancelled or held, and the reasons are kept.
  const order = await buy(ctx, subscribing(other.who))
  expect(order).toMatchObject({ status: 'received', payment_total: seen.summary.payment_total })
  expect(await checksOf(order)).toMatchObject([{ outcome: 'told', matches: [{ promotion_id: null }] }])
  expect(await heldOf(order)).toBeNull()
})

test('a mailbox with a label is the same mailbox', async () => {
  const who = somebody()
  const name = randomUUID()
  await buy(await account(who, { email: `${name}@example.com` }), subscribing(who))
  const again = somebody()
  const ctx = await account(again, { email: `${name}+2@example.com` })
  expect((await validateOrder(ctx, subscribing(again))).items[0]!.price).toBe(NORMAL)
})

test('a cancelled first order does not count', async () => {
  const who = somebody()
  const ctx = await account(who)
  const order = await buy(ctx, subscribing(who))
  await cancelOrder(ctx, { order_no: order.order_no })
  expect((await validateOrder(ctx, subscribing(who))).items[0]!.price).toBe(FIRST)
})

test('a shop that gives it to everybody', async () => {
  await db.update(shop).set({ first_price_audience: 'everybody' }).where(eq(shop.id, 2))
  const who = somebody()
  const ctx = await account(who)
  await buy(ctx, subscribing(who))
  expect((await validateOrder(ctx, subscribing(who))).items[0]!.price).toBe(FIRST)
  await db.update(shop).set({ first_price_audience: 'once' }).where(eq(shop.id, 2))
})

test('a promotion of once a person is refused to the second account, and said so', async () => {
  const { code } = await insertRunningPromotion(db, { audience: 'once' })
  const who = somebody()
  await buy(await account(who), once(who, [code]))
  const again = somebody({ phone_number: who.phone_number })
  const seen = await validateOrder(await account(again), once(again, [code]))
  expect(seen.summary.discount_amount).toBe(0)
  expect(seen.summary.promotions).toMatchObject([
    { is_applied: false, message: expect.stringContaining('同じお電話番号またはご住所で、すでにご利用') },
  ])
  const nobody = somebody()
  expect((await validateOrder(await account(nobody), once(nobody, [code]))).summary.discount_amount).toBe(500)
})

/** An order of the family: the same house, another name and telephone. */
async function doubted(wanted: (who: Somebody) => ReturnType<typeof testOrderDraft> = subscribing) {
  const who = somebody()
  const earlier = await buy(await account(who), wanted(who))
  const family = somebody({ addr02: who.addr02, kana01: 'さとう', name01: '佐藤' })
  const ctx = await account(family)
  return { earlier, ctx, order: await buy(ctx, wanted(family)) }
}

test('the family gets the first price, and the order waits before shipping with both orders side by side', async () => {
  const { earlier, order } = await doubted()
  expect(order.payment_total - order.delivery_fee - order.payment_fee).toBe(FIRST)
  expect(await heldOf(order)).toMatchObject({ reason: 'person' })
  const ctx = await desk()
  const { seen } = await loadShippingDesk(ctx)
  const stopped = seen.find((one) => one.order.id === order.id)
  expect(stopped?.outcome).toMatchObject({ kind: 'stopped', action: 'open_order' })
  const { check } = await showPersonCheck(ctx, { id: order.id })
  expect(check).toMatchObject({
    outcome: 'held',
    is_late: false,
    order: { id: order.id },
    others: [{ id: earlier.id, kinds: ['place'] }],
    normal_price: { payment_total: order.payment_total + NORMAL - FIRST, refusal: null },
  })
  // Noon of 21 November, a Saturday: the end of the next day on which the shop ships.
  expect(Date.parse(check!.due_at!)).toBeGreaterThan(ctx.clock.now().getTime())
  expect(Date.parse(check!.due_at!)).toBeLessThanOrEqual(ctx.clock.now().getTime() + 4 * 86_400_000)
})

test('出荷する: the order is ready, once', async () => {
  const { order } = await doubted()
  const ctx = await desk()
  const { check } = await decidePersonCheck(ctx, { id: order.id, decision: 'ship', has_consent: false })
  expect(check).toMatchObject({ decision: 'ship', normal_price: null })
  expect(await heldOf(order)).toBeNull()
  await expect(decidePersonCheck(ctx, { id: order.id, decision: 'ship', has_consent: false })).rejects.toMatchObject({
    status: 409,
  })
})

test('お客様に確認: a mail that names the price, and the order waits on', async () => {
  const { order } = await doubted()
  const { check } = await decidePersonCheck(await desk(), { id: order.id, decision: 'ask', has_consent: false })
  expect(check).toMatchObject({ decision: null, asked_at: expect.any(String) })
  expect(await heldOf(order)).not.toBeNull()
  const [mail] = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.order_id, order.id), like(outbox.dedupe_key, 'person-asked-%')))
  expect(JSON.stringify(mail!.payload)).toContain('初回価格')
})

test('通常価格にする needs consent, and changes item, total and contract’s promise together', async () => {
  const { code, id: promotion_id } = await insertRunningPromotion(db, { audience: 'once', to_cycle: 3 })
  const { order } = await doubted((who) => subscribing(who, [code]))
  const ctx = await desk()
  await expect(
    decidePersonCheck(ctx, { id: order.id, decision: 'normal_price', has_consent: false }),
  ).rejects.toMatchObject({ status: 422 })
  const { check } = await decidePersonCheck(ctx, { id: order.id, decision: 'normal_price', has_consent: true })
  expect(check).toMatchObject({ decision: 'normal_price' })
  const after = await orderOf(order.order_no)
  const [item] = await db.select().from(order_item).where(eq(order_item.order_id, order.id))
  expect(item).toMatchObject({ price: NORMAL, discount_amount: 0, promotions: [] })
  expect(after.payment_total).toBe(NORMAL + after.delivery_fee + after.payment_fee)
  expect(await heldOf(order)).toBeNull()
  const uses = await db
    .select()
    .from(promotion_use)
    .where(and(eq(promotion_use.order_id, order.id), eq(promotion_use.promotion_id, promotion_id)))
  expect(uses.every(({ released_at }) => released_at !== null)).toBe(true)
})

test('取り消す settles it', async () => {
  const { ctx, order } = await doubted()
  await cancelOrder(ctx, { order_no: order.order_no })
  expect(await checksOf(order)).toMatchObject([{ decision: 'cancel' }])
})

test('a house with many accounts says nothing', async () => {
  const tower = somebody()
  for (let room = 1; room <= 6; room++) {
    const who = somebody({ addr02: tower.addr02, addr03: `${room}号室`, kana01: 'あいうえおか'[room - 1]! })
    const order = await buy(await account(who), subscribing(who))
    if (room > 1) expect(await heldOf(order)).not.toBeNull()
  }
  const last = somebody({ addr02: tower.addr02, addr03: '7号室', kana01: 'き' })
  expect(await heldOf(await buy(await account(last), subscribing(last)))).toBeNull()
})

test('a present leaves no sign of who receives it', async () => {
  const giver = somebody()
  const grandmother = somebody({ kana02: 'うめ' })
  await buy(await account(giver), { ...subscribing(giver), shipping_address: grandmother })
  const seen = await validateOrder(await account(grandmother), subscribing(grandmother))
  expect(seen.items[0]!.price).toBe(FIRST)
})

test('signs are no telephone numbers, are another shop’s or key’s not, and a job brings those of before', async () => {
  const who = somebody()
  const ctx = await account(who)
  await buy(ctx, subscribing(who))
  const signs = await db.select().from(person_sign).where(eq(person_sign.customer_id, ctx.customer_id))
  expect(signs.map(({ kind }) => kind).sort()).toEqual(['mailbox', 'phone', 'phone', 'place', 'resident'])
  expect(JSON.stringify(signs)).not.toContain(who.phone_number)
  await db.delete(person_sign)
  const keys = secretBox(['1'.repeat(32), '0'.repeat(32)])
  await backfillPersonSigns({ ...ctx, secrets: keys })
  const anew = await db.select().from(person_sign).where(eq(person_sign.customer_id, ctx.customer_id))
  expect(anew).toHaveLength(5)
  expect(anew.every(({ sign }) => signs.every((one) => one.sign !== sign))).toBe(true)
  // A process that still begins with the old key finds only what the old key signed.
  const again = somebody({ phone_number: who.phone_number })
  const other = await account(again)
  expect((await validateOrder({ ...other, secrets: keys }, subscribing(again))).items[0]!.price).toBe(NORMAL)
  expect(await backfillPersonSigns({ ...ctx, secrets: keys })).toBe(0)
})
