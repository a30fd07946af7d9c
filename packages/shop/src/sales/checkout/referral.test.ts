import { hashPassword } from '@kushi/db/password'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { point_account, point_entry } from '@kushi/db/schema/point'
import { product_sku } from '@kushi/db/schema/product'
import { promotion, promotion_code, promotion_use, referral_code } from '@kushi/db/schema/promotion'
import { shop } from '@kushi/db/schema/shop'
import { testDatabase } from '@kushi/db/testing'
import { MAX_POINTS } from '@kushi/values/points'
import { ERASED_NAME } from '@kushi/values/privacy-request'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { listIntroducers } from '../../catalogue/point/admin/introducers.ts'
import { showPointTotals } from '../../catalogue/point/admin/points.ts'
import { createReferralLink, getReferral } from '../../catalogue/point/referral.ts'
import { grantExpireAndNotifyPoints } from '../../catalogue/point/run-points.ts'
import type { MemberContext } from '../../context.ts'
import { changePointSetting, getPointSetting } from '../../operation/configuration/admin/shop-setting.ts'
import { eraseFormerMemberData } from '../../operation/membership/internal/erase-traces.ts'
import { withdrawOwnMembership } from '../../operation/membership/withdraw.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { givePoints } from '../../testing/give-points.ts'
import { mergeWithIdentityChecks } from '../../testing/merge.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, kamakuraAddress, testOrderDraft } from '../../testing/order.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { cancelOrder } from '../fulfilment/cancel-order.ts'
import { markParcelsDelivered } from '../fulfilment/receive-shipments.ts'
import { shipOrder } from '../fulfilment/ship-order.ts'
import { refundOrder } from '../refund/refund-order.ts'
import { placeOrder } from './place-order.ts'
import { validateOrder } from './validate-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
let clock = testClock()
let chosen = 0
const setShop = (more: Partial<typeof shop.$inferInsert>) => db.update(shop).set(more).where(eq(shop.id, 2))
beforeEach(async () => {
  clock = testClock()
  await db.update(promotion).set({ status: 'stopped' })
  chosen = (
    await insertRunningPromotion(db, { trigger: 'link', audience: 'new', promotion_name: 'はじめての500円引き' })
  ).id
  const referral = { referral_promotion_id: chosen, referral_points: 300, referral_most: 20 }
  await setShop({ point_flag: true, point_rate: 1, point_days: 14, ...referral })
  await db.update(product_sku).set({ stock: 1000 }).where(eq(product_sku.id, 101))
})

let house = 0
/** Somebody whom nobody else here is like. */
async function somebody(more: Partial<typeof customer.$inferInsert> = {}) {
  house++
  const named = {
    kana01: `やま${'あいうえおかきくけこ'[house % 10]}`,
    kana02: `はな${'さしすせそたちつてと'[Math.floor(house / 10)]}`,
  }
  const home = {
    ...kamakuraAddress,
    ...named,
    addr02: `${house}-88-3`,
    phone_number: `0902000${String(house).padStart(4, '0')}`,
  }
  const [customer_id] = await insertMembers(db, 1, { ...home, ...more })
  const ctx = testContext(db, { customer_id: customer_id!, settings, clock })
  return { ctx, home: { ...home, ...(more.addr02 && { addr02: more.addr02 }) } }
}
type Somebody = Awaited<ReturnType<typeof somebody>>
const asked = ({ home }: Somebody, code: string | null, more: Parameters<typeof testOrderDraft>[0] = {}) =>
  testOrderDraft({ shipping_address: home, coupon_codes: code === null ? [] : [code], ...more })
async function buy(who: Somebody, code: string | null, more: Parameters<typeof testOrderDraft>[0] = {}) {
  const { order_no } = await placeOrder(who.ctx, await confirmedOrderInput(who.ctx, asked(who, code, more)))
  return (await db.select().from(orders).where(eq(orders.order_no, order_no)))[0]!
}
const told = async (who: Somebody, code: string) =>
  (await validateOrder(who.ctx, asked(who, code))).summary.promotions.map(({ is_applied, message }) => [
    is_applied,
    message,
  ])
