import type { NewScheduledChange } from '@kushi/contract/admin/schedule'
import { audit_event, operator } from '@kushi/db/schema/operator'
import { orders } from '@kushi/db/schema/order'
import { product, product_sku } from '@kushi/db/schema/product'
import { scheduled_change } from '@kushi/db/schema/schedule'
import { shop } from '@kushi/db/schema/shop'
import { rate_limit } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { operatorActor } from '../../actor.ts'
import { getDeliveryMethod, listDeliveryDates } from '../../catalogue/delivery/deliveries.ts'
import { getProduct } from '../../catalogue/product/get-product.ts'
import { listProducts } from '../../catalogue/product/list-products.ts'
import { quoteSkus } from '../../catalogue/product/quote-skus.ts'
import { BusyError } from '../../concurrency-limit.ts'
import type { Context } from '../../context.ts'
import type { OperatorContext } from '../../foundation/admin/context.ts'
import { getContent } from '../../foundation/setting/content.ts'
import { getShop } from '../../foundation/setting/shop.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { testContext } from '../../testing/context.ts'
import { withAnotherLetter } from '../../testing/forge.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { scheduleChange } from './admin/plan-change.ts'
import { previewShop } from './admin/preview-shop.ts'
import { openPreviewKey, sealPreviewKey } from './as-of-key.ts'
import { previewShopAsOf } from './preview-as-of.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

let now = new Date('2026-12-31T15:00:00+09:00')
const clock = { now: () => now, today: () => '2026-12-31' }
const ctx = testContext(db, { clock })
const [person] = await db
  .insert(operator)
  .values({ email: 'manager@example.org', name: '椿 花', created_at: now })
  .returning()
const manager = {
  ...ctx,
  actor: operatorActor(person!),
  operator: { id: person!.id, name: '椿 花', permissions: ['catalogue.write', 'content.write', 'setting.write'] },
  action: 'test',
  trail: { entries: 0 },
} as unknown as OperatorContext

const MIDNIGHT = '2027-01-01T00:00:00+09:00'
const plan = (change: object) =>
  scheduleChange(manager, { starts_at: MIDNIGHT, ends_at: null, ...change } as NewScheduledChange)
const skuOf = async (id: number) => (await db.select().from(product_sku).where(eq(product_sku.id, id)))[0]!
const before = await skuOf(101)
const { subscription_first_price, subscription_price } = before
const [other] = (await db.select().from(product).where(eq(product.visible, true))).filter(
  ({ id, shop_id }) => shop_id === 2 && id !== before.product_id,
)
await plan({
  kind: 'price',
  subject_id: String(before.product_id),
  after: { skus: [{ id: 101, price: 9_900, subscription_first_price, subscription_price }] },
  ends_at: '2027-01-01T12:00:00+09:00',
})
await plan({ kind: 'tax_rate', subject_id: String(before.product_id), after: { tax_rate: 8 } })
await plan({ kind: 'visibility', subject_id: String(other!.id), after: { visible: false } })
await plan({ kind: 'content', subject_id: 'banner/0', after: { title: 'お知らせ', html: '<p>初売り</p>' } })
await plan({ kind: 'delivery_fee', subject_id: '1', after: { flat_rate_delivery_fee: 123, island_surcharge: 456 } })
await plan({ kind: 'free_amount', subject_id: '', after: { delivery_free_amount: 54_321 } })
await plan({
  kind: 'closing',
  subject_id: '',
  after: { note: '年始' },
  starts_at: '2027-01-02T00:00:00+09:00',
  ends_at: '2027-01-06T00:00:00+09:00',
})

