import type { NewScheduledChange } from '@kushi/contract/admin/schedule'
import { delivery } from '@kushi/db/schema/delivery'
import { audit_event, operator } from '@kushi/db/schema/operator'
import { orders } from '@kushi/db/schema/order'
import { price_history, product, product_sku } from '@kushi/db/schema/product'
import { scheduled_change } from '@kushi/db/schema/schedule'
import { shop, shop_content } from '@kushi/db/schema/shop'
import { testDatabase } from '@kushi/db/testing'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { operatorActor } from '../../actor.ts'
import { listDeliveryDates } from '../../catalogue/delivery/deliveries.ts'
import type { OperatorContext } from '../../foundation/admin/context.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { testContext } from '../../testing/context.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { listScheduledChanges } from './admin/list-schedule.ts'
import { cancelScheduledChange, scheduleChange } from './admin/plan-change.ts'
import { applyDueChangesOfAllShops, nextScheduledMoment } from './apply-due.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

let now = new Date('2026-12-31T15:00:00+09:00')
const clock = { now: () => now, today: () => new Date(now.getTime() + 9 * 3_600_000).toISOString().slice(0, 10) }
const at = (text: string) => {
  now = new Date(`${text}+09:00`)
}
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
const NOON = '2027-01-01T12:00:00+09:00'
const period = { starts_at: MIDNIGHT, ends_at: null }
const plan = (change: object) => scheduleChange(manager, { ...period, ...change } as NewScheduledChange)
const skuOf = async (id: number) => (await db.select().from(product_sku).where(eq(product_sku.id, id)))[0]!
const priceOf = async (id: number) => (await skuOf(id)).price
const dearer = async (more: object = {}) => {
  const { product_id, subscription_first_price, subscription_price } = await skuOf(101)
  const prices = { id: 101, price: 9900, subscription_first_price, subscription_price }
  return plan({ kind: 'price', subject_id: String(product_id), after: { skus: [prices] }, ...more })
}
const states = async () =>
  (await db.select({ state: scheduled_change.state }).from(scheduled_change)).map(({ state }) => state)

const kept = { sku: await skuOf(101), shop: (await db.select().from(shop).where(eq(shop.id, 2)))[0]! }
beforeEach(async () => {
  at('2026-12-31T15:00:00')
  await db.delete(scheduled_change)
  const { price, tax_rate } = kept.sku
  await db.update(product_sku).set({ price, tax_rate }).where(eq(product_sku.id, 101))
  const { id: _, ...row } = kept.shop
  await db.update(shop).set(row).where(eq(shop.id, 2))
})

test('at midnight with an open cart, the total paid is always the one shown', async () => {
  await dearer()
  const [customer_id] = await insertMembers(db, 1)
  const buyer = testContext(db, { clock, customer_id: customer_id! })
  at('2026-12-31T23:59:59')
  expect(await applyDueChangesOfAllShops(ctx)).toBe(0)
  const shown = await confirmedOrderInput(buyer, testOrderDraft())
  at('2027-01-01T00:00:00')
  expect(await applyDueChangesOfAllShops(ctx)).toBe(1)
  // Ordered after midnight, on a screen loaded before.
  await expect(placeOrder(buyer, shown)).rejects.toMatchObject({ status: 409, error: 'ERROR_AMOUNT_CHANGED' })
  const again = await confirmedOrderInput(buyer, testOrderDraft())
  expect(again.shown.payment_total).toBeGreaterThan(9900)
  expect(shown.shown.payment_total).toBeLessThan(9900)
  const { order_no } = await placeOrder(buyer, again)
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  expect(order).toMatchObject({ status: 'received', subtotal: 9900, payment_total: again.shown.payment_total })
})

