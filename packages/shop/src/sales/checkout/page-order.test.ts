import { randomUUID } from 'node:crypto'
import type { OrderDraft } from '@kushi/contract/order'
import { landing_page } from '@kushi/db/schema/landing-page'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { promotion } from '@kushi/db/schema/promotion'
import { scheduled_change } from '@kushi/db/schema/schedule'
import { shop } from '@kushi/db/schema/shop'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { adjustPoints } from '../../catalogue/point/admin/points.ts'
import type { MemberContext } from '../../context.ts'
import { listLandingPages } from '../../operation/configuration/admin/landing-pages.ts'
import { testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { asChosenItems, confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { changeOrder } from '../fulfilment/admin/change-order.ts'
import { showOrder } from '../order/admin/show-order.ts'
import { listOwnOrders } from '../order/orders.ts'
import { orderPaymentSubject } from './pay-order.ts'
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
const oil = [{ product_sku_id: 101, quantity: 2, revision: 1 }]
const monthly = { subscription_division_id: 1, param1: 1, param2: 5, param3: null } as const
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
  thanks: '返品は{返品の期限}です。',
  blocks: [],
} satisfies typeof landing_page.$inferInsert
const setPage = (more: Partial<typeof landing_page.$inferInsert>) =>
  db
    .update(landing_page)
    .set({ ...page, ...more })
    .where(eq(landing_page.slug, 'oil'))

beforeEach(async () => {
  await db.delete(landing_page).where(eq(landing_page.slug, 'oil'))
  await db.insert(landing_page).values(page)
  await db.update(promotion).set({ status: 'stopped' })
})

test('an order knows its page: on its completion page with the page’s words, and in the list of pages', async () => {
  const ctx = await member()
  const placed = await placeOrder(ctx, await confirmedOrderInput(ctx, onPage()))
  await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft()))
  const { items } = await listOwnOrders(ctx, { page: 1, per_page: 10 })
  expect(items.map(({ landing_page }) => landing_page?.slug)).toEqual([undefined, 'oil'])
  const thanks = items[1]!.landing_page!.thanks
  expect(thanks).not.toContain('{')
  const desk = await operatorContext(db, 'manager')
  const listed = async () => (await listLandingPages(desk, {})).items.find(({ slug }) => slug === 'oil')?.orders
  expect(await listed()).toBe(1)
  await db.update(orders).set({ status: 'cancelled' }).where(eq(orders.order_no, placed.order_no))
  expect(await listed()).toBe(0)
  await db.delete(landing_page).where(eq(landing_page.slug, 'oil'))
  expect((await listOwnOrders(ctx, { page: 1, per_page: 10 })).items[1]!.landing_page).toBeNull()
})

const subscription = { cart_type: 1 as const, intervals: ['1:2', '3:45'] as ('1:2' | '3:45')[] }
const asSubscription = { is_subscription: true, payment_method_id: 1 as const }
const every = (subscription_division_id: 1 | 2 | 3, param1: number) => ({
  subscription_division_id,
  param1,
  param2: subscription_division_id === 3 ? null : 3,
  param3: subscription_division_id === 2 ? 4 : null,
})

test.each<[string, Partial<typeof landing_page.$inferInsert>, Partial<OrderDraft>, string | null]>([
  ['its goods', {}, {}, null],
  ['a page that is hidden', { visible: false }, {}, 'landing_slug'],
  ['a page that is not open yet', { opens_at: new Date('2026-12-01T00:00:00Z') }, {}, 'landing_slug'],
  ['a page that is closed', { closes_at: new Date('2026-11-01T00:00:00Z') }, {}, 'landing_slug'],
  ['a page that is not there', {}, { landing_slug: 'none' }, 'landing_slug'],
  ['a name that no page can have', {}, { landing_slug: '\0' }, 'landing_slug'],
  ['another number', {}, { items: [{ ...oil[0]!, quantity: 1 }] }, 'landing_slug'],
  ['more goods', {}, { items: [...oil, { product_sku_id: 105, quantity: 1, revision: 1 }] }, 'landing_slug'],
  ['another way to buy', subscription, {}, 'landing_slug'],
  ['one of its ways to pay', { payment_method_ids: [null, 1] }, {}, null],
  ['none of its ways to pay', { payment_method_ids: [1] }, {}, 'payment_method_id'],
  ['its interval, on any day', subscription, { ...asSubscription, delivery_pattern: every(1, 2) }, null],
  ['its months by weekday', subscription, { ...asSubscription, delivery_pattern: every(2, 2) }, null],
  ['its days', subscription, { ...asSubscription, delivery_pattern: every(3, 45) }, null],
  ['months it has not', subscription, { ...asSubscription, delivery_pattern: every(1, 1) }, 'delivery_pattern'],
  ['days it has not', subscription, { ...asSubscription, delivery_pattern: every(3, 46) }, 'delivery_pattern'],
])('%s', async (_, more, asked, path) => {
  await setPage(more)
  const answer = validateOrder(await member(), onPage(asked))
  if (path === null) expect((await answer).problems).toEqual([])
  else await expect(answer).rejects.toMatchObject({ status: 422, fields: [{ path }] })
})

test('nothing to pay needs none of its ways to pay', async () => {
  await setPage({ payment_method_ids: [1] })
  await insertRunningPromotion(db, { trigger: 'automatic', effect: { kind: 'percent', percent: 100 } })
  await insertRunningPromotion(db, { trigger: 'automatic', effect: { kind: 'free_delivery' } })
  expect((await validateOrder(await member(), onPage())).summary.payment_total).toBe(0)
})

