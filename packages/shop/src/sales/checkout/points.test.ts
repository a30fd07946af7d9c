import { randomUUID } from 'node:crypto'
import { ROLE_PERMISSIONS } from '@kushi/contract/admin/permission'
import { pointAdminEndpoints } from '@kushi/contract/admin/point'
import { hashPassword } from '@kushi/db/password'
import { customer } from '@kushi/db/schema/customer'
import { shipment } from '@kushi/db/schema/fulfilment'
import { ledger_entry } from '@kushi/db/schema/ledger'
import { audit_event } from '@kushi/db/schema/operator'
import { order_item, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { order_point, point_account, point_entry } from '@kushi/db/schema/point'
import { product_sku } from '@kushi/db/schema/product'
import { shop } from '@kushi/db/schema/shop'
import { testDatabase } from '@kushi/db/testing'
import { MAX_POINT_ADJUSTMENT, MAX_POINTS } from '@kushi/values/points'
import { listDiscounts } from '@kushi/values/promotion'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { adjustPoints, exportPoints, showPointTotals } from '../../catalogue/point/admin/points.ts'
import { getPoints } from '../../catalogue/point/member-points.ts'
import { grantExpireAndNotifyPoints } from '../../catalogue/point/run-points.ts'
import type { MemberContext } from '../../context.ts'
import { previewOwnWithdrawal, withdrawOwnMembership } from '../../operation/membership/withdraw.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { mergeWithIdentityChecks } from '../../testing/merge.ts'
import { operatorContext } from '../../testing/operator.ts'
import { asChosenItems, confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { changeOrder } from '../fulfilment/admin/change-order.ts'
import { cancelOrder } from '../fulfilment/cancel-order.ts'
import { markParcelsDelivered, recordParcelReturn } from '../fulfilment/receive-shipments.ts'
import { shipOrder } from '../fulfilment/ship-order.ts'
import { replaceOrder } from '../order/admin/replace-order.ts'
import { loadOrderItems } from '../order/internal/order-row.ts'
import { orderVersion } from '../order/internal/plan-change.ts'
import { refuseOrder } from '../order/internal/refuse-order.ts'
import { cashOnDelivery } from '../payment/index.ts'
import { retainOwedAmount } from '../refund/admin/refund-order.ts'
import { refundOrder } from '../refund/refund-order.ts'
import { placeOrder } from './place-order.ts'
import { validateOrder } from './validate-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
let clock = testClock()
const rules = {
  point_flag: true,
  point_rate: 1,
  point_days: 14,
  point_months: 12,
  point_least: 1,
  point_most_rate: 100,
}
const setRules = (more: Partial<typeof rules> = {}) =>
  db
    .update(shop)
    .set({ ...rules, ...more })
    .where(eq(shop.id, 2))
beforeEach(async () => {
  clock = testClock()
  await setRules()
  await db.update(product_sku).set({ stock: 1000 }).where(eq(product_sku.id, 101))
})

/** A member with so many points, given by an operator. */
async function memberWith(points: number): Promise<MemberContext> {
  const [customer_id] = await insertMembers(db, 1)
  const ctx = testContext(db, { customer_id: customer_id!, settings, clock })
  const desk = await operatorContext(db, 'manager', { clock })
  if (points > 0) await adjustPoints(desk, { id: customer_id!, points, reason: 'お詫び', balance: 0 })
  return ctx
}
const balanceOf = async (ctx: MemberContext) => (await getPoints(ctx, { page: 1, per_page: 20 })).balance
const entriesOf = async (ctx: MemberContext) =>
  (await db.select().from(point_entry).where(eq(point_entry.customer_id, ctx.customer_id)).orderBy(point_entry.id)).map(
    ({ point_kind, points }) => [point_kind, points],
  )
const gmoOrderFields = async (order_no: string) =>
  (await db.select().from(orders).where(eq(orders.order_no, order_no)))[0]!
const buy = async (ctx: MemberContext, points: number, more: Parameters<typeof testOrderDraft>[0] = {}) =>
  gmoOrderFields((await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft({ points, ...more })))).order_no)
