/** The settings by which a shop would break the law: each is refused, or seen on 今日, or changes nothing that was promised. */
import { audit_event } from '@kushi/db/schema/operator'
import { product_sku } from '@kushi/db/schema/product'
import { shop, shop_content } from '@kushi/db/schema/shop'
import { testDatabase } from '@kushi/db/testing'
import { paymentNameWithKind } from '@kushi/values/payment-method'
import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProduct } from '../../catalogue/product/get-product.ts'
import type { OperatorContext } from '../../foundation/admin/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import { hasErrorPayment } from '../../people/customer/index.ts'
import { operatorContext } from '../../testing/operator.ts'
import { insertSubscribedMember } from '../../testing/subscription.ts'
import { showToday } from '../today/admin/show-today.ts'
import { changeContent, getAdminContent } from './admin/content.ts'
import { changePaymentSetting, listPaymentSettings } from './admin/payments.ts'
import { changeShopSetting, getShopSetting } from './admin/shop-setting.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
let ctx: OperatorContext
beforeAll(async () => {
  ctx = await operatorContext(db)
})

const today = async () => (await showToday(ctx, {} as never)).promises ?? []
const page = { name: 'faq', layout_code: 0 } as const

/** Types a sentence on the FAQ, looks at 今日, and takes it back. */
async function said(sentence: string): Promise<string[]> {
  const [row] = await db
    .select()
    .from(shop_content)
    .where(and(eq(shop_content.shop_id, 2), eq(shop_content.name, page.name), eq(shop_content.layout_code, 0)))
  const html = `${row!.html}<p>${sentence}</p>`
  const of = and(eq(shop_content.shop_id, 2), eq(shop_content.name, page.name), eq(shop_content.layout_code, 0))
  await db.update(shop_content).set({ html }).where(of)
  const found = await today()
  await db.update(shop_content).set({ html: row!.html }).where(of)
  return found.map((one) => one.said)
}

async function setting(more: object) {
  const { logo_url: _, running_subscriptions: __, ...values } = await getShopSetting(ctx, {} as never)
  return changeShopSetting(ctx, { ...values, corporate_words: '', ...more } as never)
}

test('the demo breaks none', async () => expect(await today()).toEqual([]))

test.each([
  ['a flat fee where prefectures and islands pay more', '送料は全国一律660円です。'],
  ['another fee than is charged', '宅配便の送料は500円です。'],
  ['free delivery from another amount', '5,000円以上で送料無料です。'],
  ['解約 at any time, where a delivery may be arranged', '定期便はいつでも解約できます。'],
  ['a later deadline than there is', 'お届けの3日前まで変更できます。'],
  ['other days for returns', '届いてから20日以内に返品を承ります。'],
  ['no refund of a yearly contract that has one', '途中で解約されても、返金はございません。'],
  ['退会 in マイページ where it is by phone', '退会は、マイページで承ります。'],
  ['another phone number', 'お電話(03-9999-9999)で承ります。'],
])('a page that says %s stands on 今日', async (_, sentence) => {
  expect(await said(sentence)).toHaveLength(1)
})

test('a 後払い without the name of its provider is refused: the consent names whom data goes to', async () => {
  const { items } = await listPaymentSettings(ctx, {} as never)
  const { payment_method_id: _, ...np } = items.find(({ payment_method_id }) => payment_method_id === 4)!
  await expect(changePaymentSetting(ctx, { ...np, visible: true, provider_name: '' })).rejects.toMatchObject({
    fields: [{ path: 'provider_name' }],
  })
})

test('the kind of a payment is seen whatever its name', () =>
  expect(paymentNameWithKind(4, 'らくらく払い')).toBe('らくらく払い(NP後払い)'))

test('the menu may hide 定期便, but not from a member whose contract runs, and the admin says how many', async () => {
  const { member } = await insertSubscribedMember(db, ctx)
  await db.update(shop).set({ menu_subscription_on: false }).where(eq(shop.id, 2))
  expect(await hasErrorPayment(member, {})).toMatchObject({ has_subscription: true })
  expect((await getShopSetting(ctx, {} as never)).running_subscriptions).toBeGreaterThan(0)
  await db.update(shop).set({ menu_subscription_on: true }).where(eq(shop.id, 2))
})

test('the law page of an open shop is emptied only by a second press that names what is missing', async () => {
  const law = { name: 'defrayal', layout_code: 0 } as const
  const { version } = await getAdminContent(ctx, law)
  const empty = { ...law, title: '特商法', html: '', version, accepts_missing: false, terms_version: undefined }
  await expect(changeContent(ctx, empty)).rejects.toMatchObject({ fields: [{ path: 'accepts_missing' }] })
})

test('a comparison with a price that was never charged is not proven, so no %OFF is shown', async () => {
  const [sku] = await db.select().from(product_sku).where(eq(product_sku.id, 101))
  await db.update(product_sku).set({ price: 50_000 }).where(eq(product_sku.id, 101))
  const shown = await getProduct(ctx, { id: sku!.product_id } as never)
  expect(shown.skus.find(({ id }) => id === 101)).toMatchObject({ is_price_proven: false })
  await db.update(product_sku).set({ price: sku!.price }).where(eq(product_sku.id, 101))
})

test.each([
  [
    '8 % for what is no food',
    'PUT /admin/v1/products/{id}',
    { subject: 'product_sku', before: { tax_rate: 10 }, after: { tax_rate: 8 } },
  ],
  [
    'words beyond a cosmetic’s effects',
    'PUT /admin/v1/products/{id}',
    { subject: 'product', before: {}, after: { description: '抜け毛に効く' } },
  ],
  [
    'an advert as 取引上のお知らせ',
    'POST /admin/v1/bulk-jobs/messages',
    { subject: 'bulk_job', after: { params: { body: '新商品のご案内' } }, is_notice: true },
  ],
])('%s is asked for with a second press, which the trail keeps', async (_, action, change) => {
  const about = { subject_id: 1, subject_name: '椿油', ...change }
  const by = { ...ctx, action }
  await expect(recordAudit(db, by, about)).rejects.toMatchObject({ status: 422, error: 'ERROR_CLAIMS' })
  await recordAudit(db, { ...by, claim_reason: '確かめました' }, about)
  const [last] = await db.select().from(audit_event).orderBy(desc(audit_event.id)).limit(1)
  expect(last).toMatchObject({ action, after: { claim_reason: '確かめました' } })
})

test('terms that a running contract was promised stay, whatever the setting becomes', async () => {
  const { id } = await insertSubscribedMember(db, ctx)
  const before = await database.pool.query('select arranged_before_days from subscription where id = $1', [id])
  await setting({ arranged_before_days: 14 })
  const after = await database.pool.query('select arranged_before_days from subscription where id = $1', [id])
  expect(after.rows).toEqual(before.rows)
  await setting({ arranged_before_days: 10 })
})
