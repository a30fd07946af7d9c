import { openDatabase } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { delivery } from '@kushi/db/schema/delivery'
import { product, product_sku } from '@kushi/db/schema/product'
import { shop } from '@kushi/db/schema/shop'
import { testDatabase } from '@kushi/db/testing'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { testContext } from '../../../testing/context.ts'
import { loadCartItems } from './load-cart-items.ts'
import { loadDiscountRates } from './load-terms.ts'
import { type QuoteRequest, quotePurchase } from './quote.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const ctx = testContext(db)

const oil = { product_sku_id: 101, quantity: 1 }
const comb = { product_sku_id: 121, quantity: 1 }
const towel = { product_sku_id: 130, quantity: 1 }
const tea = { product_sku_id: 133, quantity: 1 }
const ask = (items: QuoteRequest['items'], more: Partial<QuoteRequest> = {}, context = ctx) =>
  quotePurchase(context, { items, is_subscription: false, ...more })
const memberId = async (email: string) =>
  (
    await db
      .select()
      .from(customer)
      .where(and(eq(customer.email, email), eq(customer.shop_id, 2)))
  )[0]!.id

describe('the quote of the seeded shop', () => {
  test('a guest, one bottle', async () => {
    const { items, summary, problems, refusal } = await ask([oil])
    expect(items).toMatchObject([
      {
        id: 101,
        product_name: '純椿油「しずく」',
        product_image: 'large/camellia-oil-6',
        set_item_name1: '無香料',
        price: 2420,
        subtotal: 2420,
        is_product_sku_valid: true,
        is_out_stock: false,
      },
    ])
    expect(summary).toEqual({
      gifts: [],
      later_gifts: [],
      cool_fee: 0,
      gift_fee: 0,
      points: null,
      subtotal: 2420,
      discount_amount: 0,
      discounts: [],
      delivery_fee: 660,
      payment_fee: 0,
      adjustment_amount: 0,
      payment_total: 3080,
      tax_total: 280,
      tax_lines: [{ tax_rate: 10, total: 3080, tax: 280 }],
      delivery_id: 1,
      delivery_free_amount: 6600,
      free_remaining: 4180,
      bundled_flag: true,
      is_remote_island: false,
      following: null,
      later: [],
      promotions: [],
      notes: [],
    })
    expect([problems, refusal]).toEqual([[], null])
  })

  test('an item shows the picture of its choice, otherwise the first of its product', async () => {
    const yuzu = { product_sku_id: 103, quantity: 1 }
    const { items } = await ask([yuzu, comb])
    expect(items.map(({ product_image }) => product_image)).toEqual(['large/camellia-oil-7', 'large/boxwood-comb-1'])
  })

  test('a subscription: first and following delivery, cash on delivery', async () => {
    const { items, summary } = await ask([oil, tea], { is_subscription: true, payment_method_id: null })
    expect(items.map(({ price, following_price, subscription }) => [price, following_price, subscription])).toEqual([
      [1936, 2178, 1],
      [1458, 1458, 1],
    ])
    expect(summary).toMatchObject({ subtotal: 3394, delivery_fee: 660, payment_fee: 330, payment_total: 4384 })
    expect(summary.following).toMatchObject({ subtotal: 3636, payment_total: 4626 })
    expect(summary.following!.tax_lines.map((part) => part.tax_rate)).toEqual([10, 8])
  })

  test('a yearly payment includes delivery, and its later deliveries cost nothing', async () => {
    const { items, summary } = await ask([{ product_sku_id: 127, quantity: 1 }], {
      is_subscription: true,
      payment_method_id: null,
    })
    expect(items[0]).toMatchObject({ price: 2057, following_price: 0, subtotal: 24_684 })
    expect(summary).toMatchObject({ payment_total: 25_124, delivery_fee: 0, payment_fee: 440, free_remaining: 0 })
    expect(summary.following).toMatchObject({ payment_total: 0, payment_fee: 0, tax_total: 0 })
  })

  test.each([
    ['taro@example.com', 0],
    ['hanako@example.com', 396],
    ['itsuki@example.com', 660],
  ])('%s has a rank discount of %i', async (email, discount_amount) => {
    const member = testContext(db, { customer_id: await memberId(email) })
    const { items, summary } = await ask([comb], {}, member)
    expect(summary.discount_amount).toBe(discount_amount)
    expect(items[0]!.discount_amount).toBe(discount_amount)
  })

  test('メール便 only when all is light, and of itself where it costs less', async () => {
    const chosen = async (items: QuoteRequest['items'], delivery_id?: number) => {
      const { summary } = await ask(items, { delivery_id })
      return [summary.delivery_id, summary.delivery_fee, summary.bundled_flag]
    }
    expect(await chosen([towel])).toEqual([2, 275, false])
    expect(await chosen([towel], 1)).toEqual([1, 660, false])
    expect(await chosen([towel], 2)).toEqual([2, 275, false])
    expect(await chosen([towel, oil], 2)).toEqual([1, 660, false])
    expect((await chosen([{ ...towel, quantity: 99 }], 2))[0]).toBe(1)
    expect(await chosen([towel], 3)).toEqual([1, 660, false])
    expect((await chosen([oil]))[2]).toBe(true)
  })

  test('the fee is that of the prefecture, more to an island', async () => {
    const fee = async (to: Pick<QuoteRequest, 'pref_id' | 'postal_code'>) => (await ask([oil], to)).summary.delivery_fee
    expect(await fee({})).toBe(660)
    expect(await fee({ pref_id: 13, postal_code: '1000001' })).toBe(660)
    expect(await fee({ pref_id: 1, postal_code: '0600001' })).toBe(990)
    expect(await fee({ pref_id: 15, postal_code: '9521311' })).toBe(1210)
    expect(await fee({ pref_id: 47, postal_code: '9070004' })).toBe(1870)
    // Carriers go by the postcode: a nearer prefecture beside it is no lower fee.
    expect(await fee({ pref_id: 13, postal_code: '0600001' })).toBe(990)
    expect(await fee({ pref_id: 13, postal_code: '9070004' })).toBe(1870)
  })

  test('no insert is added to a parcel to a remote island', async () => {
    const { summary } = await ask([oil], { postal_code: '9521311' })
    expect(summary).toMatchObject({ is_remote_island: true, bundled_flag: false })
  })

  test('a total of ten digits is shown, with the reason why it cannot be ordered', async () => {
    const { summary, refusal } = await ask([{ product_sku_id: 120, quantity: 99_999 }])
    expect(summary.payment_total).toBe(16_500 * 99_999)
    expect(refusal?.message).toBe('合計金額が10億円以上になるため、ご注文いただけません。')
  })

  test('an empty cart', async () => {
    const { items, summary } = await ask([])
    expect(items).toEqual([])
    expect(summary).toMatchObject({ payment_total: 0, delivery_fee: 0, free_remaining: 6600 })
  })
})

