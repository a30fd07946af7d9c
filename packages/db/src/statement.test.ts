import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { shop } from './schema/shop.ts'
import { preparedStatement } from './statement.ts'
import { testDatabase } from './testing.ts'

const { db, close } = await testDatabase()
afterAll(close)

const rename = preparedStatement('rename_shop', (db) =>
  db
    .update(shop)
    .set({ shop_name: sql`${sql.placeholder('name')}` })
    .where(sql`${shop.id} = ${sql.placeholder('id')}`)
    .returning({ id: shop.id }),
)
const nameOf = preparedStatement('name_of_shop', (db) =>
  db
    .select({ shop_name: shop.shop_name })
    .from(shop)
    .where(sql`${shop.id} = ${sql.placeholder('id')}`),
)

test('it runs in the given transaction, and on the pool again afterwards', async () => {
  const [before] = await nameOf(db, { id: 2 })
  const work = db.transaction(async (tx) => {
    expect(await rename(tx, { id: 2, name: '一' })).toEqual([{ id: 2 }])
    expect(await nameOf(tx, { id: 2 })).toEqual([{ shop_name: '一' }])
    expect(await nameOf(db, { id: 2 })).toEqual([before])
    throw new Error('undone')
  })
  await expect(work).rejects.toThrow('undone')
  expect(await nameOf(db, { id: 2 })).toEqual([before])
})

test('two at once have their own values', async () => {
  const both = await Promise.all([nameOf(db, { id: 2 }), nameOf(db, { id: 1_000 })])
  expect(both.map((rows) => rows.length)).toEqual([1, 0])
})
