import { api_key } from '@kushi/db/schema/api-key'
import { testDatabase } from '@kushi/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testClock } from '../../../testing/context.ts'
import { operatorContext } from '../../../testing/operator.ts'
import { addApiKey, listApiKeys, revokeApiKey } from './api-keys.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

const clock = testClock()
const manager = await operatorContext(db, 'manager', { clock })
const add = (days: number | null) => addApiKey(manager, { name: '倉庫', permissions: ['order.read'], days } as never)
const listed = async () => (await listApiKeys(manager, {} as never)).items

beforeEach(() => db.delete(api_key))

test('an old valid key stands before newer ones that are revoked or expired', async () => {
  const { key: old } = await add(null)
  const { key: soon } = await add(1)
  const { key: gone } = await add(null)
  await revokeApiKey(manager, { id: gone.id } as never)
  expect((await listed()).map(({ id }) => id)).toEqual([soon.id, old.id, gone.id])
  clock.move(2)
  expect((await listed()).map(({ id }) => id)).toEqual([old.id, gone.id, soon.id])
  const [row] = await db.select().from(api_key)
  const { id: _, ...copy } = row!
  await db
    .insert(api_key)
    .values(Array.from({ length: 100 }, (_, n) => ({ ...copy, key_hash: Buffer.from(`${n}`), revoked_at: new Date() })))
  expect(await listed()).toHaveLength(100)
  expect((await listed())[0]).toMatchObject({ id: old.id })
})

test('expired keys leave room for others', async () => {
  for (let n = 0; n < 20; n++) await add(1)
  await expect(add(1)).rejects.toMatchObject({ error: 'ERROR_TOO_MANY_API_KEYS' })
  clock.move(2)
  await add(1)
  expect(await listed()).toHaveLength(21)
})
