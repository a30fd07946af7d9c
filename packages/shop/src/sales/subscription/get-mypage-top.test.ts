import { customer } from '@kushi/db/schema/customer'
import { shop } from '@kushi/db/schema/shop'
import { subscription_order_item } from '@kushi/db/schema/subscription'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { testClock, testContext } from '../../testing/context.ts'
import { insertOrderRow, insertSubscriptionRow } from '../../testing/rows.ts'
import { getMypageTop } from './get-mypage-top.ts'

const database = await testDatabase()
afterAll(database.close)
const { db } = database
const [hanako] = await db.select().from(customer).where(eq(customer.email, 'hanako@example.com'))
const [taro] = await db.select().from(customer).where(eq(customer.email, 'taro@example.com'))
const clock = testClock('2026-11-30')
const ctx = testContext(db, { customer_id: hanako!.id, clock })

test('the soonest deliveries with their deadline, the payment error, the latest three orders', async () => {
  const dates = ['2026-12-20', '2026-12-10', '2026-12-11', '2027-01-05']
  const ids: number[] = []
  for (const next_delivery_date of dates) ids.push(await insertSubscriptionRow(db, hanako!, { next_delivery_date }))
  await db
    .insert(subscription_order_item)
    .values({ shop_id: 2, subscription_id: ids[1]!, product_sku_id: 101, quantity: 2, following_price: 2178 })
  await insertSubscriptionRow(db, hanako!, { summary_status: 5, next_delivery_date: '2026-12-01' })
  await insertSubscriptionRow(db, hanako!, { summary_status: 0, next_delivery_date: '2026-12-01' })
  await insertSubscriptionRow(db, taro!, { next_delivery_date: '2026-12-01' })
  for (let n = 0; n < 4; n++) await insertOrderRow(db, hanako!, [{ product_sku_id: 101, quantity: n + 1 }])
  await insertOrderRow(db, taro!, [{ product_sku_id: 101 }])
  const top = await getMypageTop(ctx, {})
  expect(top).toMatchObject({ name01: '山口', rank_name: 'ひらき', has_error_payment: false })
  expect(top.next_deliveries).toMatchObject([
    { subscription_id: ids[1], change_deadline: '2026-11-30', is_changeable: true, items: [{ quantity: 2 }] },
    { subscription_id: ids[2], change_deadline: '2026-12-01', is_changeable: true, items: [] },
    { subscription_id: ids[0] },
  ])
  expect(top.orders.map((order) => order.items[0]!.quantity)).toEqual([4, 3, 2])
  await insertSubscriptionRow(db, hanako!, { summary_status: 2, next_delivery_date: '2026-12-05' })
  const later = await getMypageTop({ ...ctx, clock: testClock('2026-12-01') }, {})
  expect(later).toMatchObject({
    has_error_payment: true,
    // A failed delivery can be corrected; one in preparation can't be changed.
    next_deliveries: [{ summary_status: 2, is_changeable: true }, { summary_status: 1, is_changeable: false }, {}],
  })
  await expect(getMypageTop({ ...ctx, shop_id: 3 }, {})).rejects.toMatchObject({ status: 404 })
})

test('an error of a subscription stops its next delivery, and not the parcel that is on its way', async () => {
  const subscription_id = await insertSubscriptionRow(db, taro!, {
    summary_status: 2,
    next_delivery_date: '2027-01-20',
  })
  const parcel = { subscription_id, status: 'shipped', delivery_date: '2026-12-01' } as const
  await insertOrderRow(db, taro!, [{ product_sku_id: 101 }], parcel)
  const { next_deliveries } = await getMypageTop({ ...ctx, customer_id: taro!.id }, {})
  const own = next_deliveries.filter((one) => one.subscription_id === subscription_id)
  expect(own).toMatchObject([
    { next_delivery_date: '2026-12-01', summary_status: 1 },
    { next_delivery_date: '2027-01-20', summary_status: 2 },
  ])
})

test.each([
  ['a member without one', {}, { customer_rank_id: null }, null],
  ['a shop without ranks', { customer_rank_use_flag: false }, { customer_rank_id: 2 }, null],
  ['before they begin', { customer_rank_operation_start_date: '2026-12-01' }, { customer_rank_id: 2 }, null],
  ['on the day they end', { customer_rank_operation_end_date: '2026-11-30' }, { customer_rank_id: 2 }, null],
  ['in their time', { customer_rank_operation_end_date: '2026-12-01' }, { customer_rank_id: 2 }, 'ひらき'],
])('the rank of %s', async (_, terms, member, rank_name) => {
  const standard = {
    customer_rank_use_flag: true,
    customer_rank_operation_start_date: '2025-01-01',
    customer_rank_operation_end_date: null,
  }
  await db
    .update(shop)
    .set({ ...standard, ...terms })
    .where(eq(shop.id, 2))
  await db.update(customer).set(member).where(eq(customer.id, hanako!.id))
  expect(await getMypageTop(ctx, {})).toMatchObject({ rank_name })
})
