import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { testDatabase } from '@kushi/db/testing'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { testContext } from '../../testing/context.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { placeOrder } from './place-order.ts'
import { findShopByReturnKey } from './shop-of-return.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const [customer_id] = await insertMembers(db, 1)
const buyer = testContext(db, { customer_id: customer_id! })
await placeOrder(buyer, await confirmedOrderInput(buyer, testOrderDraft()))
const [order] = await db.select().from(orders)

test.each([
  ['redirected', 119, true],
  ['redirected', 121, false],
  ['authorised', 119, true],
  ['failed', 1, false],
] as const)('a payment that is %s and began %d minutes ago is under way: %s', async (state, minutes, is_under_way) => {
  const return_key = `${state}-${minutes}`
  const created_at = sql`now() - ${minutes} * interval '1 minute'`
  const more = { order_id: order!.id, amount: 1, provider_order_id: return_key, payment_method_id: 2 }
  await db.insert(payment).values({ shop_id: 2, state, return_key, created_at, ...more })
  expect(await findShopByReturnKey(db, return_key)).toEqual({ shop_id: 2, is_under_way })
})

test.each(['of-nobody', '', 'a b'])('%j is the key of nothing', async (key) => {
  expect(await findShopByReturnKey(db, key)).toBeNull()
})
