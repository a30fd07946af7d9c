import { contract } from '@kushi/contract/contract'
import type { productSort } from '@kushi/contract/product'
import { customer } from '@kushi/db/schema/customer'
import { delivery_prefecture_fee } from '@kushi/db/schema/delivery'
import { price_history, product, product_related, product_sku } from '@kushi/db/schema/product'
import { shop } from '@kushi/db/schema/shop'
import { subscription, subscription_order_item } from '@kushi/db/schema/subscription'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { Input } from '../../context.ts'
import { validateOrder } from '../../sales/checkout/validate-order.ts'
import { testContext } from '../../testing/context.ts'
import { testOrderDraft } from '../../testing/order.ts'
import { recordPrices } from '../price-history/index.ts'
import { getProduct } from './get-product.ts'
import { listProducts } from './list-products.ts'
import { listBulkOrderSkus } from './order-table.ts'
import { quoteSkus } from './quote-skus.ts'
import { suggestSearchResults } from './suggest.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const ctx = testContext(db)

const list = (query: Partial<Input<'GET /v1/product'>> = {}, context = ctx) =>
  listProducts(context, { page: 1, per_page: 100, sort: 'recommended' as (typeof productSort)[number], ...query })
const ids = async (query: Partial<Input<'GET /v1/product'>>) => (await list(query)).items.map(({ id }) => id)

test('suggestions contain products, worries, categories and articles', async () => {
  const names = async (keyword: string, context = ctx) => {
    const { products, worries, categories, articles } = contract['GET /v1/product/suggestion'].response.parse(
      await suggestSearchResults(context, { keyword }),
    )
    return [products[0]?.product_name, worries[0]?.slug, categories[0]?.slug, articles[0]?.slug]
  }
  expect(await names('くし')).toEqual(['本つげ櫛', undefined, 'comb', 'which-comb'])
  expect(await names('ぱさつき')).toEqual(['純椿油「しずく」', 'dryness', undefined, undefined])
  expect(await names('  ')).toEqual([undefined, undefined, undefined, undefined])
  expect((await names('頭皮', testContext(db, { shop_id: 3 })))[1]).toBeUndefined()
})

