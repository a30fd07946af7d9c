import type { OrderDraft } from '@kushi/contract/order'
import type { OfferAnswers } from '@kushi/contract/order-offer'
import { landing_page } from '@kushi/db/schema/landing-page'
import { orders } from '@kushi/db/schema/order'
import { order_offer, order_offer_answer } from '@kushi/db/schema/order-offer'
import { product_sku } from '@kushi/db/schema/product'
import { promotion } from '@kushi/db/schema/promotion'
import { shop } from '@kushi/db/schema/shop'
import { testDatabase } from '@kushi/db/testing'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { adjustPoints } from '../../catalogue/point/admin/points.ts'
import type { Input, MemberContext } from '../../context.ts'
import {
  addOrderOffer,
  changeOrderOffer,
  deleteOrderOffer,
  getOrderOffer,
  listOrderOffers,
} from '../../operation/configuration/admin/order-offers.ts'
import { testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { makeReadCountingDb } from '../../testing/reads.ts'
import { showOrderOffers } from '../offer/show-offers.ts'
import { placeOrder } from './place-order.ts'
import { validateOrder } from './validate-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const OIL = 101
const SHAMPOO = 105
const REFILL = 125
const YEARLY = 127
const SET = 128
const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
const desk = await operatorContext(db, 'manager')
async function member() {
  const [customer_id] = await insertMembers(db, 1)
  return testContext(db, { customer_id: customer_id!, settings }) as MemberContext
}

const shampoo = {
  offer_place: 'beside' as const,
  title: 'ご一緒にいかがですか',
  text: '',
  visible: true,
  opens_at: null,
  closes_at: null,
  sort_no: 10,
  cart_type: 0 as const,
  product_sku_id: SHAMPOO,
  quantity: 1,
  for_sku_ids: [],
  landing_slug: '',
  take_within_minutes: null,
}
const subscription = {
  ...shampoo,
  offer_place: 'instead' as const,
  title: '定期便なら',
  cart_type: 1 as const,
  product_sku_id: OIL,
  for_sku_ids: [OIL],
}
const offer = (more: Partial<Parameters<typeof addOrderOffer>[1]> = {}) =>
  addOrderOffer(desk, { ...shampoo, ...more }).then(({ id }) => id)

type Asked = Partial<Input<'GET /v1/order/offers'>>
const asked = (more: Asked = {}): Input<'GET /v1/order/offers'> => ({
  product_sku_ids: [`${OIL}:1`],
  is_subscription: false,
  delivery_method_id: 1,
  postal_code: '2480006',
  pref_id: 14,
  payment_method_id: 'null',
  ...more,
})
const shownTo = async (ctx: MemberContext, more: Asked = {}) => (await showOrderOffers(ctx, asked(more))).items

const goods = (...ids: number[]) => ids.map((product_sku_id) => ({ product_sku_id, quantity: 1, revision: 1 }))
const answer = (order_offer_id: number, more: Partial<OfferAnswers[number]> = {}): OfferAnswers => [
  { order_offer_id, offer_place: 'beside', is_taken: true, instead_of: null, ...more },
]
const single = { product_sku_id: OIL, quantity: 1, is_subscription: false }
const every = { subscription_division_id: 3, param1: 45, param2: null, param3: null } as const
/** 定期便 instead of one oil. */
const asSubscription = (id: number, more: Partial<OfferAnswers[number]> = {}): Partial<OrderDraft> => ({
  is_subscription: true,
  delivery_pattern: every,
  payment_method_id: null,
  items: goods(OIL),
  offer_answers: answer(id, { offer_place: 'instead', instead_of: single, ...more }),
})

const page = {
  shop_id: 2,
  slug: 'oil',
  title: '椿油',
  visible: true,
  successor: '',
  cart_type: 0 as const,
  items: [{ product_sku_id: OIL, quantity: 1 }],
  intervals: [],
  adcd: '',
  thanks: '',
  blocks: [],
} satisfies typeof landing_page.$inferInsert

beforeEach(async () => {
  await db.delete(order_offer_answer)
  await db.delete(order_offer)
  await db.update(shop).set({ order_offer_flag: false })
  await db.update(promotion).set({ status: 'stopped' })
  await db.delete(landing_page)
  await db.insert(landing_page).values(page)
})

test('a shop without any pays no query', async () => {
  const { db: counted, readsOf } = makeReadCountingDb(database)
  const ctx = { ...testContext(db, { settings }), db: counted }
  const tables = async () => (await readsOf(() => showOrderOffers(ctx, asked()))).flatMap((reads) => [...reads.keys()])
  expect(new Set(await tables())).toEqual(new Set(['shop']))
  await offer()
  expect(await tables()).toContain('order_offer')
})

test('beside: the price in this order; taken, the order is as if its goods had been in the cart', async () => {
  const ctx = await member()
  const id = await offer()
  const [shown] = await shownTo(ctx)
  const before = await validateOrder(ctx, testOrderDraft())
  const both = testOrderDraft({ items: goods(OIL, SHAMPOO), offer_answers: answer(id) })
  const after = await validateOrder(ctx, both)
  const { offer_answers: _, ...inCart } = both
  expect({ ...after, offered: null }).toEqual({ ...(await validateOrder(ctx, inCart)), offered: null })
  expect(shown).toMatchObject({
    offer_place: 'beside',
    item: { id: SHAMPOO, price: 2640 },
    without: { payment_total: before.summary.payment_total },
    with: { payment_total: after.summary.payment_total },
  })
  const [taken] = await shownTo(ctx, { product_sku_ids: [`${OIL}:1`, `${SHAMPOO}:1`], taken: [id] })
  expect(taken).toEqual(shown)

  const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, both))
  const [row] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  expect(await db.select().from(order_offer_answer)).toMatchObject([
    {
      order_id: row!.id,
      offer_place: 'beside',
      order_offer_id: id,
      is_taken: true,
      total_before: before.summary.payment_total,
      total_after: after.summary.payment_total,
    },
  ])
})

