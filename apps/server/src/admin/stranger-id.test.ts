import { customer } from '@kushi/db/schema/customer'
import { testDatabase } from '@kushi/db/testing'
import { operatorContext } from '@kushi/shop/testing/operator'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { adminCallBindings } from '../calls.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const manager = await operatorContext(db, 'manager')
const [stranger] = await db.select({ id: customer.id }).from(customer).where(eq(customer.shop_id, 3)).limit(1)

const ofMembers = Object.entries(adminCallBindings).filter(([call]) => /^GET \/admin\/v1\/customers\/\{id\}/.test(call))

test('there are calls about a member', () => expect(ofMembers.length).toBeGreaterThan(5))

test.each(ofMembers)('%s: an id that is not of this shop is 404', async (_, handler) => {
  const ask = handler as (ctx: typeof manager, input: object) => Promise<unknown>
  const ids = [999_999_999, ...(stranger ? [stranger.id] : [])]
  for (const id of ids)
    await expect((async () => ask(manager, { id, other_id: id + 1 }))()).rejects.toMatchObject({ status: 404 })
})