describe('what is not sold', () => {
  test('hidden product, hidden SKU, wrong sale type: named, without a price', async () => {
    const asked = [134, 108, 118].map((product_sku_id) => ({ product_sku_id, quantity: 1 }))
    const { items, summary, problems } = await ask([...asked, oil])
    expect(
      items.map(({ id, is_product_sku_valid, price, subtotal }) => [id, is_product_sku_valid, price, subtotal]),
    ).toEqual([
      [134, false, 0, 0],
      [108, false, 0, 0],
      [118, false, 0, 0],
      [101, true, 2420, 2420],
    ])
    expect(items[0]).toMatchObject({ product_name: '純椿油「しずく」沈丁花', visible: false })
    expect(summary.payment_total).toBe(3080)
    expect(problems.map((problem) => problem.error)).toEqual(['not_sold', 'not_sold', 'not_sold'])
  })

  test('an SKU of another shop, or an unknown one, is left out and reported', async () => {
    const { items, problems } = await ask([
      { product_sku_id: 501, quantity: 1 },
      { product_sku_id: 999_999, quantity: 1 },
    ])
    expect(items).toEqual([])
    expect(problems.map(({ product_sku_id, error }) => [product_sku_id, error])).toEqual([
      [501, 'not_sold'],
      [999_999, 'not_sold'],
    ])
    const wholesale = testContext(db, { shop_id: 3 })
    expect((await ask([{ product_sku_id: 501, quantity: 1 }], {}, wholesale)).items).toHaveLength(1)
  })
})

test('a cart: in the order of the request, the same SKU of the same tab once', async () => {
  const items = await loadCartItems(ctx, [
    { ...comb, subscription: 0 },
    { ...oil, subscription: 0 },
    { ...oil, subscription: 1 },
    { ...oil, quantity: 2, subscription: 0 },
    { ...oil, quantity: 0, subscription: 0 },
  ])
  expect(items.map(({ id, subscription, quantity, price }) => [id, subscription, quantity, price])).toEqual([
    [121, 0, 1, 13_200],
    [101, 0, 3, 2420],
    [101, 1, 1, 1936],
  ])
})

