import { createHash, randomUUID } from 'node:crypto'
import { customer } from '@kushi/db/schema/customer'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { insertMembers } from '../../../testing/order.ts'
import { orderNoSql } from './order-no.ts'

test('the same press has the same number; another key, member or registration another one', async () => {
  const database = await testDatabase()
  const { db } = database
  const [one, two] = await insertMembers(db, 2)
  const numberOf = async (id: number, idempotency_key: string) => {
    const asked = db.select({ order_no: orderNoSql(idempotency_key) }).from(customer)
    return (await asked.where(sameRowCondition(customer, { shop_id: 2, id })))[0]!.order_no
  }
  const key = randomUUID()
  const first = await numberOf(one!, key)
  expect(first).toMatch(/^K[2-9A-H]{6}-[2-9A-H]{10}$/)
  expect(await numberOf(one!, key)).toBe(first)
  const others = [await numberOf(one!, randomUUID()), await numberOf(two!, key)]
  await db
    .update(customer)
    .set({ created_at: new Date(0) })
    .where(eq(customer.id, one!))
  const moved = await numberOf(one!, key)
  // The provider knows this number from before a restore, so the formula must never change.
  const digest = createHash('sha256').update(`2\n${one}\n0.000000\n${key}`).digest('hex')
  const letters = digest.replaceAll('0', 'g').replaceAll('1', 'h').toUpperCase()
  expect(moved).toBe(`K${letters.slice(0, 6)}-${letters.slice(6, 16)}`)
  others.push(moved)
  expect(new Set([first, ...others]).size).toBe(4)
  await database.close()
})