const noted = async ({ id }: { id: number }) =>
  (await db.select().from(order_point).where(eq(order_point.order_id, id)))[0]
async function deliver({ order_no }: { order_no: string }) {
  const ctx = testContext(db, { clock })
  await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
  await markParcelsDelivered(ctx, { order_no })
}
/** The balance of every member is the sum of their rows, whatever happened. */
const expectSums = async () => {
  const { rows } = await db.execute(sql`
    select a.customer_id from ${point_account} a
    where a.balance <> (select coalesce(sum(e.points), 0) from ${point_entry} e where e.customer_id = a.customer_id)`)
  expect(rows).toEqual([])
}

const oil = [{ product_sku_id: 101, quantity: 3, revision: 1 }]

test('without points in the shop there is nothing: no row, no amount, no field', async () => {
  await setRules({ point_flag: false })
  const ctx = await memberWith(500)
  const order = await buy(ctx, 300)
  expect(order.discount_amount).toBe(0)
  expect(await noted(order)).toBeUndefined()
  expect((await validateOrder(ctx, testOrderDraft())).summary.points).toBeNull()
  await deliver(order)
  expect(await entriesOf(ctx)).toEqual([['adjust', 500]])
})

test('used as a discount of each item; tax, invoice and books follow', async () => {
  const ctx = await memberWith(1000)
  const { code } = await insertRunningPromotion(db, { promotion_name: '開店祝い' })
  const items = [
    { product_sku_id: 101, quantity: 1, revision: 1 },
    { product_sku_id: 133, quantity: 1, revision: 1 },
  ]
  const order = await buy(ctx, 700, { items, coupon_codes: [code] })
  const sold = await loadOrderItems(db, order)
  expect(sold.reduce((sum, { point_discount }) => sum + point_discount, 0)).toBe(700)
  expect(order.discount_amount).toBe(1200)
  expect(listDiscounts(sold)).toEqual([
    { name: '開店祝い', amount: 500 },
    { name: 'ポイント利用', amount: 700 },
  ])
  expect(order.tax_lines.reduce((sum, { total }) => sum + total, 0)).toBe(order.payment_total)
  expect(await balanceOf(ctx)).toBe(300)
  await deliver(order)
  const booked = await db.select().from(ledger_entry).where(eq(ledger_entry.order_id, order.id))
  expect(booked.filter(({ kind }) => kind === 'discount').reduce((sum, { amount }) => sum + amount, 0)).toBe(-1200)
})

test.each([
  ['no more than there are', 5000, { balance: 800 }, 800],
  [
    'no more than the goods cost; 1 yen stays to be paid with free delivery',
    99_999,
    { balance: 9000, items: oil },
    7259,
  ],
  ['the shop’s share of the goods', 5000, { balance: 5000, point_most_rate: 50 }, 1210],
  ['not fewer than the least', 99, { balance: 500, point_least: 100 }, 0],
  ['not where fewer than the least are there', 99, { balance: 99, point_least: 100 }, 0],
  ['as asked', 120, { balance: 500, point_least: 100 }, 120],
])(
  'an order takes %s',
  async (_, asked, {
    balance,
    items,
    ...more
  }: { balance: number; items?: typeof oil; point_most_rate?: number; point_least?: number }, used) => {
    await setRules(more)
    const ctx = await memberWith(balance)
    const { summary } = await validateOrder(ctx, testOrderDraft({ points: asked, ...(items && { items }) }))
    expect(summary.points!.used).toBe(used)
    expect(summary.payment_total).toBeGreaterThanOrEqual(1)
  },
)

test('free delivery is judged before points, also where a shop judges it after promotions', async () => {
  const ctx = await memberWith(7000)
  for (const delivery_free_after_promotions of [false, true]) {
    await db.update(shop).set({ delivery_free_after_promotions }).where(eq(shop.id, 2))
    const { summary } = await validateOrder(ctx, testOrderDraft({ points: 7000, items: oil }))
    expect([summary.delivery_fee, summary.free_remaining]).toEqual([0, 0])
  }
  await db.update(shop).set({ delivery_free_after_promotions: false }).where(eq(shop.id, 2))
})