test('begins and ends at its moments, in order even if the run is late; the audit log has both', async () => {
  const { id } = await dearer({ ends_at: NOON })
  expect(await nextScheduledMoment(db)).toEqual(new Date(MIDNIGHT))
  at('2027-01-01T00:00:00')
  await applyDueChangesOfAllShops(ctx)
  expect([await priceOf(101), await states()]).toEqual([9900, ['running']])
  expect(await nextScheduledMoment(db)).toEqual(new Date(NOON))
  at('2027-01-01T12:00:00')
  await applyDueChangesOfAllShops(ctx)
  expect([await priceOf(101), await states()]).toEqual([kept.sku.price, ['done']])
  expect(await nextScheduledMoment(db)).toBeNull()
  const made = and(eq(audit_event.action, 'scheduled-change'), eq(audit_event.subject_id, String(id)))
  const trail = await db.select().from(audit_event).where(made)
  expect(trail).toHaveLength(2)
  // The history of prices, which is the proof of a comparison, has both too.
  const history = await db.select().from(price_history).where(eq(price_history.product_sku_id, 101))
  expect(history.slice(-2).map(({ price }) => price)).toEqual([9900, kept.sku.price])
  expect(trail[0]).toMatchObject({ operator_id: null, operator_name: '予定(椿 花)' })
  // Both moments pass before one run, as after a power cut.
  at('2026-12-31T15:00:00')
  await db.delete(scheduled_change)
  await dearer({ ends_at: NOON })
  at('2027-01-02T09:00:00')
  expect(await applyDueChangesOfAllShops(ctx)).toBe(2)
  expect([await priceOf(101), await states()]).toEqual([kept.sku.price, ['done']])
})

test('two follow each other without a gap, the later one planned first: the second gives back the price before both', async () => {
  const { product_id, subscription_first_price, subscription_price } = await skuOf(101)
  const sale = { id: 101, price: 1111, subscription_first_price, subscription_price }
  const of = { kind: 'price', subject_id: String(product_id), after: { skus: [sale] } }
  await plan({ ...of, starts_at: NOON, ends_at: '2027-01-01T18:00:00+09:00' })
  await dearer({ ends_at: NOON })
  for (const [moment, price] of [
    ['2027-01-01T00:00:00', 9900],
    ['2027-01-01T12:00:00', 1111],
    ['2027-01-01T18:00:00', kept.sku.price],
  ] as const) {
    at(moment)
    await applyDueChangesOfAllShops(ctx)
    expect(await priceOf(101)).toBe(price)
  }
})

test('a price that an earlier plan changes is as the later one says, also where that is as today', async () => {
  await dearer()
  const { product_id, price, subscription_first_price, subscription_price } = await skuOf(101)
  const others = await db.select().from(product_sku).where(eq(product_sku.product_id, product_id))
  const { id, ...other } = others.find((sku) => sku.id !== 101)!
  const steady = { subscription_first_price, subscription_price }
  const prices = [
    { id: 101, price, ...steady },
    {
      id,
      price: other.price + 100,
      subscription_first_price: other.subscription_first_price,
      subscription_price: other.subscription_price,
    },
  ]
  await plan({ kind: 'price', subject_id: String(product_id), starts_at: NOON, after: { skus: prices } })
  at('2027-01-01T12:00:00')
  await applyDueChangesOfAllShops(ctx)
  expect([await priceOf(101), await priceOf(id)]).toEqual([price, other.price + 100])
  await db.update(product_sku).set({ price: other.price }).where(eq(product_sku.id, id))
})

test('two processes at the same moment apply it once', async () => {
  await dearer({ ends_at: NOON })
  at('2027-01-01T00:00:00')
  const before = await db.$count(audit_event)
  const made = await Promise.all([
    applyDueChangesOfAllShops(ctx),
    applyDueChangesOfAllShops(ctx),
    applyDueChangesOfAllShops(ctx),
  ])
  expect(made.reduce((sum, n) => sum + n, 0)).toBe(1)
  expect(await db.$count(audit_event)).toBe(before + 1)
})

test('the end keeps manual changes made meanwhile', async () => {
  await dearer({ ends_at: NOON })
  at('2027-01-01T00:00:00')
  await applyDueChangesOfAllShops(ctx)
  const { version } = (await db.select().from(product).where(eq(product.id, kept.sku.product_id)))[0]!
  await db.update(product_sku).set({ price: 4321 }).where(eq(product_sku.id, 101))
  at('2027-01-01T12:00:00')
  await applyDueChangesOfAllShops(ctx)
  expect(await priceOf(101)).toBe(4321)
  // An operator who has the product's screen open can't overwrite the change.
  expect((await db.select().from(product).where(eq(product.id, kept.sku.product_id)))[0]!.version).toBeGreaterThan(
    version,
  )
})