async function deliver({ order_no }: { order_no: string }) {
  const ctx = testContext(db, { clock })
  await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
  await markParcelsDelivered(ctx, { order_no })
}
/** A member to whom something was delivered, with a link. */
async function introducer() {
  const who = await somebody()
  await deliver(await buy(who, null))
  const { referral_code: code } = await createReferralLink(who.ctx, {})
  return { ...who, code: code! }
}
const entriesOf = async ({ customer_id }: MemberContext) =>
  (await db.select().from(point_entry).where(eq(point_entry.customer_id, customer_id)).orderBy(point_entry.id))
    .filter(({ point_kind }) => point_kind !== 'grant')
    .map(({ point_kind, points, order_id }) => [point_kind, points, order_id])
const seen = ({ ctx }: Somebody) => getReferral(ctx)
const pass = async (days: number) => {
  clock.move(days)
  await grantExpireAndNotifyPoints(testContext(db, { clock }))
}

test('the link: after the first delivery, once, and only in a shop that has お友だち紹介', async () => {
  const who = await somebody()
  expect(await seen(who)).toMatchObject({ referral_code: null, is_open: true, may_refer: false })
  await expect(createReferralLink(who.ctx, {})).rejects.toMatchObject({ error: 'ERROR_REFERRAL_REFUSED' })
  await deliver(await buy(who, null))
  await Promise.all([createReferralLink(who.ctx, {}), createReferralLink(who.ctx, {}), createReferralLink(who.ctx, {})])
  const mine = await db.select().from(referral_code).where(eq(referral_code.customer_id, who.ctx.customer_id))
  expect(mine).toMatchObject([{ code: expect.stringMatching(/^~[2-9A-HJKMNP-Z]{10}$/) }])
  for (const off of [{ referral_promotion_id: null }, { referral_promotion_id: chosen, point_flag: false }]) {
    await setShop(off)
    expect(await seen(who)).toMatchObject({ is_open: false, referral_terms: [] })
    await expect(createReferralLink((await somebody()).ctx, {})).rejects.toMatchObject({
      error: 'ERROR_REFERRAL_REFUSED',
    })
    expect(await told(await somebody(), mine[0]!.code)).toEqual([[false, 'このリンクの特典は見つかりません。']])
  }
})

test('a friend gets the promotion, and the introducer points with those of the order, once however often the job runs', async () => {
  const who = await introducer()
  const order = await buy(await somebody(), who.code)
  expect(order.discount_amount).toBe(500)
  expect(await seen(who)).toMatchObject({ friends: 1, coming: 300, granted: 0 })
  await deliver(order)
  await pass(13)
  expect(await entriesOf(who.ctx)).toEqual([])
  const { pending } = await showPointTotals(await operatorContext(db, 'manager', { clock }), {})
  expect(pending).toBeGreaterThanOrEqual(300)
  clock.move(1)
  const job = () => grantExpireAndNotifyPoints(testContext(db, { clock }))
  await Promise.all([job(), job(), job()])
  await job()
  // No row names the friend or their order.
  expect(await entriesOf(who.ctx)).toEqual([['refer', 300, null]])
  expect(await seen(who)).toMatchObject({ friends: 1, coming: 0, granted: 300 })
})

test('a job that is killed grants all of it at the next run, or nothing twice', async () => {
  const who = await introducer()
  await deliver(await buy(await somebody(), who.code))
  clock.move(14)
  const ctx = testContext(db, { clock })
  const killed = new Proxy(db, {
    get: (target, name) =>
      name === 'transaction'
        ? (work: (tx: unknown) => Promise<unknown>) =>
            target.transaction(async (tx) => {
              await work(tx)
              throw new Error('killed')
            })
        : Reflect.get(target, name),
  })
  await expect(grantExpireAndNotifyPoints({ ...ctx, db: killed })).rejects.toThrow('killed')
  expect(await entriesOf(who.ctx)).toEqual([])
  await grantExpireAndNotifyPoints(ctx)
  expect(await entriesOf(who.ctx)).toEqual([['refer', 300, null]])
})