test('instead: both totals of the first delivery and of three; taken, it is a 定期便 as chosen in the cart', async () => {
  const ctx = await member()
  const id = await offer(subscription)
  const [shown] = await shownTo(ctx)
  const once = await validateOrder(ctx, testOrderDraft())
  const wanted = testOrderDraft(asSubscription(id))
  const contract = await validateOrder(ctx, wanted)
  const [second] = contract.summary.later
  const first = contract.summary.payment_total
  expect(shown).toMatchObject({
    offer_place: 'instead',
    is_subscription: true,
    item: { id: OIL, price: 1936, following_price: 2178 },
    without: { payment_total: once.summary.payment_total, three_total: once.summary.payment_total * 3 },
    with: { payment_total: first, three_total: first + 2 * second!.payment_total },
  })
  const { offer_answers: _, ...inCart } = wanted
  expect({ ...contract, offered: null }).toEqual({ ...(await validateOrder(ctx, inCart)), offered: null })
  const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, wanted))
  const [row] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  expect(row!.subscription_id).not.toBeNull()
  expect(await db.select().from(order_offer_answer)).toMatchObject([
    { offer_place: 'instead', is_taken: true, total_before: once.summary.payment_total, total_after: first },
  ])
})

test('of several that fit the first is shown, one a place; the list counts what came of it', async () => {
  const ctx = await member()
  const second = await offer({ sort_no: 20, product_sku_id: SET })
  const first = await offer({ sort_no: 10 })
  const instead = await offer(subscription)
  expect((await shownTo(ctx)).map(({ order_offer_id }) => order_offer_id)).toEqual([first, instead])
  const refused = [
    ...answer(first, { is_taken: false }),
    ...answer(instead, { offer_place: 'instead', is_taken: false }),
  ]
  await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft({ offer_answers: refused })))
  const taken = await placeOrder(
    ctx,
    await confirmedOrderInput(ctx, testOrderDraft({ items: goods(OIL, SHAMPOO), offer_answers: answer(first) })),
  )
  const figures = async () =>
    new Map(
      (await listOrderOffers(desk, {})).items.map(({ id, shown, taken, taken_yen }) => [id, [shown, taken, taken_yen]]),
    )
  const [row] = await db.select().from(order_offer_answer).where(eq(order_offer_answer.is_taken, true))
  expect(await figures()).toEqual(
    new Map([
      [first, [2, 1, row!.total_after - row!.total_before]],
      [second, [0, 0, 0]],
      [instead, [1, 0, 0]],
    ]),
  )
  await db.update(orders).set({ status: 'cancelled' }).where(eq(orders.order_no, taken.order_no))
  expect((await figures()).get(first)).toEqual([1, 0, 0])
})

