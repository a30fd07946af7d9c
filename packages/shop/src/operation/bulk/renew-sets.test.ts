import type { SubscriptionJob } from '@kushi/contract/admin/bulk'
import { product, product_sku } from '@kushi/db/schema/product'
import { subscription_order_item } from '@kushi/db/schema/subscription'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { testClock, testContext } from '../../testing/context.ts'
import { fakeCardProvider } from '../../testing/fake-card-provider.ts'
import { operatorContext, parseListQuery } from '../../testing/operator.ts'
import { insertSubscribedMember } from '../../testing/subscription.ts'
import { revertBulkJob, runBulkJob } from './admin/control-job.ts'
import { showBulkJob } from './admin/show-jobs.ts'
import { startBulkSubscriptionJob } from './admin/start-job.ts'
import { processBulkJobs } from './process-bulk-jobs.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const [SET, OIL, TEA, SOAP] = [128, 101, 133, 103]
const given = { clock: testClock('2026-11-21'), ports: fakeCardProvider().ports() }
const ctx = { ...(await operatorContext(db, 'manager', given)), afterwards: () => undefined }
const base = { ...testContext(db, given), afterwards: () => undefined }
const work = () => processBulkJobs(base, { workers: 3 })
const consist = (...ids: number[]) => {
  const parts = ids.map((product_sku_id) => ({ product_sku_id, pieces: 1 }))
  return db.update(product_sku).set({ parts, stock: 0, subscription_price: 3600 }).where(eq(product_sku.id, SET))
}

test('contracts get what their set consists of today: with a mail, and taken back; refused where nothing differs', async () => {
  const [sku] = await db.select().from(product_sku).where(eq(product_sku.id, SET))
  await db.update(product).set({ sale_type: 3 }).where(eq(product.id, sku!.product_id))
  await consist(OIL, TEA)
  const parts = [OIL, TEA].map((product_sku_id) => ({ product_sku_id, pieces: 1 }))
  const dated = { next_delivery_date: '2026-12-29' }
  const { id } = await insertSubscribedMember(db, base, dated, [{ product_sku_id: SET, parts, following_price: 3000 }])
  const itemNow = async () =>
    (await db.select().from(subscription_order_item).where(eq(subscription_order_item.subscription_id, id)))[0]!
  const start = (from_sku_id: number, to_sku_id: number) =>
    startBulkSubscriptionJob(ctx, {
      kind: 'swap_product',
      filter: parseListQuery('GET /admin/v1/subscriptions', `q=${id}`) as SubscriptionJob['filter'],
      ids: [id],
      notify: true,
      params: { from_sku_id, to_sku_id },
    })
  await expect(start(OIL, OIL)).rejects.toMatchObject({
    fields: [{ path: 'params.to_sku_id', message: '別の商品を選択してください。' }],
  })
  const same = await start(SET, SET)
  expect(same.text).toMatch(/^セット「.*贈りもの箱.*」の中身を、いまの中身にする$/)
  await work()
  expect(await showBulkJob(ctx, { id: same.id })).toMatchObject({ counts: { impossible: 1 } })

  await consist(OIL, SOAP)
  const job = await start(SET, SET)
  await work()
  expect((await itemNow()).parts).toEqual(parts)
  await runBulkJob(ctx, { id: job.id })
  await work()
  expect(await showBulkJob(ctx, { id: job.id })).toMatchObject({ counts: { done: 1 } })
  expect(await itemNow()).toMatchObject({
    following_price: 3000,
    parts: [
      { product_sku_id: OIL, pieces: 1 },
      { product_sku_id: SOAP, pieces: 1 },
    ],
  })
  const [mail] = await db
    .select()
    .from(outbox)
    .where(sql`${outbox.dedupe_key} like ${`subscription-changed:${id}:%`}`)
  const { text } = mail!.payload as { text: string }
  expect(text).toMatch(/贈りもの箱.* × 1\(.+\)\n.*贈りもの箱.* × 1\(.+\)/)
  await revertBulkJob(ctx, { id: job.id })
  await work()
  expect(await itemNow()).toMatchObject({ following_price: 3000, parts })
})