test('forty orders together: the balance never goes below 0, the others read it', async () => {
  const ctx = await memberWith(1000)
  const requests = await Promise.all(
    Array.from({ length: 40 }, () => confirmedOrderInput(ctx, testOrderDraft({ points: 400 }))),
  )
  const results = await Promise.allSettled(requests.map((request) => placeOrder(ctx, request)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  for (const one of results)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409, error: 'ERROR_AMOUNT_CHANGED' })
  expect(await balanceOf(ctx)).toBe(200)
  expect(await db.$count(orders, eq(orders.customer_id, ctx.customer_id))).toBe(2)
  await expectSums()
})

test('an order that could not be written used nothing; the same press twice uses once', async () => {
  const ctx = await memberWith(500)
  const request = await confirmedOrderInput(ctx, testOrderDraft({ points: 300 }))
  await db.update(product_sku).set({ stock: 0 }).where(eq(product_sku.id, 101))
  await expect(placeOrder(ctx, request)).rejects.toMatchObject({ status: 409 })
  expect(await balanceOf(ctx)).toBe(500)
  await db.update(product_sku).set({ stock: 1000 }).where(eq(product_sku.id, 101))
  await Promise.all([placeOrder(ctx, request), placeOrder(ctx, request)])
  expect(await balanceOf(ctx)).toBe(200)
})

test.each(['cancelled', 'refused'])('an order that is %s gives its points back, once', async (how) => {
  const ctx = await memberWith(500)
  const order = await buy(ctx, 300)
  if (how === 'cancelled') await cancelOrder(ctx, { order_no: order.order_no, keep_subscription: false, notify: false })
  else
    await db.transaction(async (tx) => {
      const [pending] = await tx
        .update(orders)
        .set({ status: 'payment_pending' })
        .where(eq(orders.id, order.id))
        .returning()
      await refuseOrder(tx, ctx, pending!)
      await refuseOrder(tx, ctx, { ...pending!, status: 'payment_error' })
    })
  expect(await entriesOf(ctx)).toEqual([
    ['adjust', 500],
    ['use', -300],
    ['return', 300],
  ])
  expect(await noted(order)).toMatchObject({ points: 0, returned: 300 })
})

test('granted once, so many days after the delivery, by the rate of the day of the order', async () => {
  const ctx = await memberWith(420)
  const order = await buy(ctx, 420)
  await setRules({ point_rate: 20, point_days: 1 })
  expect(await noted(order)).toMatchObject({ rate: 1, days: 14, points: 20, due_on: null })
  await deliver(order)
  const { pending } = await getPoints(ctx, { page: 1, per_page: 20 })
  expect(pending).toEqual([{ order_no: order.order_no, points: 20, due_on: '2026-12-05' }])
  clock.move(13)
  await grantExpireAndNotifyPoints(ctx)
  expect(await balanceOf(ctx)).toBe(0)
  clock.move(1)
  await Promise.all([grantExpireAndNotifyPoints(ctx), grantExpireAndNotifyPoints(ctx), grantExpireAndNotifyPoints(ctx)])
  await grantExpireAndNotifyPoints(ctx)
  expect(await entriesOf(ctx)).toEqual([
    ['adjust', 420],
    ['use', -420],
    ['grant', 20],
  ])
  expect((await getPoints(ctx, { page: 1, per_page: 20 })).pending).toEqual([])
  await expectSums()
})

test('pieces that are taken back give back their share, and take back what they gave', async () => {
  const ctx = await memberWith(1000)
  const desk = await operatorContext(db, 'manager', { clock })
  const order = await buy(ctx, 1000, { items: oil })
  const [item] = await loadOrderItems(db, order)
  await deliver(order)
  const back = (quantity: number) =>
    refundOrder(desk, {
      order_no: order.order_no,
      refund: { kind: 'goods', items: [{ order_item_id: item!.id, quantity, restock: true }] },
    })
  await back(1)
  expect(await balanceOf(ctx)).toBe(333)
  expect(await noted(order)).toMatchObject({ returned: 333, points: 41 })
  clock.move(14)
  await grantExpireAndNotifyPoints(ctx)
  expect(await balanceOf(ctx)).toBe(374)
  await back(1)
  await back(1)
  expect(await entriesOf(ctx)).toEqual([
    ['adjust', 1000],
    ['use', -1000],
    ['return', 333],
    ['grant', 41],
    ['return', 333],
    ['revoke', -21],
    ['return', 334],
    ['revoke', -20],
  ])
  expect(await balanceOf(ctx)).toBe(1000)
  await expectSums()
})

