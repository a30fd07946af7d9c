import { setTimeout as sleep } from 'node:timers/promises'
import { PromotionInput } from '@kushi/contract/admin/promotion'
import { orders } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { promotion, promotion_code, promotion_use } from '@kushi/db/schema/promotion'
import { rate_limit } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { listDiscounts } from '@kushi/values/promotion'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, afterEach, expect, test } from 'vitest'
import { quoteSkus } from '../../catalogue/product/quote-skus.ts'
import { changePromotion, showPromotion } from '../../catalogue/promotion/admin/promotions.ts'
import { loadPromotionOffers, releasePromotionUses } from '../../catalogue/promotion/index.ts'
import type { MemberContext } from '../../context.ts'
import { testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { asChosenItems, confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { cancelOrder } from '../fulfilment/cancel-order.ts'
import { creditItemsOfRequest, loadOrderWithCredits } from '../order/internal/credit-order.ts'
import { loadOrderItems } from '../order/internal/order-row.ts'
import { refuseOrder } from '../order/internal/refuse-order.ts'
import { repriceOrder } from '../order/internal/reprice-order.ts'
import { placeOrder } from './place-order.ts'
import { validateOrder } from './validate-order.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
// An automatic promotion of one test is none of another.
afterEach(() => db.update(promotion).set({ status: 'stopped' }))

const settings = { ...testContext(db).settings, rate_limit_factor: 0 }
const nobodyElse = async () => ({ certain: [], possible: [] })
const members = async (count: number) =>
  (await insertMembers(db, count)).map((customer_id) => testContext(db, { customer_id, settings }) as MemberContext)
const member = async () => (await members(1))[0]!
const buy = async (ctx: MemberContext, coupon_codes: string[]) =>
  placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft({ coupon_codes })))
const liveUses = (promotion_id: number) =>
  db
    .select()
    .from(promotion_use)
    .where(and(eq(promotion_use.promotion_id, promotion_id), isNull(promotion_use.released_at)))
const countersOf = async (id: number) =>
  (
    await db
      .select({ used: promotion.used, spent_yen: promotion.spent_yen })
      .from(promotion)
      .where(eq(promotion.id, id))
  )[0]

test.each([
  ['of a code', { trigger: 'code' as const, max_uses: 1 }, null],
  ['of a single code among many', { trigger: 'code' as const }, 1],
  ['of an automatic promotion (vendure #4353)', { trigger: 'automatic' as const, max_uses: 1 }, null],
  ['of a budget', { trigger: 'code' as const, budget_yen: 1 }, null],
])(
  'vendure #4660, saleor #15855, shopware #11245, shopper #510: 100 checkouts together, the last use %s: one wins, 99 read why',
  async (_, more, perCode) => {
    await db.update(product_sku).set({ stock: 1000 }).where(eq(product_sku.id, 101))
    const { id, code } = await insertRunningPromotion(db, more, perCode)
    const buyers = await members(100)
    const requests = await Promise.all(
      buyers.map(async (ctx) =>
        confirmedOrderInput(ctx, testOrderDraft({ coupon_codes: more.trigger === 'code' ? [code] : [] })),
      ),
    )
    const results = await Promise.allSettled(requests.map((request, n) => placeOrder(buyers[n]!, request)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of results)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({
          status: 409,
          error: 'ERROR_PROMOTION_ENDED',
          message: expect.stringContaining('ご利用が上限に達したため終了しました'),
        })
    expect(await liveUses(id)).toHaveLength(1)
    expect(await db.$count(orders, eq(orders.discount_amount, 500))).toBeGreaterThanOrEqual(1)
    // Who comes later reads it before pressing anything.
    const later = await validateOrder(await member(), testOrderDraft({ coupon_codes: [code] }))
    expect(later.summary.discount_amount).toBe(0)
  },
  60_000,
)

test('once a person: two presses of two carts at once; the second reads why', async () => {
  const { id, code } = await insertRunningPromotion(db, { audience: 'once' })
  const ctx = await member()
  const requests = [
    await confirmedOrderInput(ctx, testOrderDraft({ coupon_codes: [code] })),
    await confirmedOrderInput(ctx, testOrderDraft({ coupon_codes: [code] })),
  ]
  const results = await Promise.allSettled(requests.map((request) => placeOrder(ctx, request)))
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await liveUses(id)).toHaveLength(1)
  const { summary } = await validateOrder(ctx, testOrderDraft({ coupon_codes: [code] }))
  expect(summary.promotions).toMatchObject([
    { is_applied: false, message: expect.stringContaining('おひとり様1回限り') },
  ])
  expect(summary.payment_total).toBe(3410)
})

