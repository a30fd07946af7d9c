import { customer } from '@kushi/db/schema/customer'
import { shop } from '@kushi/db/schema/shop'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { testContext } from '../../../testing/context.ts'
import { loadCustomer } from './load-customer.ts'

const { db, close } = await testDatabase()
afterAll(close)
const ctx = testContext(db)
const [itsuki] = await db.select().from(customer).where(eq(customer.email, 'itsuki@example.com'))
const rankShown = async (terms: Partial<typeof shop.$inferInsert>, customer_rank_id: number | null = 3) => {
  const running = {
    customer_rank_use_flag: true,
    customer_rank_operation_start_date: '2025-01-01',
    customer_rank_operation_end_date: null,
  }
  await db
    .update(shop)
    .set({ ...running, ...terms })
    .where(eq(shop.id, 2))
  await db.update(customer).set({ customer_rank_id }).where(eq(customer.id, itsuki!.id))
  return (await loadCustomer(ctx, itsuki!.id)).rank_name
}

test('the rank is returned while the shop’s ranks are active and the member has one', async () => {
  expect(await rankShown({})).toBe('みごろ')
  expect(await rankShown({ customer_rank_use_flag: false })).toBeNull()
  expect(await rankShown({ customer_rank_operation_start_date: '2026-11-22' })).toBeNull()
  expect(await rankShown({ customer_rank_operation_end_date: '2026-11-21' })).toBeNull()
  expect(await rankShown({ customer_rank_operation_end_date: '2026-11-22' })).toBe('みごろ')
  expect(await rankShown({}, null)).toBeNull()
})

test('no secrets, and no member of another shop', async () => {
  const shown = await loadCustomer(ctx, itsuki!.id)
  expect(Object.keys(shown)).not.toContain('password_hash')
  await expect(loadCustomer({ ...ctx, shop_id: 3 }, itsuki!.id)).rejects.toMatchObject({ status: 404 })
})
