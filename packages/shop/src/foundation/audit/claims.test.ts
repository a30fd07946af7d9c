import { audit_event } from '@kushi/db/schema/operator'
import { testDatabase } from '@kushi/db/testing'
import { desc } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { operatorContext } from '../../testing/operator.ts'
import { recordAudit } from './index.ts'

const { db, close } = await testDatabase()
afterAll(close)
const manager = await operatorContext(db, 'manager')
/** Of a call that a change is made by. */
const by = (action: string) => ({ ...manager, action })
const ctx = by('PUT /admin/v1/worries')
const worry = { subject: 'worry', subject_id: 1, subject_name: '悩み' }
const last = async () => (await db.select().from(audit_event).orderBy(desc(audit_event.id)).limit(1))[0]

test('a restricted word is refused beside its field, until a second press gives a reason, which the trail keeps', async () => {
  const change = { ...worry, before: { title: 'つや' }, after: { title: '抜け毛に効く' } }
  await expect(recordAudit(db, ctx, change)).rejects.toMatchObject({
    status: 422,
    error: 'ERROR_CLAIMS',
    fields: [
      { path: 'title', message: expect.stringContaining('抜け毛') },
      { path: 'title', message: expect.stringContaining('効く') },
    ],
  })
  await recordAudit(db, { ...ctx, claim_reason: '説明文の引用' }, change)
  expect(await last()).toMatchObject({ after: { title: '抜け毛に効く', claim_reason: '説明文の引用' } })
})

test('a word that was there before, another kind of change, and the words that sell in an advert pass', async () => {
  await recordAudit(db, ctx, { ...worry, before: { lead: '抜け毛' }, after: { title: '抜け毛の季節' } })
  await recordAudit(db, ctx, { subject: 'order', subject_id: 1, subject_name: '注文', after: { note: '抜け毛に効く' } })
  const mail = {
    subject: 'bulk_job',
    subject_id: 1,
    subject_name: '一斉送信',
    after: { params: { body: '新商品のご案内' } },
  }
  const bulk = by('POST /admin/v1/bulk-jobs/messages')
  await recordAudit(db, bulk, mail)
  await expect(recordAudit(db, bulk, { ...mail, is_notice: true })).rejects.toMatchObject({ error: 'ERROR_CLAIMS' })
})

test('a rate of 8 % that is new asks whether it is food', async () => {
  const sku = { subject: 'product_sku', subject_id: 1, subject_name: 'TN-SOAP' }
  await expect(
    recordAudit(db, ctx, { ...sku, before: { tax_rate: 10 }, after: { tax_rate: 8 } }),
  ).rejects.toMatchObject({
    error: 'ERROR_CLAIMS',
    fields: [{ path: 'tax_rate' }],
  })
  await recordAudit(
    db,
    { ...ctx, claim_reason: '食品(お茶)' },
    { ...sku, before: { tax_rate: 10 }, after: { tax_rate: 8 } },
  )
  await recordAudit(db, ctx, { ...sku, before: { tax_rate: 10 }, after: { tax_rate: 8 }, is_food: true })
  await recordAudit(db, ctx, { ...sku, before: { tax_rate: 8, price: 1 }, after: { tax_rate: 8, price: 2 } })
})

test('使用上の注意 warn, and are not read; the same words beside them are', async () => {
  const product = { subject: 'product', subject_id: 1, subject_name: '椿油' }
  const label_cautions = '湿疹など異常のあるところには使わないでください。'
  await recordAudit(db, by('PUT /admin/v1/products/{id}'), { ...product, after: { label_cautions } })
  const save = by('PUT /admin/v1/products/{id}')
  await expect(recordAudit(db, save, { ...product, after: { description: label_cautions } })).rejects.toMatchObject({
    fields: [{ path: 'description' }],
  })
})

const bad = 'シミが消える'
test.each<[call: string, subject: string, after: Record<string, unknown>]>([
  ['POST /admin/v1/promotions', 'promotion', { promotion_name: bad }],
  ['POST /admin/v1/schedule', 'scheduled_change', { kind: 'promotion', promotion_name: bad }],
  ['POST /admin/v1/schedule', 'scheduled_change', { kind: 'content', html: bad }],
  ['PUT /admin/v1/content/{name}/{layout_code}', 'shop_content', { title: 'お知らせ', html: `<p>${bad}</p>` }],
  ['PUT /admin/v1/setting/payments/{id}', 'shop_payment', { description: bad }],
  ['PUT /admin/v1/setting/deliveries/{id}', 'delivery', { delivery_name: bad }],
  ['PUT /admin/v1/setting/choices/{name}', 'master_data', { items: [{ id: 1, label: bad }] }],
  ['PUT /admin/v1/setting/ranks', 'customer_rank', { ranks: [{ rank_name: bad }] }],
  ['PUT /admin/v1/setting/shop', 'shop', { wrapping_offer: { wraps: [{ wrapping_name: bad }] } }],
  ['POST /admin/v1/opening/close', 'shop', { closed_text: bad }],
  ['PUT /admin/v1/setting/home', 'home_block', { blocks: [{ kind: 'story', text: bad }] }],
  ['POST /admin/v1/products/import/run', 'product', { description: bad }],
  ['POST /admin/v1/bulk-jobs/messages', 'bulk_job', { params: { subject: bad } }],
])('%s asks about a restricted word: %s %o', async (call, subject, after) => {
  const change = { subject, subject_id: 1, subject_name: subject, after }
  await expect(recordAudit(db, by(call), change)).rejects.toMatchObject({ error: 'ERROR_CLAIMS' })
})

test.each<[call: string, after: Record<string, unknown>]>([
  ['POST /admin/v1/orders/{id}/notes', { body: bad }],
  ['PUT /admin/v1/customers/{id}/rank', { reason: bad }],
  ['POST /admin/v1/customers/import', { name01: bad }],
])('%s is read by nobody but operators', async (call, after) => {
  await recordAudit(db, by(call), { subject: 'order', subject_id: 1, subject_name: '注文', after })
})