describe('list', () => {
  test('visible products, in the contract’s form', async () => {
    const answer = contract['GET /v1/product'].response.parse(await list())
    expect(answer.total).toBe(15)
    expect(answer.items.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
    expect(answer.categories.map(({ slug }) => slug)).toEqual(['oil', 'wash', 'care', 'comb', 'living'])
    expect(answer.items[0]).toMatchObject({
      product_name: '純椿油「しずく」',
      product_image: { path: 'large/camellia-oil-1' },
      price_min: 2420,
      price_max: 4180,
      subscription_price_min: 2178,
      is_out_stock: false,
    })
    const brush = answer.items.find(({ id }) => id === 8)
    expect(brush).toMatchObject({ is_out_stock: true, subscription_price_min: null })
  })

  test.each([
    ['name', '手ぬぐい', [13]],
    ['katakana for hiragana', 'テヌグイ', [13]],
    ['half-width katakana', 'ｼｬﾝﾌﾟｰ', [2, 10]],
    ['hiragana for katakana', 'しゃんぷー', [2, 10]],
    ['kana of a name in kanji', 'つげぐし', [7]],
    ['category', '櫛とブラシ', [7, 8]],
    ['choice', '薄荷', [6]],
    ['worry, or what is called alike', '頭皮', [6, 2, 10]],
    ['full-width letters in small', '３００ｍＬ 柚子', [2]],
    ['all words', 'シャンプー 詰め替え', [10]],
    ['wildcards mean themselves', '%', []],
    ['nothing but spaces', '  ', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]],
    ['hiragana and kanji mixed', 'つばき油', [1, 11, 8, 12]],
    ['another word for it', 'クシ', [7, 8, 12]],
    ['another word', 'ヘアオイル', [1, 11, 8, 12]],
    ['what the shop calls otherwise', 'プレゼント', [12, 13, 14, 15]],
    ['an English word', 'brush', [7, 8]],
    ['a kind of goods', 'ヘアケア', [1, 2, 3, 4, 5, 6, 7, 8, 13]],
    ['romaji', 'tsubaki', [1, 11, 14, 15, 8, 12]],
    ['a long sound left out', 'シャンプ', [2, 10]],
    ['a wrong letter', 'シャンブー', [2, 10]],
    ['a letter too many', 'トリートトメント', [3]],
    ['letters that changed places', 'てぬいぐ', [13]],
    ['hidden', '沈丁花', []],
    ['quotes', "'; drop table product; --", []],
  ])('search by %s: %s', async (_, keyword, found) => {
    expect(await ids({ keyword })).toEqual(found)
  })

  test.each([...'—―─━−‒－'])('a word with the dash %s is the same word', async (dash) => {
    expect(await ids({ keyword: `ヘア${dash}オイル` })).toEqual(await ids({ keyword: 'ヘアオイル' }))
    await db
      .update(product)
      .set({ product_name: `謎${dash}言葉` })
      .where(eq(product.id, 13))
    expect(await list({ keyword: '謎言葉' })).toMatchObject({ is_approximate: false, total: 1 })
    await db.update(product).set({ product_name: '手ぬぐい' }).where(eq(product.id, 13))
  })

  test('an approximate match is reported', async () => {
    expect(await list({ keyword: 'シャンプー' })).toMatchObject({ is_approximate: false })
    expect(await list({ keyword: 'シャンブー' })).toMatchObject({ is_approximate: true, total: 2 })
    expect(await list({ keyword: '沈丁花' })).toMatchObject({ is_approximate: false, total: 0 })
  })

  test('the lump sum is returned and used for sorting', async () => {
    const { items } = await list({ sort: 'price_desc' })
    expect(items.find(({ id }) => id === 11)).toMatchObject({ lump_sum_price_min: 24_684 })
    expect(items[0]?.id).toBe(11)
    expect(items.find(({ id }) => id === 1)?.lump_sum_price_min).toBeNull()
  })

  test('text in full or half width is found by either', async () => {
    const write = (catch_copy: string) => db.update(product).set({ catch_copy }).where(eq(product.id, 12))
    const [before] = await db.select().from(product).where(eq(product.id, 12))
    await write('ＧＩＦＴ ﾗｯﾋﾟﾝｸﾞ')
    expect(await ids({ keyword: 'gift らっぴんぐ' })).toEqual([12])
    await write(before!.catch_copy)
  })

  test('filters', async () => {
    expect(await ids({ category: 'comb' })).toEqual([7, 8])
    expect(await ids({ category: 'wholesale-salon' })).toEqual([])
    expect(await ids({ sale_type: '2' })).toEqual([1, 2, 3, 4, 5, 6, 10, 11, 14, 15])
    expect(await ids({ sale_type: '1', category: 'care' })).toEqual([4, 5])
  })

  test('a worry has its own order and only its own products', async () => {
    expect(await ids({ worry: 'dryness' })).toEqual([4, 1, 3, 2, 5])
    expect((await ids({ worry: 'dryness', sort: 'new' }))[0]).toBe(5)
    expect(await ids({ worry: 'none' })).toEqual([])
    expect((await list()).worries.map(({ slug }) => slug)).toEqual([
      'frizz',
      'dryness',
      'volume',
      'dry-scalp',
      'grey-shine',
    ])
    expect((await list({}, testContext(db, { shop_id: 3 }))).worries).toEqual([])
  })

  test('order', async () => {
    expect((await ids({ sort: 'new' })).slice(0, 3)).toEqual([15, 14, 13])
    const prices = async (sort: 'price_asc' | 'price_desc', column: 'price_min' | 'price_max') =>
      (await list({ sort })).items.map((item) => item.lump_sum_price_min ?? item[column]!)
    const up = await prices('price_asc', 'price_min')
    expect(up).toEqual([...up].sort((a, b) => a - b))
    const down = await prices('price_desc', 'price_max')
    expect(down).toEqual([...down].sort((a, b) => b - a))
  })

  test('pages, and one past the end', async () => {
    const second = await list({ page: 2, per_page: 10 })
    expect([second.items.length, second.total, second.page]).toEqual([5, 15, 2])
    expect(await list({ page: 9, per_page: 10 })).toMatchObject({ items: [], total: 15 })
    expect(await list({ keyword: 'ない', page: 2 })).toMatchObject({ items: [], total: 0 })
  })

  test('another shop has its own', async () => {
    const { items, categories } = await list({}, testContext(db, { shop_id: 3 }))
    expect(items.map(({ id }) => id)).toEqual([51, 52, 53, 54, 55])
    expect(categories.map(({ id }) => id)).toEqual([11, 12])
  })
})

