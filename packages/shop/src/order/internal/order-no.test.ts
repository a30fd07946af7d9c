import { randomUUID } from 'node:crypto'
import { customer } from '@kushi/db/schema/customer'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newMembers } from '../../testing/order.ts'
import { orderNoOf } from './order-no.ts'

test('the same press has the same number; another key, member or registration another one', async () => {
  const database = await testDatabase()
  const { db } = database
  const [one, two] = await newMembers(db, 2)
  const numberOf = (customer_id: number, idempotency_key: string) =>
    orderNoOf(db, { shop_id: 2, customer_id, idempotency_key })
  const key = randomUUID()
  const first = await numberOf(one!, key)
  expect(first).toMatch(/^K[2-9A-H]{6}-[2-9A-H]{10}$/)
  expect(await numberOf(one!, key)).toBe(first)
  const others = [await numberOf(one!, randomUUID()), await numberOf(two!, key)]
  await db
    .update(customer)
    .set({ created_at: new Date(0) })
    .where(eq(customer.id, one!))
  others.push(await numberOf(one!, key))
  expect(new Set([first, ...others]).size).toBe(4)
  await database.close()
})