/** Everything of which a customer sees a part, through the calls of the storefront. */
async function look(seen: Context) {
  const sku = { product_sku_ids: ['101:1'], is_subscription: false, delivery_method_id: 1 }
  const found = await getProduct(seen, { id: before.product_id } as never)
  const { items } = await listProducts(seen, { page: 1, per_page: 100, sort: 'recommended' } as never)
  const quote = await quoteSkus(seen, { ...sku, postal_code: '2480006', pref_id: 14 } as never)
  const shown = await getShop(seen, { shop_id: 2 } as never)
  return {
    price: found.skus.find(({ id }) => id === 101)!.price,
    listed: items.find(({ id }) => id === before.product_id)!.price_max,
    is_hidden: !items.some(({ id }) => id === other!.id),
    tax: quote.items[0]!.tax_rate,
    quoted: quote.items[0]!.price,
    fee: (await getDeliveryMethod(seen, { id: 1 } as never)).flat_rate_delivery_fee,
    free: (shown as { delivery_free_amount: number | null }).delivery_free_amount,
    banner: (await getContent(seen, { name: 'banner', layout_code: 0 } as never)).html,
    earliest: (await listDeliveryDates(seen, { id: 1, postal_code: '2480006', pref_id: 14 } as never)).earliest,
  }
}
const then = (at: string, given: Context = ctx) =>
  previewShopAsOf(given, new Date(at), ({ db: tx, clock: later }) => look({ ...given, db: tx, clock: later }))

test('each kind of change is seen as of its moment, and not a moment before it', async () => {
  const today = await look(ctx)
  expect(await then(MIDNIGHT)).toEqual({
    price: 9_900,
    listed: 9_900,
    is_hidden: true,
    tax: 8,
    quoted: 9_900,
    fee: 123,
    free: 54_321,
    banner: '<p>初売り</p>',
    earliest: '2027-01-10',
  })
  // A planned closing counts today already.
  expect(await then('2026-12-31T23:59:59+09:00')).toEqual(today)
  // A change with an end has ended.
  expect(await then('2027-01-01T12:00:00+09:00')).toMatchObject({ price: before.price, tax: 8, fee: 123 })
  expect(await then('2027-01-06T09:00:00+09:00')).toMatchObject({ earliest: '2027-01-11' })
})

test('of one subject only its own changes are made, which takes no longer with all others', async () => {
  const seenOf = (of: Parameters<typeof previewShopAsOf>[3]) =>
    previewShopAsOf(ctx, new Date(MIDNIGHT), ({ db: tx, clock: later }) => look({ ...ctx, db: tx, clock: later }), of)
  const today = await look(ctx)
  expect(await seenOf({ kind: 'free_amount', subject_id: '' })).toMatchObject({
    free: 54_321,
    price: today.price,
    fee: today.fee,
  })
  const one = { kind: 'price', subject_id: String(before.product_id) } as const
  expect(await seenOf(one)).toMatchObject({ price: 9_900, tax: today.tax, free: today.free })
  expect(await seenOf({ ...one, subject_id: String(other!.id) })).toMatchObject({
    price: today.price,
    is_hidden: false,
  })
})

test('no other session sees it, waits for it or pays by it, and it leaves no trace', async () => {
  const today = await look(ctx)
  const [customer_id] = await insertMembers(db, 1)
  const buyer = testContext(db, { clock, customer_id: customer_id! })
  const rows = async () => {
    const tables = [product, product_sku, shop, scheduled_change, audit_event, rate_limit]
    return Promise.all(tables.map(async (table) => JSON.stringify(await db.select().from(table).orderBy(sql`1, 2`))))
  }
  const [ordered, kept] = await previewShopAsOf(ctx, new Date(MIDNIGHT), async ({ db: tx, clock: later }) => {
    expect(await look({ ...ctx, db: tx, clock: later })).toMatchObject({ price: 9_900 })
    // While the preview is open, other requests see today's data, an order takes stock at today's price, and a manual
    // change does not wait.
    expect(await look(ctx)).toEqual(today)
    const confirmation = await confirmedOrderInput(buyer, testOrderDraft())
    const { order_no } = await placeOrder(buyer, confirmation)
    await db.transaction(async (writer) => {
      await writer.execute(sql`set local lock_timeout = '200ms'`)
      await writer.execute(sql`select pg_advisory_xact_lock(hashtext('catalogue'), 2)`)
      await writer.select().from(shop).where(eq(shop.id, 2)).for('update')
      await writer.update(product_sku).set({ low_stock: 7 }).where(eq(product_sku.id, 101))
      await writer.update(product).set({ catch_copy: 'x' }).where(eq(product.id, other!.id))
    })
    return [order_no, await rows()]
  })
  expect(await rows()).toEqual(kept)
  const [order] = await db.select().from(orders).where(eq(orders.order_no, ordered!))
  expect(order!.subtotal).toBe(before.price)
  expect((await skuOf(101)).stock).toBe(before.stock - 1)
  expect(await look(ctx)).toEqual(today)
})

