import { randomUUID } from 'node:crypto'
import { order_item, orders } from '@kushi/db/schema/order'
import { person_sign } from '@kushi/db/schema/person'
import { product, product_sku } from '@kushi/db/schema/product'
import { shop } from '@kushi/db/schema/shop'
import { subscription, subscription_order_item } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { PAYMENT_METHOD, type PaymentMethodId } from '@kushi/values/payment-method'
import { setContentsText } from '@kushi/values/product-set'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { parse } from 'csv-parse/sync'
import { asc, desc, eq, like } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { withMemberActor } from '../../actor.ts'
import {
  countSubscriptionsBySku,
  countSubscriptionsOfProducts,
} from '../../catalogue/product/admin/running-subscriptions.ts'
import type { MemberContext } from '../../context.ts'
import { operatorContext, parseListQuery } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import {
  contextOnDayWithCards,
  deliverCurrentCycle,
  insertSubscribedMember,
  loadSubscriptionOrders,
  loadSubscriptionRow,
} from '../../testing/subscription.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { validateOrder } from '../checkout/validate-order.ts'
import { invoiceAmounts } from '../document/rules/invoice.ts'
import { cancelOrder } from '../fulfilment/cancel-order.ts'
import { markParcelsDelivered } from '../fulfilment/receive-shipments.ts'
import { shipOrder } from '../fulfilment/ship-order.ts'
import { loadOrderItems } from '../order/internal/order-row.ts'
import { showSubscriptionCalendar } from './admin/calendar.ts'
import { exportSubscriptions } from './admin/export-all.ts'
import { listAllSubscriptions } from './admin/list-all.ts'
import { getMypageTop } from './get-mypage-top.ts'
import { getSubscription } from './get-subscription.ts'
import { previewUpdate } from './preview-update.ts'
import { runDailyDeliveries } from './run-day.ts'
import { updateSubscription } from './update-subscription.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

/** The set of oil (10 %) and two teas (8 %), ¥4,000, as 定期便 ¥3,600, the first time ¥3,000. */
const [SET, OIL, TEA, SOAP] = [128, 101, 133, 112]
const change = (id: number, to: object) => db.update(product_sku).set(to).where(eq(product_sku.id, id))
const skuOf = async (id: number) => (await db.select().from(product_sku).where(eq(product_sku.id, id)))[0]!
const stockOf = async (id: number) => (await skuOf(id)).stock
const parts = [
  { product_sku_id: OIL, pieces: 1 },
  { product_sku_id: TEA, pieces: 2 },
]
const renewed = [
  { product_sku_id: OIL, pieces: 1 },
  { product_sku_id: SOAP, pieces: 1 },
]
beforeEach(async () => {
  // The contracts of the tests before are over.
  await db.update(subscription).set({ summary_status: SUBSCRIPTION_STATUS.cancel })
  const { product_id } = await skuOf(SET)
  await db
    .update(product)
    .set({ sale_type: 3, lump_sum_payment_flag: false, lump_sum_payment_num: null })
    .where(eq(product.id, product_id))
  const prices = { price: 4000, subscription_price: 3600, subscription_first_price: 3000, quantity_prices: [] }
  await change(SET, { parts, stock: 0, sale_limit: 99, visible: true, ...prices })
  await change(OIL, { stock: 1000, price: 2420, visible: true })
  await change(TEA, { stock: 1000, price: 1080, visible: true, sale_limit: 99 })
  await change(SOAP, { stock: 1000, visible: true })
})

