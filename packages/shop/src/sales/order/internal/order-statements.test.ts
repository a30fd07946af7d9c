import { testDatabase } from '@kushi/db/testing'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { testContext } from '../../../testing/context.ts'
import { confirmed, draft, newMembers } from '../../../testing/order.ts'
import { placeOrder } from '../place-order.ts'

const database = await testDatabase()
afterAll(database.close)

/** The statements sent to the database meanwhile, by their beginnings. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const query = pg.Client.prototype.query as (...asked: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...asked: unknown[]
  ) {
    const [config] = asked as [string | { text: string }]
    const text = typeof config === 'string' ? config : config.text
    sent.push(text.trim().replaceAll('"', '').split(/\s+/).slice(0, 3).join(' '))
    return query.apply(this, asked)
  } as never)
  try {
    await work()
  } finally {
    spy.mockRestore()
  }
  return sent
}

const rows = new Map<string, unknown>()
const kept = {
  async get<T>(key: string, load: () => Promise<T>): Promise<T> {
    if (!rows.has(key)) rows.set(key, await load())
    return rows.get(key) as T
  },
}

test('an order by cash on delivery is so many trips to the database, of one piece and of several', async () => {
  const [customer_id] = await newMembers(database.db, 1)
  const ctx = testContext(database.db, { customer_id: customer_id!, kept })
  const piece = (product_sku_id: number) => ({ product_sku_id, quantity: 1, revision: 1 })
  // The first order loads what the process caches.
  await placeOrder(ctx, await confirmed(ctx, draft()))
  for (const items of [[piece(101)], [piece(101), piece(105), piece(109)]]) {
    const request = await confirmed(ctx, draft({ items }))
    expect(await statementsOf(() => placeOrder(ctx, request))).toEqual([
      'select customer.email, customer.email_verified_at,', // the buyer, and whether this key has an order already
      'with taken_0 as', // the limit
      'select product_sku.id, product_sku.product_id,', // the items
      'select customer.id, customer_rank.discount_rate', // the rank
      'begin',
      'insert into orders',
      'with sold as', // everything else that belongs to it
      'commit',
    ])
  }
})