test('the database rejects writes there', async () => {
  const within = <T>(work: (tx: Context['db']) => Promise<T>) =>
    previewShopAsOf(ctx, new Date(MIDNIGHT), ({ db: tx }) => work(tx))
  const { rows } = await within((tx) => tx.execute(sql`show transaction_read_only`))
  expect(rows).toEqual([{ transaction_read_only: 'on' }])
  const note = { key: 'as of', window_start: now, count: 1 }
  await expect(within((tx) => tx.insert(rate_limit).values(note))).rejects.toThrow()
  await expect(within((tx) => tx.update(operator).set({ name: 'x' }))).rejects.toThrow()
  expect(await db.$count(rate_limit, eq(rate_limit.key, 'as of'))).toBe(0)
  expect(await db.$count(operator, eq(operator.name, 'x'))).toBe(0)
})

test('a query run before on the same connection sees the preview, and today’s data again afterwards', async () => {
  const one = (await import('@kushi/db/connect')).openDatabase(database.url, { max: 1 })
  try {
    const own = testContext(one.db, { clock })
    // A session that has a temporary table already always looks there first and reuses its old plans.
    await one.db.execute(sql`create temp table something ()`)
    for (let round = 0; round < 2; round++) {
      expect(await look(own)).toMatchObject({ price: before.price })
      expect(await then(MIDNIGHT, own)).toMatchObject({ price: 9_900 })
    }
    expect(await look(own)).toMatchObject({ price: before.price })
  } finally {
    await one.close()
  }
})

test('previews of one process run one after another, the desk’s too, and one too many is rejected', async () => {
  const open = Promise.withResolvers<void>()
  const first = previewShopAsOf(ctx, new Date(MIDNIGHT), () => open.promise)
  const others = Array.from({ length: 20 }, () => previewShop(manager, { at: MIDNIGHT }))
  const ended = Promise.allSettled(others)
  await expect(previewShop(manager, { at: MIDNIGHT })).rejects.toThrow(BusyError)
  open.resolve()
  await first
  await ended
  expect(await previewShop(manager, { at: MIDNIGHT })).toMatchObject({ delivery_free_amount: 54_321 })
})

test('the key figures of that day, and a link that is valid in that shop only, for an hour', async () => {
  const unasked = { get: () => Promise.reject(new Error('what others are shown')) }
  const seen = await previewShop({ ...manager, cache: unasked }, { at: MIDNIGHT })
  expect(seen.products.find(({ id }) => id === before.product_id)).toMatchObject({ price_max: 9_900, tax_rates: [8] })
  expect(seen).toMatchObject({
    delivery_free_amount: 54_321,
    banner: '<p>初売り</p>',
    closings: [{ from: '2027-01-02', to: '2027-01-05' }],
  })
  const key = new URL(seen.url).searchParams.get('key')!
  expect(openPreviewKey(ctx, key)).toMatchObject({
    at: new Date(MIDNIGHT),
    until: new Date('2026-12-31T16:00:00+09:00'),
  })
  expect(openPreviewKey({ ...ctx, shop_id: 3 }, key)).toBeNull()
  for (const forged of ['', 'x', withAnotherLetter(key), ctx.secrets.seal('preview 2 1 9999999999999')])
    expect(openPreviewKey(ctx, forged)).toBeNull()
  now = new Date('2026-12-31T16:00:00+09:00')
  expect(openPreviewKey(ctx, key)).toBeNull()
  // Never later than the moment itself.
  const soon = sealPreviewKey(ctx, new Date('2026-12-31T16:10:00+09:00'))
  expect(openPreviewKey(ctx, soon)!.until).toEqual(new Date('2026-12-31T16:10:00+09:00'))
  await expect(previewShop(manager, { at: '2026-12-31T15:59:00+09:00' })).rejects.toMatchObject({ status: 422 })
})