const monthly = { subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const
const wanted = async (quantity: number, payment_method_id: PaymentMethodId = null) =>
  testOrderDraft({
    is_subscription: true,
    payment_method_id,
    delivery_pattern: monthly,
    items: [{ product_sku_id: SET, quantity, revision: (await skuOf(SET)).revision }],
  })

async function someone() {
  const { clock, ctx } = contextOnDayWithCards(db, '2026-11-21')
  const [customer_id] = await insertMembers(db, 1, { gmo_id: `m-${randomUUID()}` })
  return { clock, ctx: withMemberActor({ ...ctx, customer_id: customer_id! }, customer_id!) }
}

/** A contract of so many sets, by cash on delivery unless said otherwise, its first parcel received. */
async function begun(ctx: MemberContext, quantity = 1, payment_method_id: PaymentMethodId = null): Promise<number> {
  const card = payment_method_id === PAYMENT_METHOD.credit_card ? { card: { card_seq: 0 } } : {}
  const request = await confirmedOrderInput(ctx, await wanted(quantity, payment_method_id), card)
  const { order_no } = await placeOrder(ctx, request)
  await shipOrder(ctx, { order_no, carrier: 'yamato', tracking_no: '123456789012' })
  await markParcelsDelivered(ctx, { order_no })
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  return order!.subscription_id!
}

type Life = Awaited<ReturnType<typeof someone>>

/** Days pass until the next delivery is arranged, or has failed. */
async function arranged({ clock, ctx }: Life, id: number) {
  const { cycle } = await loadSubscriptionRow(db, id)
  const last = async () => (await loadSubscriptionOrders(db, id)).find((order) => order.cycle === cycle)
  const isDone = async () => (await last()) !== undefined || (await loadSubscriptionRow(db, id)).summary_status !== 1
  for (let days = 0; days < 60 && !(await isDone()); days++) {
    clock.move(1)
    await runDailyDeliveries(ctx)
  }
  return last()
}

const rowsOf = async (order_id: number) =>
  (await loadOrderItems(db, { shop_id: 2, id: order_id })).map((one) => [
    one.product_sku_id,
    one.quantity,
    one.subtotal,
    one.tax_rate,
    one.set_sku_id,
    one.set_quantity,
  ])
const contentsOf = async (ctx: MemberContext, id: number) =>
  (await getSubscription(ctx, { id })).subscription_order_item[0]!.parts.map((part) => [
    part.product_sku_id,
    part.pieces,
  ])
const textOf = async (key: string) => {
  const [mail] = await db.select().from(outbox).where(like(outbox.dedupe_key, key)).orderBy(desc(outbox.id)).limit(1)
  return (mail!.payload as { text: string }).text
}

test('three deliveries: the contract has the set at its price, each order its parts, whatever the catalogue becomes', async () => {
  const life = await someone()
  const { ctx } = life
  const { items, summary } = await validateOrder(ctx, await wanted(1))
  expect(items).toMatchObject([{ id: SET, price: 3000, following_price: 3600 }])
  const id = await begun(ctx)
  const [first] = await loadSubscriptionOrders(db, id)
  // ¥3,000 by ¥2,420 to ¥2,160.
  expect(await rowsOf(first!.id)).toEqual([
    [OIL, 1, 1585, 10, SET, 1],
    [TEA, 2, 1415, 8, SET, 1],
  ])
  expect(await textOf(`order-received:${first!.order_no}%`)).toMatch(
    /次回からの商品代金.*\n {2}.*贈りもの箱.* ¥3,600 × 1/,
  )
  const [item] = await db.select().from(subscription_order_item).where(eq(subscription_order_item.subscription_id, id))
  expect(item).toMatchObject({ product_sku_id: SET, quantity: 1, following_price: 3600, parts })

  const second = await arranged(life, id)
  expect(second).toMatchObject({ status: 'arranged', payment_total: summary.following!.payment_total })
  expect(await rowsOf(second!.id)).toEqual([
    [OIL, 1, 1902, 10, SET, 1],
    [TEA, 2, 1698, 8, SET, 1],
  ])
  invoiceAmounts(second!, await loadOrderItems(db, second!))
  expect([await stockOf(OIL), await stockOf(TEA), await stockOf(SET)]).toEqual([998, 996, 0])
  const named = /贈りもの箱.* × 1\(純椿油「しずく」.* × 1、.* × 2\)/
  expect(await textOf(`subscription-notice:${id}:2:%`)).toMatch(named)
  expect(await textOf(`subscription-arranged:${second!.order_no}`)).toMatch(named)
  // While it is arranged, the contract shows the set as the order has it, and the first page one entry.
  const shown = await getSubscription(ctx, { id })
  expect(shown.subscription_order_item).toMatchObject([
    { product_sku_id: SET, price: 3600, subtotal: 3600, quantity: 1 },
  ])
  const { next_deliveries } = await getMypageTop(ctx, {})
  expect(next_deliveries.map((one) => one.items.length)).toEqual([1])
  await deliverCurrentCycle(ctx, id)

  // Dearer, other contents, and its list prices: the contract keeps price and contents; only the division is of the day.
  await change(SET, { subscription_price: 9000, parts: renewed })
  await change(OIL, { price: 1080 })
  const third = await arranged(life, id)
  expect(third!.subtotal).toBe(3600)
  expect(await rowsOf(third!.id)).toEqual([
    [OIL, 1, 1200, 10, SET, 1],
    [TEA, 2, 2400, 8, SET, 1],
  ])
  await deliverCurrentCycle(ctx, id)
  // A lower price applies; dissolved, the contract goes on.
  await change(SET, { subscription_price: 3300, parts: [] })
  const fourth = await arranged(life, id)
  expect(fourth!.subtotal).toBe(3300)
  expect((await rowsOf(fourth!.id)).map(([sku, pieces]) => [sku, pieces])).toEqual([
    [OIL, 1],
    [TEA, 2],
  ])
  // Cancelled, its parts are back.
  await cancelOrder(ctx, { order_no: fourth!.order_no })
  expect([await stockOf(OIL), await stockOf(TEA)]).toEqual([997, 994])
})

test('a set bought today has today’s parts, one that is in the contract those that were promised, also when its number changes', async () => {
  const { ctx } = await someone()
  const id = await begun(ctx)
  await change(SET, { parts: renewed })
  const { version } = await getSubscription(ctx, { id })
  const items = [{ product_sku_id: SET, quantity: 3, is_one_time: false }]
  const preview = await previewUpdate(ctx, { id, items })
  const [after] = preview.after.subscription_order_item
  expect([after!.subtotal, setContentsText(after!.parts)]).toEqual([10_800, expect.stringMatching(/ × 1、.+ × 2$/)])
  expect(preview.changes.find(({ name }) => name === 'items')!.after).toMatch(/贈りもの箱.* × 3\(.+ × 1、.+ × 2\)$/)
  await updateSubscription(ctx, { id, version, items })
  expect(await contentsOf(ctx, id)).toEqual([
    [OIL, 1],
    [TEA, 2],
  ])
  // Another contract, into which it is put today.
  const { id: other, member } = await insertSubscribedMember(db, ctx)
  const row = await loadSubscriptionRow(db, other)
  await updateSubscription(member, {
    id: other,
    version: row.version,
    items: [
      { product_sku_id: OIL, quantity: 1, is_one_time: false },
      { product_sku_id: SET, quantity: 1, is_one_time: true },
    ],
  })
  const [, added] = await db
    .select()
    .from(subscription_order_item)
    .where(eq(subscription_order_item.subscription_id, other))
    .orderBy(asc(subscription_order_item.id))
  expect(added).toMatchObject({ product_sku_id: SET, parts: renewed, following_price: 3600 })
})

test('the stock and the limit of a part hold for the set and what is beside it', async () => {
  const { ctx } = await someone()
  const { id, member } = await insertSubscribedMember(db, ctx, {}, [{ product_sku_id: SET, parts }])
  await change(TEA, { sale_limit: 4 })
  const put = async (...items: [id: number, quantity: number][]) =>
    previewUpdate(member, {
      id,
      items: items.map(([product_sku_id, quantity]) => ({ product_sku_id, quantity, is_one_time: false })),
    })
  await put([SET, 2])
  await expect(put([SET, 3])).rejects.toMatchObject({
    error: 'ERROR_SUBSCRIPTION_ITEM_REFUSED',
    message: expect.stringContaining('セットの中も合わせて、一度に4点までです'),
  })
})

test('a part sold out: no stock is taken, it is tried again, and delivered once it is there', async () => {
  const life = await someone()
  const { ctx, clock } = life
  const id = await begun(ctx)
  await change(TEA, { stock: 1 })
  expect(await arranged(life, id)).toBeUndefined()
  expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 3, failure: 'out_of_stock' })
  expect((await getSubscription(ctx, { id })).subscription_order_item).toMatchObject([{ is_out_stock: true }])
  expect([await stockOf(OIL), await stockOf(TEA)]).toEqual([999, 1])
  await change(TEA, { stock: 2 })
  for (let day = 0; day < 6 && (await loadSubscriptionRow(db, id)).summary_status !== 1; day++) {
    clock.move(1)
    await runDailyDeliveries(ctx)
  }
  expect([await stockOf(OIL), await stockOf(TEA)]).toEqual([998, 0])
})