test.each<[string, Partial<typeof order_offer.$inferInsert>]>([
  ['hidden', { visible: false }],
  ['not open yet', { opens_at: new Date('2026-12-01T00:00:00Z') }],
  ['closed', { closes_at: new Date('2026-11-01T00:00:00Z') }],
  ['of a page on which it is not ordered', { landing_slug: 'oil' }],
  ['for other goods', { for_sku_ids: [102] }],
  ['for 定期便', { cart_type: 1 }],
  ['of other goods than those added', { product_sku_id: 106 }],
])(
  'one that is %s is not shown, and refused beside its box by an order that took it; not taken, it is no matter',
  async (_, change) => {
    const ctx = await member()
    const id = await offer()
    await db.update(order_offer).set(change).where(eq(order_offer.id, id))
    const took = testOrderDraft({ items: goods(OIL, SHAMPOO), offer_answers: answer(id) })
    await expect(validateOrder(ctx, took)).rejects.toMatchObject({
      status: 422,
      fields: [{ path: 'offer_answers.beside' }],
    })
    if (!('product_sku_id' in change)) {
      expect(await shownTo(ctx)).toEqual([])
      await placeOrder(
        ctx,
        await confirmedOrderInput(ctx, testOrderDraft({ offer_answers: answer(id, { is_taken: false }) })),
      )
      expect(await db.select().from(order_offer_answer)).toEqual([])
    }
    const { offer_answers: _answers, ...without } = took
    expect((await validateOrder(ctx, without)).problems).toEqual([])
  },
)

test('cheats: another place, one of another shop, two of a place, a number that is not offered', async () => {
  const ctx = await member()
  const id = await offer()
  const other = await offer({ product_sku_id: SET })
  const refuses = (more: Partial<OrderDraft>, place = 'beside') =>
    expect(validateOrder(ctx, testOrderDraft(more))).rejects.toMatchObject({
      fields: [{ path: `offer_answers.${place}` }],
    })
  await refuses(
    { items: goods(OIL, SHAMPOO), offer_answers: answer(id, { offer_place: 'instead', instead_of: single }) },
    'instead',
  )
  await refuses({ items: goods(OIL, SHAMPOO, SET), offer_answers: [...answer(id), ...answer(other)] })
  await refuses({
    items: [...goods(OIL), { product_sku_id: SHAMPOO, quantity: 3, revision: 1 }],
    offer_answers: answer(id),
  })
  await db.update(order_offer).set({ shop_id: 3 }).where(eq(order_offer.id, id))
  await refuses({ items: goods(OIL, SHAMPOO), offer_answers: answer(id) })
})

test('on a 申し込みページ its goods may have what was taken beside or instead, and nothing else', async () => {
  const ctx = await member()
  const here = { landing_slug: 'oil' }
  const everywhere = await offer()
  const ofPage = await offer({ ...here, product_sku_id: SET, sort_no: 1 })
  const instead = await offer(subscription)
  expect((await shownTo(ctx, here)).map(({ order_offer_id }) => order_offer_id)).toEqual([ofPage, instead])
  expect((await shownTo(ctx)).map(({ order_offer_id }) => order_offer_id)).toEqual([everywhere, instead])
  const placed = await placeOrder(
    ctx,
    await confirmedOrderInput(ctx, testOrderDraft({ ...here, items: goods(OIL, SET), offer_answers: answer(ofPage) })),
  )
  expect(placed.status).toBe('received')
  await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft({ ...here, ...asSubscription(instead) })))
  const refused = (more: Partial<OrderDraft>, path: string) =>
    expect(validateOrder(ctx, testOrderDraft({ ...here, ...more }))).rejects.toMatchObject({ fields: [{ path }] })
  await refused({ items: goods(OIL, SET) }, 'landing_slug')
  await refused({ items: goods(OIL, SET), offer_answers: answer(ofPage, { is_taken: false }) }, 'landing_slug')
  await refused({ items: goods(OIL, SHAMPOO, SET), offer_answers: answer(ofPage) }, 'landing_slug')
  const lied = { product_sku_id: OIL, quantity: 1, is_subscription: false }
  await db.update(landing_page).set({ items: [{ product_sku_id: 102, quantity: 1 }] })
  await refused(asSubscription(instead, { instead_of: lied }), 'landing_slug')
})