test('vendure #1466, shopware #8575: a cancelled order gives its use back, in the same transaction', async () => {
  const { id, code } = await insertRunningPromotion(db, { audience: 'once', max_uses: 1 }, 1)
  const ctx = await member()
  const { order_no } = await buy(ctx, [code])
  expect(await countersOf(id)).toEqual({ used: 1, spent_yen: 500 })
  await cancelOrder(ctx, { order_no, keep_subscription: false, notify: false })
  expect(await liveUses(id)).toEqual([])
  expect(await countersOf(id)).toEqual({ used: 0, spent_yen: 0 })
  expect(
    await db.select({ used: promotion_code.used }).from(promotion_code).where(eq(promotion_code.code, code)),
  ).toEqual([{ used: 0 }])
  await buy(ctx, [code])
  expect(await liveUses(id)).toHaveLength(1)
})

test('a first limit that is set while a use is given back counts without it', async () => {
  const { id, code } = await insertRunningPromotion(db)
  const ctx = await member()
  const { order_no } = await buy(ctx, [code])
  const operator = await operatorContext(db)
  const { version, ...now } = await showPromotion(operator, { id })
  const limited = { ...PromotionInput.parse({ ...now, max_uses: 5 }), id, version }
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  const edited = await db.transaction(async (tx) => {
    await releasePromotionUses(tx, ctx, order!)
    const edit = changePromotion(operator, limited)
    await Promise.race([edit, sleep(500)])
    return { edit }
  })
  await edited.edit
  expect(await countersOf(id)).toEqual({ used: 0, spent_yen: 0 })
})

test('an order whose payment is refused gives its use back', async () => {
  const { id, code } = await insertRunningPromotion(db, { max_uses: 1 })
  const ctx = await member()
  const { order_no } = await buy(ctx, [code])
  await db.transaction(async (tx) => {
    const [order] = await tx
      .update(orders)
      .set({ status: 'payment_pending' })
      .where(eq(orders.order_no, order_no))
      .returning()
    await refuseOrder(tx, ctx, order!)
  })
  expect(await liveUses(id)).toEqual([])
  expect(await countersOf(id)).toEqual({ used: 0, spent_yen: 0 })
})

test('an order that could not be written used nothing', async () => {
  const { id, code } = await insertRunningPromotion(db, { max_uses: 5 })
  const ctx = await member()
  const request = await confirmedOrderInput(ctx, testOrderDraft({ coupon_codes: [code] }))
  await db.update(product_sku).set({ stock: 0 }).where(eq(product_sku.id, 101))
  await expect(placeOrder(ctx, request)).rejects.toMatchObject({ status: 409 })
  await db.update(product_sku).set({ stock: 1000 }).where(eq(product_sku.id, 101))
  expect(await countersOf(id)).toEqual({ used: 0, spent_yen: 0 })
})

test('the order keeps which promotion gave how much, divided over both tax rates; the invoice names it', async () => {
  const { id, code } = await insertRunningPromotion(db, {
    promotion_name: '開店祝い',
    effect: { kind: 'yen', yen: 1000 },
  })
  const ctx = await member()
  const items = [
    { product_sku_id: 101, quantity: 1, revision: 1 },
    { product_sku_id: 133, quantity: 1, revision: 1 },
  ]
  const { order_no } = await placeOrder(
    ctx,
    await confirmedOrderInput(ctx, testOrderDraft({ items, coupon_codes: [code] })),
  )
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  const sold = await loadOrderItems(db, order!)
  expect(sold.map(({ promotions }) => promotions[0]?.promotion_id)).toEqual([id, id])
  expect(sold.reduce((sum, item) => sum + item.discount_amount, 0)).toBe(1000)
  expect(order!.tax_lines.reduce((sum, { total }) => sum + total, 0)).toBe(order!.payment_total)
  expect(listDiscounts(sold)).toEqual([{ name: '開店祝い', amount: 1000 }])
})

