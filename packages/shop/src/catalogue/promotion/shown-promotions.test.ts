import { product_sku } from '@kushi/db/schema/product'
import type { promotion } from '@kushi/db/schema/promotion'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testClock, testContext } from '../../testing/context.ts'
import { insertRunningPromotion } from '../../testing/promotions.ts'
import { getProduct } from '../product/get-product.ts'
import { listProducts } from '../product/list-products.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
beforeEach(() => emptyTables(db.$client, 'promotion'))

const ctx = () => testContext(db, { clock: testClock('2026-12-01') })
const everybody = { trigger: 'automatic', status: 'active' } as const
const OIL = 1
const onPage = async () => (await getProduct(ctx(), { id: OIL })).running_promotions

test('the page and the list say what anybody has now without a code, under which condition and until when', async () => {
  await insertRunningPromotion(db, {
    ...everybody,
    promotion_name: '冬の送料無料',
    effect: { kind: 'free_delivery' },
    min_amount: 5000,
    ends_at: new Date('2026-12-31T14:59:00Z'),
  })
  await insertRunningPromotion(db, {
    ...everybody,
    promotion_name: '二本の日',
    effect: { kind: 'set_price', pieces: 2, price: 4800 },
    product_ids: [OIL],
  })
  const both = [
    {
      promotion_id: expect.any(Number),
      promotion_name: '冬の送料無料',
      text: '¥5,000以上で送料無料',
      until: '2026/12/31 23:59まで',
    },
    { promotion_id: expect.any(Number), promotion_name: '二本の日', text: '2点で¥4,800', until: '' },
  ]
  expect(await onPage()).toEqual(both)
  const { items } = await listProducts(ctx(), { page: 1, per_page: 50, sort: 'recommended' })
  expect(items.find(({ id }) => id === OIL)?.running_promotions).toEqual(both)
  expect(items.find(({ id }) => id !== OIL)?.running_promotions).toEqual([both[0]])
})

const hidden: [string, Partial<typeof promotion.$inferInsert>][] = [
  ['needs a code', { trigger: 'code' }],
  ['is for who never ordered', { audience: 'new' }],
  ['is for a list of members', { member_scope: 'listed' }],
  ['is for the month of birth', { member_scope: 'birthday_month' }],
  ['begins tomorrow', { starts_at: new Date('2026-12-02T00:00:00Z') }],
  ['is stopped', { status: 'stopped' }],
  ['is used up', { max_uses: 3, used: 3 }],
  ['is for other goods', { product_ids: [999] }],
]

test.each(hidden)('not one that %s', async (_, values) => {
  await insertRunningPromotion(db, {
    ...everybody,
    promotion_name: '秘密',
    effect: { kind: 'percent', percent: 10 },
    ...values,
  })
  expect(await onPage()).toEqual([])
})

test('a gift is named, and not any more when it is gone', async () => {
  await insertRunningPromotion(db, {
    ...everybody,
    promotion_name: '冬の贈りもの',
    effect: { kind: 'gift', product_sku_id: 124, pieces: 1 },
    min_amount: 4000,
  })
  expect(await onPage()).toMatchObject([{ text: expect.stringMatching(/^¥4,000以上で「.+」をプレゼント$/) }])
  await db.update(product_sku).set({ stock: 0 }).where(eq(product_sku.id, 124))
  expect(await onPage()).toEqual([])
})