const setSku = (id: number, change: Partial<typeof product_sku.$inferInsert>) =>
  db
    .update(product_sku)
    .set(change)
    .where(and(eq(product_sku.shop_id, 2), eq(product_sku.id, id)))

test.each<[string, () => Promise<{ offered?: Partial<typeof shampoo>; asks?: Asked; after?: () => Promise<unknown> }>]>(
  [
    [
      'goods that are sold out',
      async () => {
        await setSku(SHAMPOO, { stock: 0 })
        return { after: () => setSku(SHAMPOO, { stock: 180 }) }
      },
    ],
    [
      'more than the limit of a purchase',
      async () => {
        await setSku(SHAMPOO, { sale_limit: 1 })
        const more = await db.update(order_offer).set({ quantity: 2 })
        return { after: () => setSku(SHAMPOO, { sale_limit: 99 }).then(() => more) }
      },
    ],
    [
      'goods too large for the メール便 that was chosen',
      async () => ({ asks: { product_sku_ids: [`${REFILL}:1`], delivery_method_id: 2 } }),
    ],
    [
      'chilled goods where メール便 was chosen',
      async () => {
        await setSku(SHAMPOO, { temperature: 'chilled', light_flag: true })
        return {
          asks: { delivery_method_id: 2, product_sku_ids: [`${REFILL}:1`] },
          after: () => setSku(SHAMPOO, { temperature: 'normal' }),
        }
      },
    ],
    [
      'an order of 年払い',
      async () => ({
        offered: { cart_type: 1 as never },
        asks: { product_sku_ids: [`${YEARLY}:1`], is_subscription: true },
      }),
    ],
    ['an order that can’t be bought as it is', async () => ({ asks: { product_sku_ids: ['123:1'] } })],
  ],
)('not shown beside %s', async (_, prepare) => {
  const ctx = await member()
  const { offered = {}, asks = {}, after } = await prepare()
  const id = await offer(offered)
  await prepare()
  expect(await shownTo(ctx, asks)).toEqual([])
  await after?.()
  if (after) {
    await db.update(order_offer).set({ quantity: 1 }).where(eq(order_offer.id, id))
    expect(await shownTo(ctx, asks)).toHaveLength(1)
    await setSku(SHAMPOO, { light_flag: false })
  }
})

test('定期便 is not offered instead to who pays by PayPay or Amazon, nor on a page of such ways', async () => {
  const ctx = await member()
  await offer(subscription)
  expect(await shownTo(ctx, { payment_method_id: '1' })).toHaveLength(1)
  expect(await shownTo(ctx, { payment_method_id: '5' })).toEqual([])
  expect(await shownTo(ctx, { payment_method_id: '2' })).toEqual([])
  await db.update(landing_page).set({ payment_method_ids: [5, 6] })
  expect(await shownTo(ctx, { payment_method_id: '1', landing_slug: 'oil' })).toEqual([])
})

test.each<
  [string, (ctx: MemberContext) => Promise<{ draft?: Partial<OrderDraft>; offered?: Partial<typeof shampoo> }>]