test('what applied, what did not and why, and what is missing', async () => {
  const open = await insertRunningPromotion(db, { promotion_name: '全品' })
  const big = await insertRunningPromotion(db, { promotion_name: 'まとめ買い', min_amount: 3000 })
  const other = await insertRunningPromotion(db, { promotion_name: 'ほかの商品', product_ids: [999] })
  const ended = await insertRunningPromotion(db, { promotion_name: '夏', ends_at: new Date('2026-08-31T15:00:00Z') })
  const ctx = testContext(db, { settings })
  const { summary } = await quoteSkus(ctx, {
    product_sku_ids: ['101:1'],
    is_subscription: false,
    coupon_codes: [open.code.toLowerCase(), big.code, other.code, ended.code, 'NANIKA'],
  })
  expect(
    summary.promotions.map(({ promotion_name, is_applied, message }) => [promotion_name, is_applied, message]),
  ).toEqual([
    ['全品', true, ''],
    ['まとめ買い', false, 'あと¥580のご購入で、¥500引きになります。'],
    ['ほかの商品', false, '対象の商品がカートにありません。'],
    ['NANIKA', false, 'クーポン「NANIKA」は見つかりません。文字をお確かめください。'],
    ['夏', false, '「夏」は、2026/09/01 00:00で終了しました。'],
  ])
  expect(summary.discount_amount).toBe(500)
})

test('guessing at codes is limited, and the cart stays usable; codes that exist are not counted', async () => {
  await db.delete(rate_limit)
  const { code } = await insertRunningPromotion(db)
  const ctx = testContext(db, { ip: '203.0.113.9', user_agent: 'guesser' })
  const ask = (coupon_codes: string[]) =>
    quoteSkus(ctx, { product_sku_ids: ['101:1'], is_subscription: false, coupon_codes })
  for (let n = 0; n < 30; n++) await ask([code])
  const guesses = await Promise.all(Array.from({ length: 30 }, (_, n) => ask([`GUESS${n}`])))
  const messages = guesses.map(({ summary }) => summary.promotions[0]!.message)
  expect(messages.filter((message) => message.includes('見つかりません'))).toHaveLength(20)
  expect(messages.filter((message) => message.includes('短い時間に'))).toHaveLength(10)
  const { summary } = await ask([code])
  expect([summary.discount_amount, summary.payment_total]).toEqual([0, 3080])
})

test('codes are counted, not requests: five in one are five guesses', async () => {
  await db.delete(rate_limit)
  const { code } = await insertRunningPromotion(db)
  const ctx = testContext(db, { ip: '203.0.113.12', user_agent: 'guesser of many' })
  const ask = (coupon_codes: string[]) =>
    quoteSkus(ctx, { product_sku_ids: ['101:1'], is_subscription: false, coupon_codes })
  const five = (n: number) => Array.from({ length: 5 }, (_, k) => `GUESS${n}X${k}`)
  const guesses = await Promise.all(Array.from({ length: 10 }, (_, n) => ask(five(n))))
  const tried = guesses.flatMap(({ summary }) =>
    summary.promotions.filter(({ message }) => message.includes('見つかりません')),
  )
  expect(tried.length).toBeLessThanOrEqual(20)
  for (const n of [11, 12, 13, 14]) await ask(five(n))
  expect((await ask([code])).summary.discount_amount).toBe(0)
})