describe('detail', () => {
  const get = async (id: number, context = ctx) =>
    contract['GET /v1/product/detail/{id}'].response.parse(await getProduct(context, { id }))

  test('pictures in order, visible SKUs only, prices for both ways', async () => {
    const shampoo = await get(2)
    expect(shampoo.product_image.map(({ path }) => path)).toEqual([
      'large/shampoo-1',
      'shampoo-2',
      'shampoo-3',
      'shampoo-5',
      'shampoo-4',
      'large/shampoo-made',
    ])
    expect(shampoo.category).toEqual({ id: 2, category_name: '洗う', slug: 'wash' })
    expect(shampoo.skus.map(({ id }) => id)).toEqual([105, 106, 107, 109, 110])
    expect(shampoo.skus[0]).toMatchObject({ price: 2640, subscription_first_price: 2112, subscription_price: 2376 })
    expect(shampoo.skus[0]).not.toHaveProperty('stock')
    expect(shampoo.skus[0]).not.toHaveProperty('barcode')
    expect((await get(4)).skus[0]).toMatchObject({ subscription_first_price: 3168, subscription_price: 3168 })
    expect((await get(13)).skus[0]).toMatchObject({ subscription_first_price: null, subscription_price: null })
  })

  test('a barcode is returned if it is a JAN, not if it is the shop’s own', async () => {
    const shown = async (barcode: string) => {
      await db.update(product_sku).set({ barcode }).where(eq(product_sku.product_id, 15))
      return (await get(15)).skus.map(({ gtin }) => gtin)
    }
    expect(await shown('4901234567894')).toEqual(['4901234567894'])
    expect(await shown('2000000000015')).toEqual([null])
    expect(await shown('')).toEqual([null])
  })

  test('the number of pieces is returned only if it is few', async () => {
    expect((await get(7)).skus.map(({ stock_left, is_out_stock }) => [stock_left, is_out_stock])).toEqual([
      [3, false],
      [null, false],
      [null, false],
    ])
    expect((await get(8)).skus[0]).toMatchObject({ stock_left: null, is_out_stock: true })
  })

  test.each([
    ['hidden', 16, 2],
    ['unknown', 999, 2],
    ['of another shop', 51, 2],
    ['of this shop, asked for by another', 1, 3],
  ])('%s is not found', async (_, id, shop_id) => {
    await expect(get(id, testContext(db, { shop_id }))).rejects.toMatchObject({ status: 404, error: 'ERROR_NOT_FOUND' })
  })
})

describe('quote', () => {
  const ask = (query: Partial<Input<'GET /v1/product/sku/list'>>, context = ctx) =>
    quoteSkus(context, { product_sku_ids: [], is_subscription: false, ...query })

  test('items as id:quantity', async () => {
    const answer = await ask({ product_sku_ids: ['101:2', '101:1', '130:0'], payment_method_id: 'null' })
    expect(contract['GET /v1/product/sku/list'].response.parse(answer)).toMatchObject({
      items: [{ id: 101, quantity: 3, subtotal: 7260 }],
      summary: { payment_total: 7590, payment_fee: 330, free_remaining: 0 },
    })
    expect(contract['GET /v1/product/sku/list'].response.parse(answer).items[0]).not.toHaveProperty('stock')
  })

  test('prices and member ids sent by the client are ignored', async () => {
    const { summary } = await ask({
      product_sku_ids: ['101:1'],
      delivery_fee: '0',
      adjustment_amount: '-999',
      customer_id: '1',
    })
    expect(summary).toMatchObject({ delivery_fee: 660, adjustment_amount: 0, discount_amount: 0 })
  })

  test('without an address it is for 東京都; a postcode alone knows its prefecture', async () => {
    await db.insert(delivery_prefecture_fee).values({ shop_id: 2, delivery_id: 1, pref_id: 13, fee: 770 })
    const feeTo = async (to: Partial<Input<'GET /v1/product/sku/list'>>) =>
      (await ask({ product_sku_ids: ['101:1'], ...to })).summary.delivery_fee
    try {
      expect(await feeTo({})).toBe(770)
      const north = await feeTo({ pref_id: 1 })
      expect(north).toBeGreaterThan(770)
      expect(await feeTo({ postal_code: '0600001' })).toBe(north)
      expect(await feeTo({ postal_code: '2480006' })).toBe(660)
      // A prefecture that the postcode excludes decides no fee.
      expect(await feeTo({ postal_code: '2480006', pref_id: 1 })).toBe(660)
    } finally {
      await db.delete(delivery_prefecture_fee).where(eq(delivery_prefecture_fee.pref_id, 13))
    }
  })

  test('no item, an unknown item, only unknown items', async () => {
    expect((await ask({})).summary.payment_total).toBe(0)
    expect((await ask({ product_sku_ids: ['101:1', '999:1'] })).items).toHaveLength(1)
    await expect(ask({ product_sku_ids: ['999:1', '501:1'] })).rejects.toMatchObject({ error: 'ERROR_NOT_FOUND' })
  })

  test('the next delivery of a running subscription, for its member only', async () => {
    const [member, other] = await db.select().from(customer).where(eq(customer.shop_id, 2)).limit(2)
    const { name01, name02, kana01, kana02, postal_code01, postal_code02, pref_id, addr01, addr02, phone_number } =
      member!
    const [row] = await db
      .insert(subscription)
      .values({
        name01,
        name02,
        kana01,
        kana02,
        postal_code01,
        postal_code02,
        pref_id,
        addr01,
        addr02,
        phone_number,
        shop_id: 2,
        customer_id: member!.id,
        summary_status: 1,
        delivery_id: 1,
        subscription_division_id: 3,
        param1: 30,
        next_delivery_date: '2026-12-20',
        next_next_delivery_date: '2027-01-19',
        delivery_fee: 660,
        adjustment_amount: -100,
        payment_method_id: null,
        cycle: 2,
      })
      .returning()
    await db
      .insert(subscription_order_item)
      .values({ shop_id: 2, subscription_id: row!.id, product_sku_id: 101, quantity: 1, following_price: 2178 })
    const query = { product_sku_ids: ['105:1'], subscription_id: row!.id }
    const { summary } = await ask(query, testContext(db, { customer_id: member!.id }))
    expect(summary).toMatchObject({ subtotal: 2376, adjustment_amount: -100, payment_fee: 330 })
    for (const context of [ctx, testContext(db, { customer_id: other!.id })])
      await expect(ask(query, context)).rejects.toMatchObject({ status: 404 })
  })
})