test('taken back: before its start it is cancelled, while it runs it ends, afterwards it is rejected', async () => {
  const { id } = await dearer({ ends_at: NOON })
  await cancelScheduledChange(manager, { id })
  at('2027-01-01T00:00:00')
  expect(await applyDueChangesOfAllShops(ctx)).toBe(0)
  at('2026-12-31T15:00:00')
  const running = await dearer({ ends_at: NOON })
  at('2027-01-01T01:00:00')
  await applyDueChangesOfAllShops(ctx)
  expect(await cancelScheduledChange(manager, { id: running.id })).toMatchObject({ state: 'taken_back' })
  expect(await priceOf(101)).toBe(kept.sku.price)
  await expect(cancelScheduledChange(manager, { id: running.id })).rejects.toMatchObject({
    error: 'ERROR_SCHEDULE_OVER',
  })
  await expect(cancelScheduledChange({ ...manager, shop_id: 3 }, { id })).rejects.toMatchObject({ status: 404 })
})

test('taken back while it runs, the history of prices has the standing price again, and visibility too', async () => {
  const product_id = String(kept.sku.product_id)
  const history = async () =>
    (await db.select().from(price_history).where(eq(price_history.product_sku_id, 101)).orderBy(price_history.id))
      .slice(-2)
      .map(({ price }) => price)
  // Other tests noted later moments.
  await db.delete(price_history).where(eq(price_history.product_sku_id, 101))
  const price = await dearer({ ends_at: NOON })
  at('2027-01-01T01:00:00')
  await applyDueChangesOfAllShops(ctx)
  await cancelScheduledChange(manager, { id: price.id })
  expect(await history()).toEqual([9900, kept.sku.price])
  at('2026-12-31T15:00:00')
  const hidden = await plan({ kind: 'visibility', subject_id: product_id, after: { visible: false }, ends_at: NOON })
  at('2027-01-01T01:00:00')
  await applyDueChangesOfAllShops(ctx)
  await cancelScheduledChange(manager, { id: hidden.id })
  expect(await history()).toEqual([null, kept.sku.price])
})

test('every kind begins and ends', async () => {
  const product_id = String(kept.sku.product_id)
  const banner = and(eq(shop_content.shop_id, 2), eq(shop_content.name, 'banner'), eq(shop_content.layout_code, 12))
  const ends = { ends_at: NOON }
  await plan({ kind: 'tax_rate', subject_id: product_id, after: { tax_rate: 8 }, ...ends })
  await plan({ kind: 'visibility', subject_id: product_id, after: { visible: false }, ...ends })
  await plan({
    kind: 'content',
    subject_id: 'banner/12',
    ...ends,
    after: { title: 'お知らせ', html: '<p>元日は送料無料</p><script>x</script>' },
  })
  await plan({
    kind: 'delivery_fee',
    subject_id: '1',
    after: { flat_rate_delivery_fee: 0, island_surcharge: 500 },
    ...ends,
  })
  await plan({ kind: 'free_amount', subject_id: '', after: { delivery_free_amount: null }, ...ends })
  const look = async () => ({
    tax_rate: (await skuOf(101)).tax_rate,
    visible: (
      await db
        .select()
        .from(product)
        .where(eq(product.id, Number(product_id)))
    )[0]!.visible,
    banner: (await db.select({ html: shop_content.html }).from(shop_content).where(banner))[0]?.html,
    fee: (await db.select().from(delivery).where(eq(delivery.id, 1)))[0]!.flat_rate_delivery_fee,
    free: (await db.select().from(shop).where(eq(shop.id, 2)))[0]!.delivery_free_amount,
  })
  const before = await look()
  at('2027-01-01T00:00:00')
  expect(await applyDueChangesOfAllShops(ctx)).toBe(5)
  expect(await look()).toEqual({ tax_rate: 8, visible: false, banner: '<p>元日は送料無料</p>', fee: 0, free: null })
  at('2027-01-01T12:00:00')
  await applyDueChangesOfAllShops(ctx)
  expect(await look()).toEqual(before)
})