>([
  ['a set', async () => ({ offered: { product_sku_id: SET } })],
  [
    'ギフト包装',
    async () => {
      const wrapping_offer = { wraps: [{ wrapping_name: 'リボン', wrapping_fee: 330 }], noshi: [], card_fee: 55 }
      await db.update(shop).set({ wrapping_offer }).where(eq(shop.id, 2))
      return { draft: { wrapping: { wrap: 'リボン', noshi: null, message_card: null } } }
    },
  ],
  ['a code', async () => ({ draft: { coupon_codes: [(await insertRunningPromotion(db)).code] } })],
  [
    'a promotion from an amount on',
    async () => {
      await insertRunningPromotion(db, {
        trigger: 'automatic',
        min_amount: 4_000,
        effect: { kind: 'percent', percent: 10 },
      })
      return {}
    },
  ],
  [
    '数量割引',
    async () => {
      await setSku(SHAMPOO, { quantity_prices: [{ from_pieces: 2, price: 2400, subscription_price: null }] })
      return { offered: { quantity: 2 } }
    },
  ],
  [
    '冷蔵',
    async () => {
      await setSku(SHAMPOO, { temperature: 'chilled' })
      return {}
    },
  ],
  [
    'points',
    async (ctx) => {
      await db.update(shop).set({ point_flag: true, point_rate: 1, point_least: 1, point_most_rate: 100 })
      await adjustPoints(desk, { id: ctx.customer_id, points: 500, reason: 'お詫び', balance: 0 })
      return { draft: { points: 300 } }
    },
  ],
])('beside × %s: shown, confirmed and ordered at one price', async (_, prepare) => {
  const ctx = { ...(await member()), cache: undefined } as unknown as MemberContext
  const { draft: more = {}, offered = {} } = await prepare(ctx)
  const id = await offer(offered)
  const [shown] = await shownTo(ctx, {
    ...(more.coupon_codes && { coupon_codes: more.coupon_codes }),
    ...(more.points && { points: more.points }),
    ...(more.wrapping && { gift_wrap: more.wrapping.wrap! }),
  })
  const { product_sku_id, quantity } = { ...shampoo, ...offered }
  const items = [...goods(OIL), { product_sku_id, quantity, revision: 1 }]
  const wanted = testOrderDraft({ ...more, items, offer_answers: answer(id) })
  const assessed = await validateOrder(ctx, wanted)
  expect(assessed.problems).toEqual([])
  expect(shown!.with.payment_total).toBe(assessed.summary.payment_total)
  const { order_no } = await placeOrder(ctx, await confirmedOrderInput(ctx, wanted))
  const [row] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  expect(row!.payment_total).toBe(shown!.with.payment_total)
  const [kept] = await db.select().from(order_offer_answer).where(eq(order_offer_answer.order_id, row!.id))
  expect([kept!.total_before, kept!.total_after]).toEqual([shown!.without.payment_total, row!.payment_total])
  await db.update(shop).set({ point_flag: false })
  await setSku(SHAMPOO, { quantity_prices: [], temperature: 'normal' })
})

test('where prices are for members only, a guest is shown nothing', async () => {
  await offer()
  await db.update(shop).set({ corporate_flag: true, price_visibility: 'approved' }).where(eq(shop.id, 2))
  const guest = testContext(db, { settings })
  await expect(showOrderOffers(guest, asked())).rejects.toMatchObject({ status: 403 })
  await db.update(shop).set({ corporate_flag: false, price_visibility: 'everybody' }).where(eq(shop.id, 2))
  expect((await showOrderOffers(guest, asked())).items).toHaveLength(1)
})

test.each([
  ['goods of no shop', { product_sku_id: 999_999 }, 'product_sku_id'],
  ['goods that are not sold so', { cart_type: 1 as const, product_sku_id: 123 }, 'product_sku_id'],
  ['年払い', { cart_type: 1 as const, product_sku_id: YEARLY }, 'product_sku_id'],
  ['more than a purchase may have', { product_sku_id: 134, quantity: 3 }, 'quantity'],
  ['for goods of no shop', { for_sku_ids: [999_999] }, 'for_sku_ids'],
  ['of a page that is not there', { landing_slug: 'none' }, 'landing_slug'],
])('%s is refused beside its field', async (_, change, path) => {
  await expect(offer(change)).rejects.toMatchObject({ status: 422, fields: [{ path }] })
})

test('the shop knows whether it has a visible one', async () => {
  const flag = async () => (await db.select().from(shop).where(eq(shop.id, 2)))[0]!.order_offer_flag
  const id = await offer({ visible: false })
  expect(await flag()).toBe(false)
  const { version } = await getOrderOffer(desk, { id })
  await changeOrderOffer(desk, { ...shampoo, id, version })
  expect(await flag()).toBe(true)
  await expect(changeOrderOffer(desk, { ...shampoo, id, version })).rejects.toMatchObject({ status: 409 })
  await deleteOrderOffer(desk, { id })
  expect(await flag()).toBe(false)
})