test('an unknown code that stays in a cart is one guess, however often the cart asks; another one counts again', async () => {
  await db.delete(rate_limit)
  const { code } = await insertRunningPromotion(db)
  const ctx = testContext(db, { ip: '203.0.113.11', user_agent: 'a cart with a wrong code' })
  const ask = (coupon_codes: string[]) =>
    quoteSkus(ctx, { product_sku_ids: ['101:1'], is_subscription: false, coupon_codes })
  for (let n = 0; n < 60; n++) await ask(['WRONG', code])
  expect((await ask(['WRONG', code])).summary.discount_amount).toBe(500)
  // 19 are left.
  for (let n = 0; n < 18; n++) await ask([`GUESS${n}`])
  expect((await ask([code])).summary.discount_amount).toBe(500)
  for (let n = 18; n < 30; n++) await ask([`GUESS${n}`])
  expect((await ask([code])).summary.discount_amount).toBe(0)
})

test('a member is not held up by somebody else who guesses with the same kind of phone behind the same address', async () => {
  await db.delete(rate_limit)
  const { code } = await insertRunningPromotion(db)
  const [one, other] = await insertMembers(db, 2)
  const device = { ip: '203.0.113.10', user_agent: 'the same phone' }
  const ask = (customer_id: number, coupon: string) =>
    quoteSkus(testContext(db, { ...device, customer_id }), {
      product_sku_ids: ['101:1'],
      is_subscription: false,
      coupon_codes: [coupon],
    })
  for (let n = 0; n < 25; n++) await ask(one!, `GUESS${n}`)
  expect((await ask(one!, code)).summary.discount_amount).toBe(0)
  expect((await ask(other!, code)).summary.discount_amount).toBeGreaterThan(0)
})

test('blocks-utilities #306: a code does not survive a change of goods that it is not for', async () => {
  const { code } = await insertRunningPromotion(db, { product_ids: [1] })
  const ctx = await member()
  const request = await confirmedOrderInput(ctx, testOrderDraft({ coupon_codes: [code] }))
  const changed = { ...request, items: [{ product_sku_id: 121, quantity: 1, revision: 1 }] }
  await expect(placeOrder(ctx, changed)).rejects.toMatchObject({ status: 409 })
})

test('shop 3 knows no code of shop 2', async () => {
  const { code } = await insertRunningPromotion(db)
  const { offers, refused } = await loadPromotionOffers(
    testContext(db, { shop_id: 3 }),
    { coupon_codes: [code] },
    nobodyElse,
  )
  expect(offers).toEqual([])
  expect(refused).toMatchObject([{ promotion_id: null, coupon_code: code }])
})

test('sonata-project-ecommerce #177: what comes back is refunded at the price that was paid, also below the minimum', async () => {
  const { code } = await insertRunningPromotion(db, { min_amount: 4000, effect: { kind: 'yen', yen: 1000 } })
  const ctx = await member()
  const items = [{ product_sku_id: 101, quantity: 2, revision: 1 }]
  const { order_no } = await placeOrder(
    ctx,
    await confirmedOrderInput(ctx, testOrderDraft({ items, coupon_codes: [code] })),
  )
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  const sale = await loadOrderWithCredits(db, order!)
  const [item] = sale.items
  const [line] = creditItemsOfRequest(sale, { items: [{ order_item_id: item!.id, quantity: 1 }] })
  expect(line).toMatchObject({ amount: (2 * 2420 - 1000) / 2, tax_rate: 10 })
})

test('an operator’s change of an old order keeps its promotion, though the promotion has ended', async () => {
  const { id, code } = await insertRunningPromotion(db, { effect: { kind: 'percent', percent: 10 } })
  const ctx = await member()
  const { order_no } = await buy(ctx, [code])
  await db.update(promotion).set({ status: 'stopped' }).where(eq(promotion.id, id))
  const [order] = await db.select().from(orders).where(eq(orders.order_no, order_no))
  const sold = await loadOrderItems(db, order!)
  const wanted = { ...order!, shipping_address: order!, items: asChosenItems([{ product_sku_id: 101, quantity: 2 }]) }
  const { amounts, items } = await repriceOrder(ctx, order!, sold, wanted)
  expect(amounts.discount_amount).toBe(484)
  expect(items![0]!.promotions).toMatchObject([{ promotion_id: id, discount_amount: 484 }])
})
