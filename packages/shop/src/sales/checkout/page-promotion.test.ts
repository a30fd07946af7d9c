import type { OrderDraft } from '@kushi/contract/order'
import { landing_page } from '@kushi/db/schema/landing-page'
import { orders } from '@kushi/db/schema/order'
import { promotion } from '@kushi/db/schema/promotion'
import { subscription_benefit } from '@kushi/db/schema/subscription'
import { testDatabase } from '@kushi/db/testing'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { quoteSkus } from '../../catalogue/product/quote-skus.ts'
import type { MemberContext } from '../../context.ts'
import {
  addLandingPage,
  changeLandingPage,
  getAdminLandingPage,
  listLandingPages,
  listPagePromotions,
} from '../../operation/configuration/admin/landing-pages.ts'
import { testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { asChosenItems, confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { changeOrder } from '../fulfilment/admin/change-order.ts'
import { showOrder } from '../order/admin/show-order.ts'
import { placeOrder } from './place-order.ts'
import { validateOrder } from './validate-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
async function member() {
  const [customer_id] = await insertMembers(db, 1)
  return testContext(db, { customer_id: customer_id!, settings }) as MemberContext
}
const desk = await operatorContext(db, 'manager')
const oil = [{ product_sku_id: 101, quantity: 2, revision: 1 }]
const onPage = (more: Partial<OrderDraft> = {}) => testOrderDraft({ items: oil, landing_slug: 'oil', ...more })
const page = {
  shop_id: 2,
  slug: 'oil',
  title: '椿油',
  visible: true,
  opens_at: null,
  closes_at: null,
  successor: '',
  cart_type: 0 as const,
  items: [{ product_sku_id: 101, quantity: 2 }],
  intervals: [],
  payment_method_ids: [],
  adcd: '',
  thanks: '',
  blocks: [],
} satisfies typeof landing_page.$inferInsert
const setPage = (more: Partial<typeof landing_page.$inferInsert>) =>
  db.update(landing_page).set(more).where(eq(landing_page.slug, 'oil'))
const name = 'このページの500円引き'
const pagePromotion = (more: Partial<typeof promotion.$inferInsert> = {}) =>
  insertRunningPromotion(db, { promotion_name: name, trigger: 'landing_page', ...more })

let id: number
beforeEach(async () => {
  await db.delete(landing_page).where(eq(landing_page.slug, 'oil'))
  await db.update(promotion).set({ status: 'stopped' })
  id = (await pagePromotion()).id
  await db.insert(landing_page).values({ ...page, promotion_id: id })
})

const priceOf = async (landing_slug?: string, coupon_codes: string[] = []) =>
  (
    await quoteSkus(testContext(db, { settings }), {
      product_sku_ids: ['101:2'],
      is_subscription: false,
      landing_slug,
      coupon_codes,
    })
  ).summary

test('an order on the page has its promotion; the cart, another page and its number as a code have not', async () => {
  const [inCart, here] = [await priceOf(), await priceOf('oil')]
  expect(here.discount_amount).toBe(inCart.discount_amount + 500)
  expect(here.promotions).toMatchObject([{ promotion_id: id, is_applied: true, coupon_code: null }])
  for (const elsewhere of [await priceOf('other'), await priceOf('\0'), await priceOf(undefined, [String(id)])])
    expect(elsewhere.payment_total).toBe(inCart.payment_total)

  const ctx = await member()
  const seen = await validateOrder(ctx, onPage())
  expect(seen.summary.payment_total).toBe(
    (await validateOrder(ctx, testOrderDraft({ items: oil }))).summary.payment_total - 500,
  )
  const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, onPage()))
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  expect(order).toMatchObject({ payment_total: seen.summary.payment_total, landing_slug: 'oil' })
})

