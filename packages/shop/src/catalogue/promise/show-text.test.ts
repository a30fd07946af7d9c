import { delivery, delivery_prefecture_fee } from '@kushi/db/schema/delivery'
import { message_text } from '@kushi/db/schema/message'
import { product } from '@kushi/db/schema/product'
import { shop, shop_content } from '@kushi/db/schema/shop'
import { testDatabase } from '@kushi/db/testing'
import { unknownPlaceholderNames } from '@kushi/values/promise'
import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { loadMessageText } from '../../messaging/message/index.ts'
import { testContext } from '../../testing/context.ts'
import { insertMembers } from '../../testing/order.ts'
import { quotePurchase } from '../price/index.ts'
import { getProduct } from '../product/get-product.ts'
import { quoteSkus } from '../product/quote-skus.ts'
import { showContent } from './show-text.ts'

const database = await testDatabase()
afterAll(database.close)
const { db } = database
const ctx = testContext(db)
const page = async (name: string) => (await showContent(ctx, { name })).html

const feeTo = async (postal_code: string, pref_id: number) => {
  const items = [{ product_sku_id: 101, quantity: 1, revision: 1 }]
  const { summary } = await quotePurchase(ctx, { items, is_subscription: false, postal_code, pref_id })
  return summary.delivery_fee
}

test('石垣 1,870, 佐渡 1,210, 北海道 990: the pages say what is charged', async () => {
  const said = await page('defrayal')
  expect([await feeTo('9070004', 47), await feeTo('9520011', 15), await feeTo('0600001', 1)]).toEqual([1870, 1210, 990])
  for (const amount of ['660円', '990円', '1,320円', '550円']) expect(said).toContain(amount)
  for (const name of ['defrayal', 'faq']) expect(await page(name)).not.toMatch(/全国一律660円|全国同じ/)
})

test('a member sees the fee of where they live, before any address is asked for; a guest that of 東京', async () => {
  const [id] = await insertMembers(db, 1, { postal_code01: '060', postal_code02: '0001', pref_id: 1 })
  const asked = { product_sku_ids: ['101:1'], is_subscription: false }
  const fee = async (customer_id: number | null, more = {}) =>
    (await quoteSkus(testContext(db, { customer_id } as never), { ...asked, ...more })).summary.delivery_fee
  expect([await fee(null), await fee(id!), await fee(id!, { pref_id: 47 })]).toEqual([660, 990, 1320])
})

test('a fee that changes is said at once, in pages, products and mails', async () => {
  await db.insert(message_text).values({
    shop_id: 2,
    kind: 'order_received',
    subject: 'ご注文',
    body: '{宛名}\n{返品の条件}{送料無料の条件}',
    updated_at: new Date(),
  })
  await db
    .update(delivery)
    .set({ flat_rate_delivery_fee: 700 })
    .where(and(eq(delivery.shop_id, 2), eq(delivery.id, 1)))
  await db.delete(delivery_prefecture_fee).where(eq(delivery_prefecture_fee.shop_id, 2))
  await db.update(shop).set({ delivery_free_amount: 8_000, return_days: 14 }).where(eq(shop.id, 2))
  await db
    .update(product)
    .set({ return_note: '', questions: [{ question: '返品は?', answer: '{返品の期限}です。' }] })
    .where(and(eq(product.shop_id, 2), eq(product.id, 1)))
  expect(await page('faq')).toContain('700円')
  const said = await page('faq')
  // 660円 is also a fee of cash on delivery.
  for (const former of ['990円', '1,320円', '6,600円']) expect(said).not.toContain(former)
  expect(await page('banner')).toContain('8,000円(税込)以上')
  expect((await getProduct(ctx, { id: 1 })).questions[0]?.answer).toBe('商品が届いてから14日以内です。')
  const mail = await loadMessageText(db, 2, 'order_received')
  expect(mail.body).toContain('{宛名}')
  expect(mail.body).toContain('14日以内')
  expect(mail.body).toContain('8,000円(税込)以上')
  expect((await loadMessageText(db, 3, 'order_received')).body).not.toContain('14日以内')
})

test('every block of the demo exists', async () => {
  const rows = await db.select().from(shop_content)
  expect(rows.length).toBeGreaterThan(10)
  for (const { name, shop_id, html } of rows) expect(unknownPlaceholderNames(html), `${shop_id}/${name}`).toEqual([])
})