test('EC-CUBE #5730: what was granted and spent is not claimed at once; the balance stays at 0', async () => {
  const ctx = await memberWith(0)
  const desk = await operatorContext(db, 'manager', { clock })
  const first = await buy(ctx, 0, { items: oil })
  await deliver(first)
  clock.move(14)
  await grantExpireAndNotifyPoints(ctx)
  expect(await balanceOf(ctx)).toBe(72)
  await buy(ctx, 60)
  await refundOrder(desk, { order_no: first.order_no, refund: { kind: 'return', restock: true } })
  expect(await balanceOf(ctx)).toBe(0)
  expect((await entriesOf(ctx)).at(-1)).toEqual(['revoke', -12])
})

test('points expire together a term after the last grant or use, are told of once, and can’t be used any more', async () => {
  const ctx = await memberWith(500)
  clock.move(100)
  await buy(ctx, 100)
  expect((await getPoints(ctx, { page: 1, per_page: 20 })).points_until).toBe('2028-03-01')
  clock.move(366 - 30)
  await Promise.all([grantExpireAndNotifyPoints(ctx), grantExpireAndNotifyPoints(ctx)])
  await grantExpireAndNotifyPoints(ctx)
  const email = (await db.select().from(customer).where(eq(customer.id, ctx.customer_id)))[0]!.email
  const mails = (await loadQueuedMails(db)).filter(({ to, subject }) => to === email && subject.includes('有効期限'))
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toContain('400ポイントの有効期限は、2028年03月01日')
  clock.move(30)
  expect(await balanceOf(ctx)).toBe(400)
  clock.move(1)
  // Before the job came by.
  expect((await validateOrder(ctx, testOrderDraft({ points: 400 }))).summary.points).toMatchObject({
    balance: 0,
    used: 0,
  })
  await Promise.all([grantExpireAndNotifyPoints(ctx), grantExpireAndNotifyPoints(ctx)])
  expect((await entriesOf(ctx)).slice(-1)).toEqual([['expire', -400]])
  await expectSums()
})

test('what comes back after the rest has expired is good for a term from then on', async () => {
  const ctx = await memberWith(500)
  const order = await buy(ctx, 300)
  clock.move(366)
  await cancelOrder(ctx, { order_no: order.order_no, keep_subscription: false, notify: false })
  expect(await entriesOf(ctx)).toEqual([
    ['adjust', 500],
    ['use', -300],
    ['expire', -200],
    ['return', 300],
  ])
  expect(await getPoints(ctx, { page: 1, per_page: 20 })).toMatchObject({ balance: 300, points_until: '2028-11-22' })
  await expectSums()
})

test('定期便: the first delivery takes points, the later ones are promised without', async () => {
  const ctx = await memberWith(500)
  const { summary } = await validateOrder(
    ctx,
    testOrderDraft({
      points: 500,
      is_subscription: true,
      delivery_pattern: { subscription_division_id: 1, param1: 1, param2: 5, param3: null },
    }),
  )
  expect(summary.points!.used).toBe(500)
  expect(summary.following!.discounts).toEqual([])
})

test('a changed order keeps its points as far as they fit, and gives the rest back', async () => {
  const ctx = await memberWith(6000)
  const desk = await operatorContext(db, 'manager', { clock })
  const order = await buy(ctx, 6000, { items: oil })
  const {
    postal_code01,
    postal_code02,
    pref_id,
    name01,
    name02,
    kana01,
    kana02,
    addr01,
    addr02,
    addr03,
    phone_number,
  } = order
  await changeOrder(desk, {
    id: order.id,
    version: orderVersion(order, await loadOrderItems(db, order)),
    items: asChosenItems([{ product_sku_id: 101, quantity: 2 }]),
    shipping_address: {
      postal_code01,
      postal_code02,
      pref_id,
      name01,
      name02,
      kana01,
      kana02,
      addr01,
      addr02,
      addr03,
      phone_number,
    },
    delivery_notes: '',
    delivery_id: 1,
    delivery_time_id: null,
    delivery_date: null,
    adjustment_amount: 0,
    decision_reason: 'お客様のご希望',
    notify: false,
  })
  expect(await loadOrderItems(db, order)).toMatchObject([{ quantity: 2, point_discount: 4840, discount_amount: 4840 }])
  expect(await balanceOf(ctx)).toBe(1160)
  expect(await noted(order)).toMatchObject({ used: 6000, returned: 1160 })
})

