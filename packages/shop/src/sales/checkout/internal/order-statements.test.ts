import { testDatabase } from '@kushi/db/testing'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { testContext } from '../../../testing/context.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../../testing/order.ts'
import { insertRunningPromotion } from '../../../testing/promotions.ts'
import { placeOrder } from '../place-order.ts'

const database = await testDatabase()
afterAll(database.close)

/** The statements sent to the database meanwhile, by their beginnings; those of one round trip in one list. */
async function roundTripsOf(work: () => Promise<unknown>): Promise<string[][]> {
  const sent: string[][] = []
  let waiting = 0
  const query = pg.Client.prototype.query as (...asked: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...asked: unknown[]
  ) {
    const [config] = asked as [string | { text: string }]
    const text = typeof config === 'string' ? config : config.text
    if (waiting === 0) sent.push([])
    sent.at(-1)!.push(text.trim().replaceAll('"', '').split(/\s+/).slice(0, 3).join(' '))
    const answered = query.apply(this, asked)
    // The pool passes a callback instead; its statements are one by one.
    if (!(answered instanceof Promise)) return answered
    waiting += 1
    return answered.finally(() => {
      waiting -= 1
    })
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

test('an order by cash on delivery is eight trips to the database, of one piece and of several', async () => {
  const [customer_id] = await insertMembers(database.db, 1)
  const ctx = testContext(database.db, { customer_id: customer_id!, cache: kept })
  const piece = (product_sku_id: number) => ({ product_sku_id, quantity: 1, revision: 1 })
  // The first order loads what the process caches.
  await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft()))
  for (const items of [[piece(101)], [piece(101), piece(105), piece(109)]]) {
    const request = await confirmedOrderInput(ctx, testOrderDraft({ items }))
    expect(await roundTripsOf(() => placeOrder(ctx, request))).toEqual([
      ['select customer.email, customer.email_verified_at,'], // the buyer, and whether this key has an order already
      ['with taken_0 as'], // the limit
      ['select product_sku.id, product_sku.product_id,'], // the items
      ['select customer.id, customer_rank.discount_rate'], // the rank
      ['begin'],
      ['insert into orders'],
      [
        'select withdrawn_at from',
        'insert into order_item',
        'insert into payment',
        'insert into order_status_event',
        'insert into order_evidence',
        'insert into person_sign',
        'with item as', // the cart
        'update cart_tracking t',
        'insert into webhook_delivery',
        'insert into outbox',
        'with reserved as', // the stock, last
      ],
      ['commit'],
    ])
  }
})

test('promotions without a limit add one trip, before the stock', async () => {
  for (const effect of [{ kind: 'percent', percent: 5 }, { kind: 'free_delivery' }] as const)
    await insertRunningPromotion(database.db, { trigger: 'automatic', effect })
  rows.clear()
  const [customer_id] = await insertMembers(database.db, 1)
  const ctx = testContext(database.db, { customer_id: customer_id!, cache: kept })
  await placeOrder(ctx, await confirmedOrderInput(ctx, testOrderDraft()))
  const request = await confirmedOrderInput(ctx, testOrderDraft())
  const roundTrips = await roundTripsOf(() => placeOrder(ctx, request))
  expect(roundTrips).toHaveLength(9)
  expect(roundTrips[6]).toEqual(expect.arrayContaining(['insert into promotion_use', 'select id, status,']))
})