test('the last pieces of a part, for two contracts in one block: one is delivered', async () => {
  const { ctx, clock } = contextOnDayWithCards(db, '2026-11-21')
  const ids = []
  for (let n = 0; n < 2; n++)
    ids.push(
      (await insertSubscribedMember(db, ctx, { next_delivery_date: '2026-12-10' }, [{ product_sku_id: SET, parts }]))
        .id,
    )
  await change(TEA, { stock: 3 })
  for (let day = 0; day < 12; day++) {
    clock.move(1)
    await runDailyDeliveries(ctx)
  }
  const states = await Promise.all(ids.map(async (id) => (await loadSubscriptionRow(db, id)).summary_status))
  expect(states.sort()).toEqual([1, 3])
  expect([await stockOf(OIL), await stockOf(TEA)]).toEqual([999, 1])
})

test('the forecast, the list and the count before a save know the parts', async () => {
  const { ctx } = contextOnDayWithCards(db, '2026-11-21')
  const { id } = await insertSubscribedMember(
    db,
    ctx,
    { next_delivery_date: '2026-12-10', next_next_delivery_date: '2027-03-10' },
    [{ product_sku_id: SET, parts, quantity: 2 }],
  )
  const operator = { ...(await operatorContext(db, 'manager')), clock: ctx.clock }
  const pieces = async () => {
    const { products, days } = await showSubscriptionCalendar(operator, {})
    const of = (sku: number) => products.find((one) => one.product_sku_id === sku)?.in_30_days ?? 0
    const on = days.find(({ day }) => day === '2026-12-10')!
    return { oil: of(OIL), tea: of(TEA), soap: of(SOAP), set: of(SET), subscriptions: on.subscriptions }
  }
  const { product_id } = await skuOf(TEA)
  const counted = async () =>
    (await countSubscriptionsBySku(operator, { id: product_id })).items.find((one) => one.product_sku_id === TEA)
      ?.subscriptions ?? 0
  const ids = [product_id, (await skuOf(OIL)).product_id]
  const once = async () => (await countSubscriptionsOfProducts(operator, { chosen: { ids } })).subscriptions
  const before = [await pieces(), await counted(), await once()] as const
  await db.delete(subscription_order_item).where(eq(subscription_order_item.subscription_id, id))
  const without = [await pieces(), await counted(), await once()] as const
  expect(before[0].oil - without[0].oil).toBe(2)
  expect(before[0].tea - without[0].tea).toBe(4)
  expect(before[0].subscriptions - without[0].subscriptions).toBe(1)
  expect([before[0].set, before[0].soap]).toEqual([0, without[0].soap])
  expect([before[1] - without[1], before[2] - without[2]]).toEqual([1, 1])
  await db
    .insert(subscription_order_item)
    .values({ shop_id: 2, subscription_id: id, product_sku_id: SET, quantity: 1, following_price: 3600, parts })
  const found = async (product: number) =>
    (
      await listAllSubscriptions(operator, {
        sort: '-created_at',
        per_page: 100,
        product_id: [String(product)],
      } as never)
    ).items.map((one) => one.id)
  expect(await found(product_id)).toContain(id)
  expect(await found((await skuOf(SET)).product_id)).toContain(id)
  expect(await found((await skuOf(SOAP)).product_id)).not.toContain(id)
})