test('merged members have both’s points; who leaves loses them, and reads so before', async () => {
  const [one, other] = [await memberWith(300), await memberWith(200)]
  const desk = await operatorContext(db, 'support', { clock })
  const order = await buy(other, 50)
  await deliver(order)
  await mergeWithIdentityChecks(desk, one.customer_id, other.customer_id)
  expect(await balanceOf(one)).toBe(450)
  clock.move(14)
  await grantExpireAndNotifyPoints(one)
  expect(await balanceOf(one)).toBe(473)
  await expectSums()
  await db
    .update(customer)
    .set({ password_hash: await hashPassword('Tsubaki2026') })
    .where(eq(customer.id, one.customer_id))
  await db.update(shop).set({ withdrawal_by: 'mypage' }).where(eq(shop.id, 2))
  expect(await previewOwnWithdrawal(one, {})).toMatchObject({ point_balance: 473 })
  await withdrawOwnMembership(one, { password: 'Tsubaki2026' })
  expect((await entriesOf(one)).at(-1)).toEqual(['expire', -473])
  await expectSums()
})

test('an operator adjusts with a reason, once, and never below 0', async () => {
  const ctx = await memberWith(0)
  const desk = await operatorContext(db, 'manager', { clock })
  const wanted = { id: ctx.customer_id, points: 100, reason: 'キャンペーン', balance: 0 }
  const results = await Promise.allSettled([adjustPoints(desk, wanted), adjustPoints(desk, wanted)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const less = { ...wanted, points: -101, balance: 100 }
  await expect(adjustPoints(desk, less)).rejects.toMatchObject({ status: 422, fields: [{ path: 'points' }] })
  await adjustPoints(desk, { ...less, points: -100 })
  expect(await balanceOf(ctx)).toBe(0)
  const events = await db
    .select()
    .from(audit_event)
    .where(eq(audit_event.subject_id, String(ctx.customer_id)))
  expect(events.map(({ after }) => after)).toEqual([
    { balance: 100, reason: 'キャンペーン' },
    { balance: 0, reason: 'キャンペーン' },
  ])
})

test('the CSV has every row of the days, and the sum is what the shop owes', async () => {
  const ctx = await memberWith(700)
  await buy(ctx, 200)
  const desk = await operatorContext(db, 'manager', { clock })
  const file = await exportPoints(desk, { from: '2026-11-21', to: '2026-11-21', encoding: 'utf-8' })
  let text = ''
  for await (const part of file.content) text += new TextDecoder().decode(part as Uint8Array)
  const own = text
    .split('\r\n')
    .filter((line) => line.includes(`,${ctx.customer_id},`) || line.includes(`"${ctx.customer_id}"`))
  expect(own).toHaveLength(2)
  const [{ total } = { total: 0 }] = (
    await db.execute<{ total: number }>(
      sql`select sum(balance)::int as total from ${point_account} where points_until >= '2026-11-21'`,
    )
  ).rows
  expect((await showPointTotals(desk, {})).outstanding).toBe(total)
  expect(await db.$count(order_item)).toBeGreaterThan(0)
})

test('代引 that came back unpaid gives nothing until its money is here', async () => {
  await setRules({ point_rate: 20 })
  const ctx = await memberWith(0)
  const order = await buy(ctx, 0)
  await deliver(order)
  const [parcel] = await db.select().from(shipment).where(eq(shipment.order_id, order.id))
  const back = { order_no: order.order_no, shipment_no: parcel!.shipment_no, is_unpaid: true }
  await recordParcelReturn(testContext(db, { clock }), back)
  expect((await gmoOrderFields(order.order_no)).status).toBe('delivered')
  clock.move(14)
  await grantExpireAndNotifyPoints(ctx)
  expect(await entriesOf(ctx)).toEqual([])
  expect(await noted(order)).toMatchObject({ settled_at: null, due_on: '2026-12-06' })
  const [paid] = await db.select().from(payment).where(eq(payment.order_id, order.id))
  await db.transaction((tx) => cashOnDelivery.recordReceived(tx, ctx, paid!, paid!.amount))
  clock.move(1)
  await grantExpireAndNotifyPoints(ctx)
  expect(await entriesOf(ctx)).toEqual([['grant', 484]])
})

test('an adjustment takes the permission for money and a person, and is bounded by itself and by what a member may have', async () => {
  const call = pointAdminEndpoints['POST /admin/v1/customers/{id}/points']
  expect(ROLE_PERMISSIONS.support).not.toContain(call.permission)
  expect(pointAdminEndpoints['POST /admin/v1/points/export'].permission).toBe('export.personal')
  const given = { reason: 'お詫び', balance: 0 }
  for (const points of [MAX_POINT_ADJUSTMENT + 1, -MAX_POINT_ADJUSTMENT - 1])
    expect(call.body.safeParse({ ...given, points }).success).toBe(false)
  expect(call.body.safeParse({ ...given, points: MAX_POINT_ADJUSTMENT }).success).toBe(true)
  const ctx = await memberWith(MAX_POINTS - 5)
  const desk = await operatorContext(db, 'manager', { clock })
  const wanted = { id: ctx.customer_id, reason: 'お詫び', balance: MAX_POINTS - 5 }
  await expect(adjustPoints(desk, { ...wanted, points: 6 })).rejects.toMatchObject({ status: 422 })
  const key = { ...desk, operator: { ...desk.operator, api_key_id: 1 } }
  await expect(adjustPoints(key, { ...wanted, points: 5 })).rejects.toMatchObject({ status: 403 })
  expect(await balanceOf(ctx)).toBe(MAX_POINTS - 5)
})

test('a merge revives no points that were over, on either side, and gives no more than a member may have', async () => {
  const desk = await operatorContext(db, 'support', { clock })
  const merge = (one: MemberContext, other: MemberContext) =>
    mergeWithIdentityChecks(desk, one.customer_id, other.customer_id)
  const [old, older] = [await memberWith(1000), await memberWith(2000)]
  clock.move(367)
  const [fresh, other] = [await memberWith(1), await memberWith(2)]
  await merge(fresh, old)
  await merge(older, other)
  expect([await balanceOf(fresh), await balanceOf(older)]).toEqual([1, 2])
  const [rich, richer] = [await memberWith(MAX_POINTS - 10), await memberWith(30)]
  await merge(rich, richer)
  expect(await balanceOf(rich)).toBe(MAX_POINTS)
  await expectSums()
})

test('a 返品 takes back what was given, and not what was over the most that a member may have', async () => {
  const ctx = await memberWith(MAX_POINTS - 10)
  const order = await buy(ctx, 0, { items: oil })
  await deliver(order)
  clock.move(30)
  await grantExpireAndNotifyPoints(testContext(db, { clock }))
  expect(await balanceOf(ctx)).toBe(MAX_POINTS)
  expect(await noted(order)).toMatchObject({ points: 10 })
  await refundOrder(testContext(db, { clock }), { order_no: order.order_no, refund: { kind: 'return' } })
  expect(await balanceOf(ctx)).toBe(MAX_POINTS - 10)
  await expectSums()
})

test('a shop that has stopped tells nobody of an expiry, and grants what was promised', async () => {
  const ctx = await memberWith(500)
  const order = await buy(ctx, 100)
  await deliver(order)
  await setRules({ point_flag: false })
  clock.move(14)
  await grantExpireAndNotifyPoints(ctx)
  expect((await entriesOf(ctx)).at(-1)).toEqual(['grant', 23])
  clock.move(366 - 20)
  await grantExpireAndNotifyPoints(ctx)
  const [member] = await db.select().from(customer).where(eq(customer.id, ctx.customer_id))
  expect((await loadQueuedMails(db)).filter(({ to }) => to === member!.email)).toEqual(
    (await loadQueuedMails(db)).filter(({ to, subject }) => to === member!.email && !subject.includes('有効期限')),
  )
})

test.each([
  ['sent again', 0],
  ['kept by the shop', 0],
  ['refunded', 1000],
] as const)('荷物の戻り: used points wait for what becomes of the money; %s', async (how, returned) => {
  const ctx = await memberWith(3000)
  const desk = await operatorContext(db, 'manager', { clock })
  const order = await buy(ctx, 1000)
  await shipOrder(testContext(db, { clock }), {
    order_no: order.order_no,
    carrier: 'yamato',
    tracking_no: '123456789012',
  })
  // A method that is captured at shipping.
  await db.update(orders).set({ payment_method_id: 2 }).where(eq(orders.id, order.id))
  await db
    .update(payment)
    .set({ payment_method_id: 2, state: 'captured', captured_at: clock.now(), captured_amount: order.payment_total })
    .where(eq(payment.order_id, order.id))
  const [parcel] = await db.select().from(shipment).where(eq(shipment.order_id, order.id))
  const back = { order_no: order.order_no, shipment_no: parcel!.shipment_no, is_unpaid: false }
  await recordParcelReturn(testContext(db, { clock }), back)
  expect(await balanceOf(ctx)).toBe(2000)
  const [item] = await loadOrderItems(db, order)
  const decision_reason = 'お客様のご希望'
  const [now] = await db.select().from(payment).where(eq(payment.order_id, order.id))
  const owed_amount = now!.captured_amount + now!.credited_amount - now!.amount
  expect(owed_amount).toBeGreaterThan(0)
  if (how === 'sent again')
    await replaceOrder(desk, {
      id: order.id,
      kind: 'resend',
      decision_reason,
      notify: false,
      idempotency_key: randomUUID(),
      items: [{ order_item_id: item!.id, product_sku_id: 101, quantity: 1 }],
    })
  else if (how === 'kept by the shop') await retainOwedAmount(desk, { id: order.id, decision_reason, owed_amount })
  else await refundOrder(desk, { order_no: order.order_no, refund: { kind: 'owed' }, by_hand: true })
  expect([await balanceOf(ctx), await noted(order)]).toMatchObject([2000 + returned, { returned }])
  await expectSums()
})

test('what was granted and spent before its order came back is claimed from the next return', async () => {
  await setRules({ point_rate: 20 })
  const ctx = await memberWith(0)
  const desk = await operatorContext(db, 'manager', { clock })
  const first = await buy(ctx, 0, { items: oil })
  await deliver(first)
  clock.move(14)
  await grantExpireAndNotifyPoints(ctx)
  const second = await buy(ctx, await balanceOf(ctx))
  await refundOrder(desk, { order_no: first.order_no, refund: { kind: 'return', restock: true } })
  expect(await balanceOf(ctx)).toBe(0)
  await cancelOrder(ctx, { order_no: second.order_no, keep_subscription: false, notify: false })
  expect(await entriesOf(ctx)).toEqual([
    ['grant', 1452],
    ['use', -1452],
    ['return', 1452],
    ['revoke', -1452],
  ])
  expect(await balanceOf(ctx)).toBe(0)
  await expectSums()
})

test('what has expired since it was granted was not spent, and is not claimed', async () => {
  await setRules({ point_rate: 20 })
  const ctx = await memberWith(0)
  const desk = await operatorContext(db, 'manager', { clock })
  const [first, second] = [await buy(ctx, 0, { items: oil }), await buy(ctx, 0)]
  await deliver(first)
  clock.move(14)
  await grantExpireAndNotifyPoints(ctx)
  clock.move(367)
  await grantExpireAndNotifyPoints(ctx)
  await refundOrder(desk, { order_no: first.order_no, refund: { kind: 'return', restock: true } })
  await deliver(second)
  clock.move(14)
  await grantExpireAndNotifyPoints(ctx)
  expect(await balanceOf(ctx)).toBe(484)
})