test.each([
  ['the same telephone and name', (home: Somebody['home']) => ({ ...home, addr02: '9-99-1' })],
  [
    'the same name and address, written otherwise',
    (home: Somebody['home']) => ({ ...home, addr02: home.addr02.replaceAll('-', 'の'), phone_number: '09099990000' }),
  ],
])('not oneself in another account: %s', async (_, alike) => {
  const who = await introducer()
  const other = await somebody(alike(who.home))
  const twin = { ...other, home: alike(who.home) }
  expect(await told(twin, who.code)).toEqual([[false, expect.stringContaining('ご自身の紹介リンク')]])
  expect((await buy(twin, who.code)).discount_amount).toBe(0)
  expect(await told(who, who.code)).toEqual([[false, expect.stringContaining('ご自身の紹介リンク')]])
  expect(await seen(who)).toMatchObject({ friends: 0 })
})

test('a friend is one once, also by two links, and whoever ordered before is none', async () => {
  const [one, two] = [await introducer(), await introducer()]
  const friend = await somebody()
  const request = await confirmedOrderInput(friend.ctx, asked(friend, one.code))
  const again = await confirmedOrderInput(friend.ctx, asked(friend, two.code))
  const results = await Promise.allSettled([placeOrder(friend.ctx, request), placeOrder(friend.ctx, again)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await seen(one)).friends + (await seen(two)).friends).toBe(1)
  expect(await told(friend, two.code)).toEqual([[false, expect.stringContaining('おひとり様1回限り')]])
  expect(await told(two, one.code)).toEqual([[false, expect.stringContaining('はじめてご注文の方')]])
})

test('an order that is cancelled, comes back or is refunded gives nothing; what was granted is taken back once', async () => {
  const who = await introducer()
  const desk = await operatorContext(db, 'manager', { clock })
  const friend = await somebody()
  const gone = await buy(friend, who.code)
  await cancelOrder(friend.ctx, { order_no: gone.order_no, keep_subscription: false, notify: false })
  expect(await seen(who)).toMatchObject({ friends: 0, coming: 0 })
  const early = await buy(await somebody(), who.code)
  const late = await buy(await somebody(), who.code)
  await deliver(early)
  await deliver(late)
  await refundOrder(desk, { order_no: early.order_no, refund: { kind: 'return', restock: true } })
  await pass(14)
  expect(await entriesOf(who.ctx)).toEqual([['refer', 300, null]])
  await refundOrder(desk, { order_no: late.order_no, refund: { kind: 'return', restock: true } })
  await pass(1)
  expect(await entriesOf(who.ctx)).toEqual([
    ['refer', 300, null],
    ['unrefer', -300, null],
  ])
  expect(await seen(who)).toMatchObject({ coming: 0, granted: 0 })
})

test('an order that is not paid on that day gives nothing until it is', async () => {
  const who = await introducer()
  const [unpaid, paid] = [await buy(await somebody(), who.code), await buy(await somebody(), who.code)]
  for (const order of [unpaid, paid]) await deliver(order)
  await db.update(orders).set({ payment_method_id: 1 }).where(eq(orders.id, unpaid.id))
  await db.update(payment).set({ state: 'failed', captured_amount: 0 }).where(eq(payment.order_id, unpaid.id))
  await pass(14)
  expect(await entriesOf(who.ctx)).toEqual([['refer', 300, null]])
  expect(await seen(who)).toMatchObject({ friends: 2, coming: 300, granted: 300 })
  await db
    .update(payment)
    .set({ state: 'captured', captured_amount: payment.amount })
    .where(eq(payment.order_id, unpaid.id))
  await pass(1)
  expect(await seen(who)).toMatchObject({ friends: 2, coming: 0, granted: 600 })
})

test('a member gets points for no more friends in a year than the shop says, also by jobs at once', async () => {
  const who = await introducer()
  await setShop({ referral_most: 1 })
  for (const friend of [await somebody(), await somebody()]) await deliver(await buy(friend, who.code))
  clock.move(14)
  const job = () => grantExpireAndNotifyPoints(testContext(db, { clock }))
  await Promise.all([job(), job()])
  expect(await entriesOf(who.ctx)).toEqual([['refer', 300, null]])
  expect(await seen(who)).toMatchObject({ friends: 2, coming: 0, granted: 300 })
  clock.move(366)
  await deliver(await buy(await somebody(), who.code))
  await pass(14)
  expect((await entriesOf(who.ctx)).filter(([kind]) => kind === 'refer')).toHaveLength(2)
})