describe('prices for approved accounts only', () => {
  const salon = async () => (await db.select().from(customer).where(eq(customer.email, 'salon@example.com')))[0]!.id
  const as = (customer_id: number | null) => testContext(db, { shop_id: 3, customer_id } as never)
  const hide = (price_visibility: 'everybody' | 'approved') =>
    db.update(shop).set({ price_visibility }).where(eq(shop.id, 3))

  test('other callers see no price in any call, nor by sorting', async () => {
    const member = await salon()
    const open = await list({}, as(null))
    await hide('approved')
    try {
      const [other] = await db.select().from(customer).where(eq(customer.shop_id, 2)).limit(1)
      for (const asking of [as(null), as(other!.id)]) {
        const { items } = contract['GET /v1/product'].response.parse(await list({ sort: 'price_desc' }, asking))
        expect(items.map(({ id }) => id)).toEqual(open.items.map(({ id }) => id))
        for (const item of items)
          expect([item.price_min, item.price_max, item.subscription_price_min]).toEqual([null, null, null])
        const { skus } = contract['GET /v1/product/detail/{id}'].response.parse(await getProduct(asking, { id: 51 }))
        for (const sku of skus)
          expect([sku.price, sku.subscription_first_price, sku.subscription_price]).toEqual([null, null, null])
        const query = { product_sku_ids: [`${skus[0]!.id}:1`], is_subscription: false }
        const refused = { status: 403, error: 'ERROR_SUPPLIER_NOT_APPROVED' }
        await expect(quoteSkus(asking, query)).rejects.toMatchObject(refused)
        await expect(validateOrder(asking, testOrderDraft())).rejects.toMatchObject(refused)
      }
      expect((await list({}, as(member))).items).toEqual(open.items)
      const [sku] = (await getProduct(as(member), { id: 51 })).skus
      expect(sku!.price).toBeGreaterThan(0)
      expect(await quoteSkus(as(member), { product_sku_ids: [`${sku!.id}:1`], is_subscription: false })).toHaveProperty(
        'items',
      )
    } finally {
      await hide('everybody')
    }
  })

  test('a shop open to everyone shows its prices', async () => {
    await db.update(shop).set({ price_visibility: 'approved' }).where(eq(shop.id, 2))
    expect((await list()).items[0]!.price_min).toBe(2420)
    await db.update(shop).set({ price_visibility: 'everybody' }).where(eq(shop.id, 2))
  })
})

