import { masterDataNames } from '@kushi/contract/setting'
import { shop_payment } from '@kushi/db/schema/delivery'
import { shop_content } from '@kushi/db/schema/shop'
import { article, home_block } from '@kushi/db/schema/story'
import { testDatabase } from '@kushi/db/testing'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { showArticle, showContent, showHome } from '../../catalogue/promise/show-text.ts'
import { listPaymentMethods } from '../../sales/payment/list-payment-methods.ts'
import { testContext } from '../../testing/context.ts'
import { listArticles } from './content.ts'
import { listMasterData } from './list-master-data.ts'
import { getMenu, getMypageShopSettings, getShop } from './shop.ts'
import { validateEmail } from './validate-email.ts'

const database = await testDatabase()
afterAll(database.close)
const ctx = testContext(database.db)

test('every list of the master data is filled, in its order', async () => {
  const { items } = await listMasterData(ctx, { name: [...masterDataNames] })
  for (const name of masterDataNames) expect(items.filter((item) => item.name === name).length, name).toBeGreaterThan(1)
  const prefectures = items.filter(({ name }) => name === 'prefecture')
  expect([prefectures.length, prefectures[0]?.label, prefectures[46]?.label]).toEqual([47, '北海道', '沖縄県'])
  expect(items.find(({ name, sort_no }) => name === 'delivery_note' && sort_no === 6)?.label).toContain('自由記入')
  expect(items.filter(({ name }) => name === 'sex').map(({ id }) => id)).toEqual([1, 2, null])
  expect(await listMasterData(ctx, { name: [] })).toEqual({ items: [] })
})

test('the shop, its menu, and no other shop', async () => {
  expect(await getShop(ctx, { shop_id: 2 })).toMatchObject({ id: 2, shop_name: '椿野', delivery_free_amount: 6600 })
  expect(await getMypageShopSettings(ctx, {})).toMatchObject({ id: 2 })
  expect(await getMenu(ctx, {})).toMatchObject({ menu_mypage_top_on: true, menu_payment_on: true })
  await expect(getShop(ctx, { shop_id: 3 })).rejects.toMatchObject({ status: 404 })
  expect(await getShop(testContext(database.db, { shop_id: 3 }), { shop_id: 3 })).toMatchObject({
    corporate_flag: true,
  })
})

describe('payment methods', () => {
  const ask = async (input: Parameters<typeof listPaymentMethods>[1]) => (await listPaymentMethods(ctx, input)).items

  test('the visible ones, with the fee for the amount', async () => {
    expect(await ask({ amount: 10_000 })).toMatchObject([
      { payment_method_id: 1, payment_name: 'クレジットカード', fee: 0, is_available: true, reason: null },
      { payment_method_id: null, payment_name: '代金引換', fee: 440, is_available: true, reason: null },
    ])
    expect(await ask({ visible: true })).toHaveLength(2)
    expect((await ask({ amount: 0 }))[1]!.fee).toBe(0)
  })

  test('the highest amount counts with the fee', async () => {
    expect((await ask({ amount: 298_900 }))[1]).toMatchObject({ fee: 1100, is_available: true })
    expect((await ask({ amount: 298_901 }))[1]).toMatchObject({
      is_available: false,
      reason: 'お支払い金額が¥300,000を超えるため、代金引換はご利用いただけません。',
    })
  })

  test('those that the shop does not offer now can be asked for, and not be used', async () => {
    const cash = and(eq(shop_payment.shop_id, 2), isNull(shop_payment.payment_method_id))
    await database.db.update(shop_payment).set({ visible: false }).where(cash)
    const reason = '現在お取り扱いしていないお支払い方法です。'
    expect(await ask({ visible: false })).toMatchObject([{ payment_method_id: null, is_available: false, reason }])
    expect(await ask({})).toHaveLength(1)
    await database.db.update(shop_payment).set({ visible: true }).where(cash)
  })

  test('no cash on delivery into a letterbox', async () => {
    expect((await ask({ delivery_id: 2 })).map(({ is_available }) => is_available)).toEqual([true, false])
  })

  test('another shop has its own', async () => {
    const { items } = await listPaymentMethods(testContext(database.db, { shop_id: 3 }), {})
    expect(items.map(({ payment_method_id }) => payment_method_id)).toEqual([1])
  })
})

test.each([
  ['hanako@gmail.com', true, null],
  ['hanako@gmial.com', true, 'hanako@gmail.com'],
  ['hanako@', false, null],
])('%s is valid: %s, meant: %s', async (email, is_valid, suggestion) => {
  expect(await validateEmail(ctx, { email })).toEqual({ is_valid, suggestion })
})

describe('content', () => {
  test('for the layout, else for every layout', async () => {
    await database.db.insert(shop_content).values([
      { shop_id: 2, name: 'notice', layout_code: 0, title: '', html: '<p>どこでも</p>' },
      { shop_id: 2, name: 'notice', layout_code: 14, title: '', html: '<p>携帯</p><script>alert(1)</script>' },
    ])
    const html = async (layout_code?: number) => (await showContent(ctx, { name: 'notice', layout_code })).html
    expect(await html()).toBe('<p>どこでも</p>')
    expect(await html(12)).toBe('<p>どこでも</p>')
    expect(await html(14)).toBe('<p>携帯</p>')
  })

  test('pages of the seed; none of another shop, none unknown', async () => {
    expect(await showContent(ctx, { name: 'defrayal', layout_code: 12 })).toMatchObject({
      title: '特定商取引法に基づく表記',
    })
    for (const [shop_id, name] of [
      [2, 'nothing'],
      [3, 'notice'],
    ] as const)
      await expect(showContent(testContext(database.db, { shop_id }), { name })).rejects.toMatchObject({ status: 404 })
  })
})

test('the first page has what its shop shows, in its order', async () => {
  await database.db
    .update(home_block)
    .set({ visible: false })
    .where(and(eq(home_block.shop_id, 2), eq(home_block.kind, 'offer')))
  const kinds = async (shop_id: number) =>
    (await showHome(testContext(database.db, { shop_id }), {})).items.map(({ kind }) => kind)
  expect(await kinds(2)).toEqual(['hero', 'story', 'story', 'story', 'voices', 'goods', 'journal', 'line'])
  expect(await kinds(3)).toEqual(['hero', 'goods', 'offer'])
})

test('読みもの: shown ones whose day has come, the newest first, without scripts', async () => {
  const today = ctx.clock.today()
  const row = (slug: string, published_on: string, visible = true) => ({
    shop_id: 2,
    slug,
    published_on,
    visible,
    title: slug,
    lead: '',
    image_path: null,
    image_alt: '',
    html: '<p>油</p><script>alert(1)</script>',
  })
  await database.db.delete(article)
  await database.db
    .insert(article)
    .values([row('old', '2020-01-01'), row('new', today), row('later', '2999-01-01'), row('hidden', today, false)])
  const { items, total } = await listArticles(ctx, { page: 1, per_page: 1 })
  expect([items.map(({ slug }) => slug), total]).toEqual([['new'], 2])
  expect((await showArticle(ctx, { slug: 'old' })).html).toBe('<p>油</p>')
  for (const slug of ['later', 'hidden', 'none'])
    await expect(showArticle(ctx, { slug })).rejects.toMatchObject({ status: 404 })
  await expect(showArticle(testContext(database.db, { shop_id: 3 }), { slug: 'old' })).rejects.toMatchObject({
    status: 404,
  })
})