test('a merge keeps links and what is coming; 退会 ends the link and loses it', async () => {
  const [old, kept] = [await introducer(), await introducer()]
  await deliver(await buy(await somebody(), old.code))
  const desk = await operatorContext(db, 'support', { clock })
  const [id, other_id] = [kept.ctx.customer_id, old.ctx.customer_id]
  await mergeWithIdentityChecks(desk, id, other_id)
  expect(await seen(kept)).toMatchObject({ friends: 1, coming: 300 })
  const later = await buy(await somebody(), old.code)
  expect(later.discount_amount).toBe(500)
  await deliver(later)
  await pass(14)
  expect(await entriesOf(kept.ctx)).toEqual([
    ['refer', 300, null],
    ['refer', 300, null],
  ])
  const leaving = await introducer()
  await deliver(await buy(await somebody(), leaving.code))
  await setShop({ withdrawal_by: 'mypage' })
  const password_hash = await hashPassword('Tsubaki2026')
  await db.update(customer).set({ password_hash }).where(eq(customer.id, leaving.ctx.customer_id))
  await withdrawOwnMembership(leaving.ctx, { password: 'Tsubaki2026' })
  await pass(14)
  expect(await entriesOf(leaving.ctx)).toEqual([])
  expect(await told(await somebody(), leaving.code)).toEqual([[false, 'このリンクの特典は見つかりません。']])
})

test('the list for operators: who introduced how many, as each introducer reads it, and no friend', async () => {
  const [one, two] = [await introducer(), await introducer()]
  const bought = await buy(await somebody(), one.code)
  const back = await buy(await somebody(), one.code)
  const friend = await somebody()
  const gone = await buy(friend, one.code)
  await cancelOrder(friend.ctx, { order_no: gone.order_no, keep_subscription: false, notify: false })
  await deliver(bought)
  await deliver(back)
  const desk = await operatorContext(db, 'manager', { clock })
  await refundOrder(desk, { order_no: back.order_no, refund: { kind: 'return', restock: true } })
  await pass(14)
  await buy(await somebody(), one.code)
  await buy(await somebody(), two.code)
  const { items, is_cut } = await listIntroducers(desk, {})
  const rowOf = ({ ctx }: Somebody) => items.find(({ customer_id }) => customer_id === ctx.customer_id)
  expect(rowOf(one)).toMatchObject({ friends: 3, kept: 1, granted: 300, coming: 300, name: expect.stringMatching(/./) })
  expect(rowOf(two)).toMatchObject({ friends: 1, kept: 0, granted: 0, coming: 300 })
  for (const who of [one, two]) {
    const { friends, granted, coming } = await seen(who)
    expect(rowOf(who)).toMatchObject({ friends, granted, coming })
  }
  expect(items.map(({ friends }) => friends)).toEqual(items.map(({ friends }) => friends).toSorted((a, b) => b - a))
  expect(is_cut).toBe(false)
  const masked = await listIntroducers(await operatorContext(db, 'viewer', { clock }), {})
  expect(masked.items[0]!.name).not.toBe(items[0]!.name)
  const elsewhere = await listIntroducers({ ...desk, shop_id: 3 }, {})
  expect(elsewhere.items).toEqual([])
})

test('erasure: nobody reads whom a former member introduced', async () => {
  const who = await introducer()
  const friend = await buy(await somebody(), who.code)
  const use = async () => (await db.select().from(promotion_use).where(eq(promotion_use.order_id, friend.id)))[0]!
  expect(await use()).toMatchObject({ introducer_id: who.ctx.customer_id, introducer_points: 300 })
  const [row] = await db.select().from(customer).where(eq(customer.id, who.ctx.customer_id))
  await db.transaction((tx) => eraseFormerMemberData(tx, row!, clock.now()))
  expect((await use()).introducer_id).toBeNull()
  expect(await db.$count(referral_code, eq(referral_code.customer_id, who.ctx.customer_id))).toBe(0)
})