const offer = { wraps: [{ wrapping_name: 'リボン', wrapping_fee: 330 }], noshi: [], card_fee: 55 }
const closing = {
  shop_id: 2,
  kind: 'closing' as const,
  state: 'planned' as const,
  subject_id: '',
  subject_name: '',
  before: {},
  after: { note: '' },
  starts_at: new Date('2026-11-21T15:00:00Z'),
  ends_at: new Date('2026-11-29T15:00:00Z'),
  operator_name: '椿 花',
  created_at: new Date('2026-11-01T00:00:00Z'),
  updated_at: new Date('2026-11-01T00:00:00Z'),
}
const ofSku = (product_sku_id: number, quantity = 1) => [{ product_sku_id, quantity }]

test.each<
  [
    string,
    (ctx: MemberContext) => Promise<{ page?: Partial<typeof landing_page.$inferInsert>; draft: Partial<OrderDraft> }>,
  ]
>([
  ['a set', async () => ({ page: { items: ofSku(128) }, draft: {} })],
  [
    'ギフト包装',
    async () => {
      await db.update(shop).set({ wrapping_offer: offer }).where(eq(shop.id, 2))
      return { draft: { wrapping: { wrap: 'リボン', noshi: null, message_card: 'おめでとう' } } }
    },
  ],
  ['a code', async () => ({ draft: { coupon_codes: [(await insertRunningPromotion(db)).code] } })],
  [
    'a present of a promotion',
    async () => {
      await insertRunningPromotion(db, {
        trigger: 'automatic',
        effect: { kind: 'gift', product_sku_id: 105, pieces: 1 },
      })
      return { draft: {} }
    },
  ],
  [
    'points',
    async (ctx) => {
      await db.update(shop).set({ point_flag: true, point_rate: 1, point_least: 1, point_most_rate: 100 })
      const desk = await operatorContext(db, 'manager')
      await adjustPoints(desk, { id: ctx.customer_id, points: 500, reason: 'お詫び', balance: 0 })
      return { draft: { points: 300 } }
    },
  ],
  [
    '年払い',
    async () => ({
      page: { items: ofSku(127), cart_type: 1, intervals: ['1:1'] },
      draft: { is_subscription: true, delivery_pattern: monthly, payment_method_id: 1 },
    }),
  ],
  [
    '臨時休業',
    async () => {
      await db.insert(scheduled_change).values(closing)
      return { draft: {} }
    },
  ],
])('page × %s: it costs and promises what the cart’s would', async (_, prepare) => {
  const ctx = { ...(await member()), cache: undefined } as unknown as MemberContext
  const prepared = await prepare(ctx)
  await setPage(prepared.page ?? {})
  const items = (prepared.page?.items ?? page.items).map((item) => ({ ...item, revision: 1 }))
  const wanted = onPage({ items, ...prepared.draft })
  const { landing_slug: _slug, ...inCart } = wanted
  const seen = await validateOrder(ctx, wanted)
  expect(seen).toEqual(await validateOrder(ctx, inCart))
  expect(seen.problems).toEqual([])
})

test('sold out: the page says so like the cart', async () => {
  const [sku] = await db.select().from(product_sku).where(eq(product_sku.id, 101))
  await db.update(product_sku).set({ stock: 1 }).where(eq(product_sku.id, 101))
  expect((await validateOrder(await member(), onPage())).problems).toMatchObject([{ product_sku_id: 101 }])
  await db.update(product_sku).set({ stock: sku!.stock }).where(eq(product_sku.id, 101))
})

test('the same key with another page is another order, which is refused', async () => {
  const ctx = await member()
  const request = await confirmedOrderInput(ctx, onPage(), { idempotency_key: randomUUID() })
  await placeOrder(ctx, request)
  const { landing_slug: _, ...other } = request
  await expect(placeOrder(ctx, other)).rejects.toMatchObject({ error: 'ERROR_IDEMPOTENCY_KEY_REUSED' })
})

test('the shop may change it to other goods afterwards', async () => {
  const ctx = await member()
  const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, onPage()))
  await setPage({ visible: false })
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  const desk = await operatorContext(db, 'manager', { ports: testContext(db).ports })
  const shown = await showOrder(desk, { id: order!.id })
  await changeOrder(desk, {
    id: order!.id,
    version: shown.version,
    delivery_notes: '',
    delivery_id: 1,
    delivery_time_id: null,
    delivery_date: null,
    adjustment_amount: 0,
    shipping_address: shown.shipping_address!,
    items: asChosenItems(ofSku(105)),
    decision_reason: 'お電話で承りました',
    notify: false,
  })
  const [after] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  expect(after).toMatchObject({ landing_slug: 'oil' })
})

test.each([
  ['the page', { landing_slug: 'oil' }, '/sh/lp/oil', 'カート'],
  ['the cart', {}, '/sh/cart', 'お申し込みのページ'],
])('the mail about a refused payment leads back to %s', async (_, more, path, not) => {
  const ctx = await member()
  const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft({ items: oil, ...more })))
  const [order] = await db
    .update(orders)
    .set({ status: 'payment_pending' })
    .where(eq(orders.order_no, order_no))
    .returning()
  const [row] = await db
    .update(payment)
    .set({ payment_method_id: 1, state: 'redirected' })
    .where(eq(payment.order_id, order!.id))
    .returning()
  await db.transaction((tx) =>
    orderPaymentSubject.declined(tx, ctx, order!, row!, { refusal: 'declined' } as never, true),
  )
  const mail = (await loadQueuedMails(db)).find(
    ({ subject }) => subject?.includes('確定していません') && subject.includes(order_no),
  )
  expect(mail?.text).toContain(path)
  expect(mail?.text).not.toContain(not)
})
