import { audit_event } from '@kushi/db/schema/operator'
import { testDatabase } from '@kushi/db/testing'
import { desc } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { operatorContext } from '../../testing/operator.ts'
import { record } from './index.ts'

const { db, close } = await testDatabase()
afterAll(close)
const ctx = await operatorContext(db, 'manager')
const worry = { subject: 'worry', subject_id: 1, subject_name: '悩み' }
const last = async () => (await db.select().from(audit_event).orderBy(desc(audit_event.id)).limit(1))[0]

test('a restricted word is refused beside its field, until a second press gives a reason, which the trail keeps', async () => {
  const change = { ...worry, before: { title: 'つや' }, after: { title: '抜け毛に効く' } }
  await expect(record(db, ctx, change)).rejects.toMatchObject({
    status: 422,
    error: 'ERROR_CLAIMS',
    fields: [
      { path: 'title', message: expect.stringContaining('抜け毛') },
      { path: 'title', message: expect.stringContaining('効く') },
    ],
  })
  await record(db, { ...ctx, claim_reason: '説明文の引用' }, change)
  expect(await last()).toMatchObject({ after: { title: '抜け毛に効く', claim_reason: '説明文の引用' } })
})

test('a word that was there before, another kind of change, and the words that sell in an advert pass', async () => {
  await record(db, ctx, { ...worry, before: { lead: '抜け毛' }, after: { title: '抜け毛の季節' } })
  await record(db, ctx, { subject: 'order', subject_id: 1, subject_name: '注文', after: { note: '抜け毛に効く' } })
  const mail = {
    subject: 'bulk_job',
    subject_id: 1,
    subject_name: '一斉送信',
    after: { params: { body: '新商品のご案内' } },
  }
  await record(db, ctx, mail)
  await expect(record(db, ctx, { ...mail, is_notice: true })).rejects.toMatchObject({ error: 'ERROR_CLAIMS' })
})

test('a rate of 8 % that is new asks whether it is food', async () => {
  const sku = { subject: 'product_sku', subject_id: 1, subject_name: 'TN-SOAP' }
  await expect(record(db, ctx, { ...sku, before: { tax_rate: 10 }, after: { tax_rate: 8 } })).rejects.toMatchObject({
    error: 'ERROR_CLAIMS',
    fields: [{ path: 'tax_rate' }],
  })
  await record(db, { ...ctx, claim_reason: '食品(お茶)' }, { ...sku, before: { tax_rate: 10 }, after: { tax_rate: 8 } })
  await record(db, ctx, { ...sku, before: { tax_rate: 10 }, after: { tax_rate: 8 }, is_food: true })
  await record(db, ctx, { ...sku, before: { tax_rate: 8, price: 1 }, after: { tax_rate: 8, price: 2 } })
})

test('使用上の注意 warn, and are not read; the same words beside them are', async () => {
  const product = { subject: 'product', subject_id: 1, subject_name: '椿油' }
  const label_cautions = '湿疹など異常のあるところには使わないでください。'
  await record(db, ctx, { ...product, after: { label_cautions } })
  await expect(record(db, ctx, { ...product, after: { description: label_cautions } })).rejects.toMatchObject({
    fields: [{ path: 'description' }],
  })
})