test('初回価格 of the set is had by who had the set, not by who had its part', async () => {
  const { ctx } = await someone()
  // All test members have one address.
  await db.delete(person_sign)
  await db.update(shop).set({ first_price_audience: 'once' }).where(eq(shop.id, 2))
  const firstOf = async () => (await validateOrder(ctx, await wanted(1))).items[0]!.price
  const oil = testOrderDraft({
    is_subscription: true,
    delivery_pattern: monthly,
    items: [{ product_sku_id: OIL, quantity: 1, revision: (await skuOf(OIL)).revision }],
  })
  await placeOrder(ctx, await confirmedOrderInput(ctx, oil))
  expect(await firstOf()).toBe(3000)
  await begun(ctx)
  expect(await firstOf()).toBe(3600)
})

test('年払い: the parts carry what was paid for all deliveries, later ones cost nothing', async () => {
  const life = await someone()
  const { ctx } = life
  const { product_id } = await skuOf(SET)
  await db
    .update(product)
    .set({ sale_type: 2, lump_sum_payment_flag: true, lump_sum_payment_num: 3 })
    .where(eq(product.id, product_id))
  const id = await begun(ctx, 1, PAYMENT_METHOD.credit_card)
  const [first] = await loadSubscriptionOrders(db, id)
  const sold = await db.select().from(order_item).where(eq(order_item.order_id, first!.id)).orderBy(asc(order_item.id))
  expect(
    sold.map((one) => [one.product_sku_id, one.subtotal, one.lump_sum_payment_flag, one.lump_sum_payment_num]),
  ).toEqual([
    [OIL, 5706, true, 3],
    [TEA, 5094, true, 3],
  ])
  const { rows } = invoiceAmounts(first!, sold)
  expect(rows[0]).toMatchObject({ quantity: 1, price: 5706, detail: expect.stringMatching(/^3回分 内訳: /) })
  const second = await arranged(life, id)
  expect(second).toMatchObject({ status: 'arranged', payment_total: 0 })
  expect(await rowsOf(second!.id)).toEqual([
    [OIL, 1, 0, 10, SET, 1],
    [TEA, 2, 0, 8, SET, 1],
  ])
})

test('in the CSV of contracts: the set, and what it was promised with', async () => {
  const { ctx } = contextOnDayWithCards(db, '2026-11-21')
  const { id } = await insertSubscribedMember(db, ctx, {}, [
    { product_sku_id: SET, parts, quantity: 2 },
    { product_sku_id: SOAP },
  ])
  await change(SET, { parts: renewed })
  const operator = await operatorContext(db, 'manager')
  const filter = parseListQuery('GET /admin/v1/subscriptions', `q=${id}`) as never
  const { content } = await exportSubscriptions(operator, { filter, encoding: 'utf-8' })
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  const rows: Record<string, string>[] = parse(Buffer.concat(chunks), { bom: true, columns: true })
  const [set, oil, tea, soap] = await Promise.all(
    [SET, OIL, TEA, SOAP].map(async (one) => (await skuOf(one)).product_code),
  )
  const row = rows.find((one) => one.契約番号 === String(id))!
  expect([row.商品, row.セットの中身]).toEqual([`${set} x2 / ${soap} x1`, `${set} (${oil}:1 ${tea}:2)`])
})