test('closed days are left out of the shortest delivery', async () => {
  const days = () => listDeliveryDates(ctx, { id: 1, postal_code: '2480006', pref_id: 14 } as never)
  at('2026-12-27T10:00:00')
  expect((await days()).earliest).toBe('2027-01-01')
  await plan({
    kind: 'closing',
    subject_id: '',
    after: { note: '年末年始' },
    starts_at: '2026-12-30T00:00:00+09:00',
    ends_at: '2027-01-04T00:00:00+09:00',
  })
  // 28 and 29 are open, 30 to the 3rd are closed: counts the 4th, 5th and 6th.
  expect((await days()).earliest).toBe('2027-01-06')
  at('2027-01-03T10:00:00')
  expect((await days()).earliest).toBe('2027-01-08')
})

test.each([
  ['a beginning that is past', { starts_at: '2026-12-31T14:59:00+09:00' }, 'starts_at'],
  ['an end before the beginning', { ends_at: '2026-12-31T16:00:00+09:00' }, 'ends_at'],
  ['a product that there is not', { subject_id: '999999' }, 'subject_id'],
  ['another product’s choice', { after: { skus: [{ id: 105, price: 1 }] } }, 'after.skus'],
])('%s is refused beside its field', async (_, more, path) => {
  await expect(dearer(more)).rejects.toMatchObject({ status: 422, fields: [{ path }] })
})

test('ご利用規約, which change with their version, are not planned', async () => {
  const after = { title: 'ご利用規約', html: '<p>新しい規約</p>' }
  await expect(plan({ kind: 'content', subject_id: 'terms-of-use/0', after })).rejects.toMatchObject({
    fields: [{ path: 'subject_id', message: expect.stringContaining('文章とページ') }],
  })
})

test('a change without effect, and one that overlaps another of the same subject, is rejected', async () => {
  const skus = [{ ...kept.sku }]
  await expect(dearer({ after: { skus } })).rejects.toMatchObject({ fields: [{ path: 'after.skus.0.price' }] })
  await dearer({ ends_at: NOON })
  await expect(dearer({ starts_at: '2027-01-01T06:00:00+09:00' })).rejects.toMatchObject({
    fields: [{ path: 'starts_at' }],
  })
  await dearer({ starts_at: NOON })
  const clerk = { ...manager, operator: { ...manager.operator, permissions: ['setting.write'] as const } }
  const change = { ...period, kind: 'visibility', subject_id: '1', after: { visible: false } } as const
  await expect(scheduleChange(clerk, change)).rejects.toMatchObject({ status: 403 })
})

test('a change is compared with what will stand at its moment', async () => {
  const february = { starts_at: '2027-02-01T00:00:00+09:00', ends_at: null }
  const free = (delivery_free_amount: number, more: object = {}) =>
    plan({ kind: 'free_amount', subject_id: '', after: { delivery_free_amount }, ends_at: null, ...more })
  const now = kept.shop.delivery_free_amount!
  await free(9000)
  await expect(free(9000, february)).rejects.toMatchObject({ fields: [{ path: 'after.delivery_free_amount' }] })
  const back = await free(now, february)
  expect(back.facts.join()).toMatch(/9,000円?.*→/)
  await dearer({ ends_at: null })
  const { facts } = await dearer({ after: { skus: [pricesOf(kept.sku)] }, ...february })
  expect(facts.join()).toContain('¥9,900 → ')
  at('2027-02-01T00:00:00')
  await applyDueChangesOfAllShops(ctx)
  expect(await priceOf(101)).toBe(kept.sku.price)
  expect((await db.select().from(shop).where(eq(shop.id, 2)))[0]!.delivery_free_amount).toBe(now)
})

const pricesOf = ({ id, price, subscription_first_price, subscription_price }: typeof kept.sku) => ({
  id,
  price,
  subscription_first_price,
  subscription_price,
})

test('a change that fails reports it and does not block others', async () => {
  await dearer()
  await db
    .update(scheduled_change)
    .set({ after: { skus: [{ id: 101, price: -1, subscription_first_price: null, subscription_price: null }] } })
  await plan({ kind: 'free_amount', subject_id: '', after: { delivery_free_amount: 5000 } })
  at('2027-01-01T00:00:00')
  expect(await applyDueChangesOfAllShops(ctx)).toBe(2)
  expect((await states()).sort()).toEqual(['done', 'failed'])
  const { items } = await listScheduledChanges(manager, { over: 'true' })
  expect(items.find(({ state }) => state === 'failed')!.problem).toContain('変更できない')
})