test('related products: the shop’s visible choice in its order, otherwise others of the category', async () => {
  const related = async (id: number) => (await getProduct(ctx, { id })).related.map((one) => one.id)
  expect(await related(1)).toEqual([7, 2, 3, 12])
  await db.update(product).set({ visible: false }).where(eq(product.id, 2))
  expect(await related(1)).toEqual([7, 3, 12])
  await db.update(product).set({ visible: true }).where(eq(product.id, 2))
  await db.delete(product_related).where(eq(product_related.product_id, 1))
  expect(await related(1)).toEqual([11])
})

test('a shop’s story is served without scripts', async () => {
  const story_html = '<h3>種</h3><script>alert(1)</script><p onclick="x()">拾う</p>'
  await db.update(product).set({ story_html }).where(eq(product.id, 1))
  expect((await getProduct(ctx, { id: 1 })).story_html).toBe('<h3>種</h3><p>拾う</p>')
})

test('a product with nothing visible left is neither listed nor shown', async () => {
  await db.update(product_sku).set({ visible: false }).where(eq(product_sku.product_id, 13))
  await db.update(product).set({ visible: false }).where(eq(product.category_id, 4))
  const { items, categories } = await list()
  expect(items.map(({ id }) => id)).not.toContain(13)
  expect(categories.map(({ slug }) => slug)).not.toContain('comb')
  await expect(getProduct(ctx, { id: 13 })).rejects.toMatchObject({ status: 404 })
})

test('a price that was raised is no measure at once, nor one that the shop has never noted', async () => {
  const proven = async () => (await getProduct(ctx, { id: 1 })).skus.map(({ is_price_proven }) => is_price_proven)
  expect(await proven()).toEqual([true, true, true, true])
  await db.transaction(async (tx) => {
    await tx.update(product_sku).set({ price: 50_000 }).where(eq(product_sku.id, 101))
    await recordPrices(tx, ctx, [1])
    await recordPrices(tx, ctx, [1])
  })
  const noted = await db.select().from(price_history).where(eq(price_history.product_sku_id, 101))
  expect(noted.map(({ price }) => price)).toEqual([2420, 50_000])
  expect(await proven()).toEqual([false, true, true, true])
  await db.transaction(async (tx) => {
    await tx.update(product_sku).set({ price: 2420 }).where(eq(product_sku.id, 101))
    await recordPrices(tx, ctx, [1])
  })
  expect(await proven()).toEqual([true, true, true, true])
  await db.delete(price_history).where(eq(price_history.product_sku_id, 101))
  expect(await proven()).toEqual([false, true, true, true])
})

test('the table to order in: what is sold once, in the shop’s order, for those who may see prices', async () => {
  const [salon] = await db.select({ id: customer.id }).from(customer).where(eq(customer.email, 'salon@example.com'))
  const theirs = testContext(db, { shop_id: 3, customer_id: salon!.id })
  const { items } = contract['GET /v1/product/order-table'].response.parse(await listBulkOrderSkus(theirs, {}))
  expect(items[0]).toMatchObject({
    product_id: 51,
    product_code: 'TW-OIL-N030-24',
    set_item_name2: '24本',
    price: 34_848,
  })
  const ofConsumers = (await listBulkOrderSkus(testContext(db, { customer_id: 1 }), {})).items.map(
    ({ product_id }) => product_id,
  )
  expect(ofConsumers).toContain(1)
  // 年払い is subscribed to, and never bought once.
  expect(ofConsumers).not.toContain(11)
  await db.update(shop).set({ price_visibility: 'approved' }).where(eq(shop.id, 3))
  await db.update(customer).set({ approved_at: null }).where(eq(customer.id, salon!.id))
  await expect(listBulkOrderSkus(theirs, {})).rejects.toMatchObject({
    status: 403,
    error: 'ERROR_SUPPLIER_NOT_APPROVED',
  })
  await db.update(shop).set({ price_visibility: 'everybody' }).where(eq(shop.id, 3))
})

test('a label names the company as the settings do', async () => {
  const of = (label_maker: string) =>
    db.update(product).set({ label_kind: 'goods', label_maker }).where(eq(product.id, 1))
  const [before] = await db.select().from(product).where(eq(product.id, 1))
  await of('{販売業者} {所在地}')
  const { product_label } = await getProduct(ctx, { id: 1 })
  const maker = product_label.find(({ field }) => field === 'label_maker')!.text
  expect(maker).toMatch(/^株式会社 椿野 .*東京都大島町/)
  const { label_kind, label_maker } = before!
  await db.update(product).set({ label_kind, label_maker }).where(eq(product.id, 1))
})