test.each<[string, () => Promise<unknown>, string | null]>([
  ['it is stopped', () => db.update(promotion).set({ status: 'stopped' }).where(eq(promotion.id, id)), name],
  ['it has ended', () => setEnd('2026-10-01T00:00:00Z'), name],
  [
    'all its pieces are taken',
    () => db.update(promotion).set({ max_uses: 1, used: 1 }).where(eq(promotion.id, id)),
    name,
  ],
  [
    'it is only for members of a list',
    () => db.update(promotion).set({ member_scope: 'listed' }).where(eq(promotion.id, id)),
    name,
  ],
  ['the page names none any more', () => setPage({ promotion_id: null }), null],
  ['the page is closed', () => setPage({ closes_at: new Date('2026-01-02T00:00:00Z') }), null],
  ['it comes by a code now', () => db.update(promotion).set({ trigger: 'code' }).where(eq(promotion.id, id)), null],
])('%s: the whole price, and the page says why', async (_, change, told) => {
  const before = await priceOf()
  const ctx = await member()
  const request = await confirmedOrderInput(ctx, onPage())
  await change()
  const now = await priceOf('oil')
  expect(now.payment_total).toBe(before.payment_total)
  expect(now.promotions.map(({ promotion_name }) => promotion_name)).toEqual(told === null ? [] : [told])
  // What was confirmed is not charged at another amount.
  await expect(placeOrder(ctx, request)).rejects.toMatchObject({ status: expect.toBeOneOf([409, 422]) })
})
const setEnd = (at: string) =>
  db
    .update(promotion)
    .set({ ends_at: new Date(at) })
    .where(eq(promotion.id, id))

test('once a person: who had it is told, and orders at the whole price', async () => {
  await db.update(promotion).set({ audience: 'once' }).where(eq(promotion.id, id))
  const ctx = await member()
  await placeOrder(ctx, await confirmedOrderInput(ctx, onPage()))
  const again = await validateOrder(ctx, onPage())
  expect(again.summary.promotions).toMatchObject([{ promotion_id: id, is_applied: false }])
  expect(again.summary.payment_total).toBe(
    (await validateOrder(ctx, testOrderDraft({ items: oil }))).summary.payment_total,
  )
})

test('a 定期便 keeps it for its deliveries, whatever becomes of the page', async () => {
  const { id: promised } = await pagePromotion({ cart_type: 1, to_cycle: 3 })
  await setPage({ promotion_id: promised, cart_type: 1, intervals: ['1:1'] })
  const ctx = await member()
  const pattern = { subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const
  const asked = onPage({ is_subscription: true, payment_method_id: null, delivery_pattern: pattern })
  const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, asked))
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  const benefits = await db
    .select()
    .from(subscription_benefit)
    .where(and(eq(subscription_benefit.shop_id, 2), eq(subscription_benefit.subscription_id, order!.subscription_id!)))
  expect(benefits).toMatchObject([{ promotion_id: promised, terms: { to_cycle: 3, promotion_name: name } }])
})

test('an order that the shop changes afterwards keeps what it was promised', async () => {
  const ctx = await member()
  const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, onPage()))
  await setPage({ visible: false, promotion_id: null })
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  const changing = await operatorContext(db, 'manager', { ports: testContext(db).ports })
  const shown = await showOrder(changing, { id: order!.id })
  await changeOrder(changing, {
    id: order!.id,
    version: shown.version,
    delivery_notes: '',
    delivery_id: 1,
    delivery_time_id: null,
    delivery_date: null,
    adjustment_amount: 0,
    shipping_address: shown.shipping_address!,
    items: asChosenItems([{ product_sku_id: 101, quantity: 3 }]),
    decision_reason: 'お電話で承りました',
    notify: false,
  })
  const [after] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  expect(after!.discount_amount).toBe(order!.discount_amount)
  expect(after!.subtotal).toBeGreaterThan(order!.subtotal)
})

test('an operator names a running promotion of this kind; the list says when it is over', async () => {
  const { blocks: _, ...rest } = page
  const form = { kind: 'form', title: 'お申し込み', text: '', visible: true } as const
  const input = { ...rest, slug: 'desk', blocks: [form] }
  const byCode = await insertRunningPromotion(db)
  for (const promotion_id of [byCode.id, 999_999])
    await expect(addLandingPage(desk, { ...input, promotion_id })).rejects.toMatchObject({
      status: 422,
      fields: [{ path: 'promotion_id' }],
    })
  expect((await listPagePromotions(desk, {})).items).toContainEqual({ id, promotion_name: name })
  const added = await addLandingPage(desk, { ...input, promotion_id: id })
  const isOver = async () => (await listLandingPages(desk, {})).items.find(({ slug }) => slug === 'desk')
  expect(await isOver()).toMatchObject({ is_promotion_over: false })
  await db.update(promotion).set({ status: 'stopped' }).where(eq(promotion.id, id))
  expect(await isOver()).toMatchObject({ is_promotion_over: true })
  // The one that it had stays while something else is changed.
  const { version } = await getAdminLandingPage(desk, { id: added.id })
  await changeLandingPage(desk, { ...input, id: added.id, version, promotion_id: id, title: '椿油のページ' })
  expect(await getAdminLandingPage(desk, { id: added.id })).toMatchObject({ promotion_id: id, title: '椿油のページ' })
})