test('inside a transaction its own writes are loaded', async () => {
  await db
    .transaction(async (tx) => {
      await tx.update(product_sku).set({ price: 1 }).where(eq(product_sku.id, 101))
      const { summary } = await quotePurchase({ ...ctx, db: tx }, { items: [oil], is_subscription: false })
      expect(summary.subtotal).toBe(1)
      tx.rollback()
    })
    .catch(() => undefined)
  expect((await ask([oil])).summary.subtotal).toBe(2420)
})

describe('settings of the shop', () => {
  test('a rank that the shop does not use or the member does not have, or that has ended, gives no discount', async () => {
    const customer_id = await memberId('itsuki@example.com')
    const discount = async () => (await ask([comb], {}, testContext(db, { customer_id }))).summary.discount_amount
    const ofShop = (values: Partial<typeof shop.$inferInsert>) => db.update(shop).set(values).where(eq(shop.id, 2))
    await ofShop({ customer_rank_operation_end_date: '2026-11-22' })
    expect(await discount()).toBe(660)
    await ofShop({ customer_rank_operation_end_date: '2026-11-21' })
    expect(await discount()).toBe(0)
    await ofShop({ customer_rank_operation_end_date: null, customer_rank_use_flag: false })
    expect(await discount()).toBe(0)
    await ofShop({ customer_rank_use_flag: true })
    await db.update(customer).set({ customer_rank_id: null }).where(eq(customer.id, customer_id))
    expect(await discount()).toBe(0)
  })

  test('a hidden delivery method is not priced; a hidden product is left out', async () => {
    await db.update(delivery).set({ visible: false }).where(eq(delivery.id, 2))
    expect((await ask([towel], { delivery_id: 2 })).summary.delivery_id).toBe(1)
    await db.update(product).set({ visible: false }).where(eq(product.id, 1))
    expect((await ask([oil])).items[0]).toMatchObject({ is_product_sku_valid: false, visible: false })
  })
})

describe('SKUs requested at the same moment', () => {
  const itemsOf = (product_sku_id: number, context = ctx) =>
    loadCartItems(context, [{ product_sku_id, quantity: 1, subscription: 0 }])

  test('are read by one query per shop, and each request gets its own', async () => {
    const query = vi.spyOn(database.pool, 'query')
    const asked = [itemsOf(101), itemsOf(121), itemsOf(101), itemsOf(101, testContext(db, { shop_id: 3 }))]
    const ids = (await Promise.all(asked)).map((found) => found.map(({ id }) => id))
    expect(ids).toEqual([[101], [121], [101], []])
    expect(query).toHaveBeenCalledTimes(2)
    query.mockRestore()
  })

  test('are read again for a request that comes after the query began', async () => {
    const [before] = await itemsOf(121)
    const first = itemsOf(121)
    await new Promise(setImmediate)
    await db
      .update(product_sku)
      .set({ price: before!.price + 10 })
      .where(eq(product_sku.id, 121))
    const [after] = await itemsOf(121)
    expect(after!.price).toBe(before!.price + 10)
    await first
    await db.update(product_sku).set({ price: before!.price }).where(eq(product_sku.id, 121))
  })
})

test('the ranks of buyers at the same moment are one plan, however many they are', async () => {
  const one = openDatabase(database.url, { max: 1 })
  // With few members PostgreSQL reads them all, by any plan.
  await db.execute(sql`insert into customer (shop_id, email, name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id,
    addr01, addr02, addr03, phone_number) select 2, 'rank' || n || '@example.com', '試験', '花子', 'しけん', 'はなこ', '248', '0006', 14,
    '鎌倉市小町', '0-0-0', '', '09000000000' from generate_series(1, 20000) n`)
  await db.execute(sql`analyze customer`)
  try {
    const terms = (await db.select().from(shop).where(eq(shop.id, 2)))[0]!
    for (let n = 1; n <= 12; n++) await loadDiscountRates({ ...ctx, db: one.db }, terms, [n])
    const { rows } = await one.pool.query<{ generic: number; custom: number }>(
      `select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements
       where statement like '%"customer_rank"."discount_rate"%'`,
    )
    // PostgreSQL tries five first.
    expect(rows).toEqual([{ generic: 7, custom: 5 }])
  } finally {
    await one.close()
  }
})