test('erasure: the receiver of a code is gone, by name, by mailbox, or because only they could use it', async () => {
  const who = await somebody({ name01: '綾小路', name02: '薫子', email: 'kaoruko@example.com' })
  const { id: promotion_id } = await insertRunningPromotion(db, { trigger: 'code' })
  const other = { shop_id: 2, promotion_id, created_at: clock.now() }
  const [, , used] = await db
    .insert(promotion_code)
    .values([
      { ...other, code: 'ERASE1', issued_to: '綾小路 薫子様' },
      { ...other, code: 'ERASE2', issued_to: 'Kaoruko@example.com' },
      { ...other, code: 'ERASE3', issued_to: 'インフルエンサーA', max_uses: 1 },
      { ...other, code: 'KEPT1', issued_to: '雑誌の読者' },
    ])
    .returning()
  const order = await buy(who, 'ERASE3')
  expect((await db.select().from(promotion_use).where(eq(promotion_use.order_id, order.id)))[0]).toMatchObject({
    promotion_code_id: used!.id,
  })
  const [row] = await db.select().from(customer).where(eq(customer.id, who.ctx.customer_id))
  await db.transaction((tx) => eraseFormerMemberData(tx, row!, clock.now()))
  const told = (await db.select().from(promotion_code).where(eq(promotion_code.promotion_id, promotion_id)))
    .filter(({ code }) => code.startsWith('ERASE') || code === 'KEPT1')
    .toSorted((a, b) => a.id - b.id)
    .map(({ issued_to }) => issued_to)
  expect(told).toEqual([ERASED_NAME, ERASED_NAME, ERASED_NAME, '雑誌の読者'])
})

test('nobody is paid for introducing themselves: introducer and friend become one, whichever is kept, and however late', async () => {
  const desk = await operatorContext(db, 'support', { clock })
  for (const isKept of [true, false]) {
    const [who, friend] = [await introducer(), await somebody()]
    const order = await buy(friend, who.code)
    const [kept, other] = isKept ? [who, friend] : [friend, who]
    await mergeWithIdentityChecks(desk, kept.ctx.customer_id, other.ctx.customer_id)
    expect(await seen(kept)).toMatchObject({ coming: 0 })
    // As a merge of an earlier version left it.
    await db.update(promotion_use).set({ introducer_points: 300 }).where(eq(promotion_use.order_id, order.id))
    await deliver(order)
    await pass(14)
    expect(await entriesOf(kept.ctx)).toEqual([])
  }
})

test('what an introducer could not be given is not taken back', async () => {
  const who = await introducer()
  const order = await buy(await somebody(), who.code)
  await deliver(order)
  const [account] = await db.select().from(point_account).where(eq(point_account.customer_id, who.ctx.customer_id))
  await givePoints(db, who.ctx.customer_id, MAX_POINTS - 10 - (account?.balance ?? 0))
  const pointsOf = async () => (await entriesOf(who.ctx)).reduce((sum, [, points]) => sum + Number(points), 0)
  const before = await pointsOf()
  await pass(14)
  expect((await pointsOf()) - before).toBeLessThanOrEqual(10)
  await refundOrder(testContext(db, { clock }), { order_no: order.order_no, refund: { kind: 'return' } })
  expect(await pointsOf()).toBe(before)
})

test('the setting takes only a running promotion that a link opens for new persons', async () => {
  const desk = await operatorContext(db, 'manager', { clock })
  const other = await insertRunningPromotion(db, { trigger: 'link', audience: 'everybody' })
  const { return_days: _, defect_days: __, referral_promotions, ...setting } = await getPointSetting(desk, {})
  expect(referral_promotions).toEqual([{ id: chosen, promotion_name: 'はじめての500円引き' }])
  const change = (referral_promotion_id: number) => changePointSetting(desk, { ...setting, referral_promotion_id })
  await expect(change(other.id)).rejects.toMatchObject({ status: 422 })
  await db.update(promotion).set({ status: 'stopped' }).where(eq(promotion.id, chosen))
  expect(await change(chosen)).toMatchObject({ referral_promotion_id: chosen })
  const uses = await db.select().from(promotion_use).where(eq(promotion_use.promotion_id, other.id))
  expect(uses).toEqual([])
})
